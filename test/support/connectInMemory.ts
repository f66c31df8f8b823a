import { InMemoryTransport, type Transport } from '@modelcontextprotocol/server';
import type { ServableServer } from '../../src/core/mcpServer/servableServer.ts';
import { serveInMemory } from '../../src/core/mcpServer/serving/serveInMemory.ts';

/** The client's end of a fresh connection in this process. */
export function connectInMemory(server: ServableServer): Transport {
  const [client, inner] = InMemoryTransport.createLinkedPair();
  serveInMemory(server, inner);
  return client;
}

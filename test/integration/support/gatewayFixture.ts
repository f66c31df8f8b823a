import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { silentLog } from '../../../src/base/log.ts';
import type { Core } from '../../../src/core/app/core.ts';
import type { CoreParts } from '../../../src/core/app/coreParts.ts';
import { GatewayHttpServer, type GatewayAddress } from '../../../src/core/gateway/discovery/gatewayHttpServer.ts';
import { allPath, endpointAt } from '../../../src/core/gateway/discovery/paths.ts';
import type { StorePort } from '../../../src/core/ports/ports.ts';
import type { ClientRequests } from '../../../src/core/servers/model/clientRequests.ts';
import { type FakePorts, createFakePorts } from '../../support/fakePorts.ts';
import { openCore } from '../../support/openCore.ts';
import { real } from '../serversSupport.ts';

export interface AgentOptions {
  readonly name?: string;
  readonly at?: string;
  readonly era?: 'legacy' | 'auto';
  readonly capabilities?: object;
  setUp?(client: Client): void;
}

export interface GatewayFixture {
  readonly core: Core;
  readonly ports: FakePorts;
  readonly address: GatewayAddress;
  readonly gatewayServer: GatewayHttpServer;
  /** An agent at a path, made with the official client. */
  agent(options?: AgentOptions): Promise<Client>;
  close(): Promise<void>;
}

const { command, args } = real('@modelcontextprotocol/server-everything/dist/index.js');
export const everything = { type: 'stdio', command, args };

interface ServerChoice {
  readonly port?: number;
  readonly maxSessions?: number | undefined;
}

export function makeGatewayServer({ gateway, embeddedId }: Core, choice: ServerChoice = {}): GatewayHttpServer {
  const { port = 0, maxSessions } = choice;
  const own = () => ({ kind: 'server', id: embeddedId }) as const;
  const resolve = (at: string) => endpointAt(at, gateway, own, embeddedId);
  return new GatewayHttpServer({ log: silentLog, port, resolve, ...(maxSessions !== undefined && { maxSessions }) });
}

interface FixtureParts extends Partial<Omit<CoreParts, 'ports'>> {
  readonly maxSessions?: number;
  /** In place of one in memory. */
  readonly store?: StorePort;
}

/** A core with real servers, all approved, behind real gatewayServer. */
export async function openGatewayFixture(
  servers: Record<string, object>,
  choice: object,
  clientRequests: ClientRequests = {},
  fastPath = true,
  { maxSessions, store, ...more }: FixtureParts = {},
): Promise<GatewayFixture> {
  const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-gateway-'));
  const ports = Object.assign(createFakePorts(folder), store && { store });
  ports.answer = 'Approve';
  ports.edit('.vscode/mcp.json', JSON.stringify({ servers }));
  const core = await openCore(ports, { clientRequests, fastPath, ...more });
  for (const id of Object.keys(servers)) await core.approve(id);
  core.gateway.follow({ servers: choice, toolLimit: undefined });
  const gatewayServer = makeGatewayServer(core, { maxSessions });
  const address = await gatewayServer.start();
  const clients: Client[] = [];
  return {
    core,
    ports,
    address,
    gatewayServer,
    agent: async ({ name = 'agent', at = allPath, era = 'legacy', capabilities = {}, setUp } = {}) => {
      const client = new Client({ name, version: '1' }, { capabilities, versionNegotiation: { mode: era } });
      setUp?.(client);
      const headers = { authorization: `Bearer ${address.token}` };
      await client.connect(
        new StreamableHTTPClientTransport(new URL(address.origin + at), { requestInit: { headers } }),
      );
      clients.push(client);
      return client;
    },
    close: async () => {
      await Promise.allSettled(clients.map((client) => client.close()));
      gatewayServer.dispose();
      core.dispose();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

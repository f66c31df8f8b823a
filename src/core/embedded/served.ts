import type { McpServer } from '@modelcontextprotocol/server';
import type { Event } from '../../base/event.ts';
import type { Era } from '../../protocol/inspector.ts';
import type { Tap } from '../traffic/tap.ts';
import type { EmbeddedHost } from './host.ts';
import type { ConnectionView } from './instance.ts';

/** What a face (a stream, memory, HTTP) must know of a server to carry it to clients. */
export interface Served {
  readonly host: Pick<EmbeddedHost, 'life' | 'log'>;
  readonly catalog: ServedCatalog;
  /** One for each connection. */
  openTap(): Tap;
  /** A fresh instance for one connection, or for one request where the era has no connections. Instances are never shared. */
  open(era: Era, connection?: ConnectionView): McpServer;
}

export interface ServedCatalog {
  /** Resolves once the tools are known. */
  ready(): Promise<void>;
  readonly onDidChangeTools: Event<void>;
  readonly onDidChangeResources: Event<void>;
  readonly onDidUpdateResource: Event<string>;
}

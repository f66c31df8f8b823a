import type { McpServer, Result } from '@modelcontextprotocol/server';
import type { Event } from '../../base/event.ts';
import type { Disposable } from '../../base/lifetime.ts';
import type { Era } from '../../contract/inspector.ts';
import type { Tap } from '../wire/tap.ts';
import type { ServerHost } from './host.ts';
import type { RpcRequest } from '../wire/message.ts';

/** What an instance must know of the connection that it serves; there is none that lasts where requests stand alone. */
export interface ConnectionView {
  /** Whether the client may be told of changes now. */
  readonly open: boolean;
}

/** What a face (a stream, memory, HTTP) must know of a server to carry it to clients. */
export interface ServableServer {
  readonly host: Pick<ServerHost, 'life' | 'log'>;
  readonly features: ServableFeatures;
  /** One for each connection. */
  openTap(): Tap;
  /** A fresh instance for one connection, or for one request where the era has no connections. Instances are never shared. */
  open(era: Era, connection?: ConnectionView): McpServer;
  /** Begins a tool's call before the SDK has seen its request; without it, or for `undefined`, all is left to the SDK. */
  beginCall?(request: RpcRequest, mcp: McpServer): FastPathCall | undefined;
  /** A modern client wants to hear of this resource. Without it, updates of all resources come anyway. */
  watchResource?(uri: string): Disposable;
}

/** The SDK's layers take longer than a call to a local server. One that is short and says nothing on the way can do without them. */
export interface FastPathCall {
  /** The result, if it comes soon and alone. `undefined`: the handler behind the SDK finds the call, and goes on with it. */
  readonly promptResult: Promise<Result | undefined>;
  end(): void;
}

export interface ServableFeatures {
  /** Resolves once the tools are known, or the one that is asked for. */
  ready(tool?: string): Promise<void>;
  readonly onDidChangeTools: Event<void>;
  readonly onDidChangeResources: Event<void>;
  readonly onDidUpdateResource: Event<string>;
}

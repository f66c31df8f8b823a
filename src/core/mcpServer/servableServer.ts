import type { McpServer } from '@modelcontextprotocol/server';
import type { Event } from '../../base/event.ts';
import type { Disposable } from '../../base/lifetime.ts';
import type { Era } from '../../contract/inspector.ts';
import type { Tap } from '../wire/tap.ts';
import type { FastPathCall, StatelessFastPathCall } from '../fastPath/serving/promptResult.ts';
import type { ServerHost } from './host.ts';
import type { RpcRequest } from '../wire/message.ts';

/** What an instance must know about its connection; stateless requests have none. */
export interface ConnectionView {
  /** Whether notifications may be sent to the client now. */
  readonly open: boolean;
}

/** What a transport (a stream, memory, HTTP) must know about a server to serve it. */
export interface ServableServer {
  readonly host: Pick<ServerHost, 'lifetime' | 'log'>;
  readonly features: ServableFeatures;
  /** One for each connection. */
  openTap(): Tap;
  /** A fresh instance for one connection, or for one request where the era has no connections. Instances are never shared. */
  open(era: Era, connection?: ConnectionView): Promise<McpServer>;
  /** False: every call goes through the SDK. */
  readonly fastPath: boolean;
  /** Begins a tool call before the SDK sees its request; without it, or for `undefined`, the SDK does it all. */
  readonly beginCall?: (request: RpcRequest, mcp: McpServer) => FastPathCall | undefined;
  /** The same for a modern client over HTTP, whose request has no instance yet. */
  readonly beginStatelessCall?: (request: RpcRequest) => StatelessFastPathCall | undefined;
  /** A modern client subscribes to this resource. Without it, updates of all resources are sent anyway. */
  watchResource?(uri: string): Disposable;
}

export interface ServableFeatures {
  /** Resolves once the tools are known, or the one that is asked for. */
  ready(tool?: string): Promise<void>;
  readonly onDidChangeTools: Event<void>;
  /** Absent where prompts never change. */
  readonly onDidChangePrompts?: Event<void>;
  readonly onDidChangeResources: Event<void>;
  readonly onDidUpdateResource: Event<string>;
}

import type { Log } from '../../base/log.ts';
import type { Clock } from '../ports/ports.ts';
import type { ToolDefinition } from '../wire/definitions.ts';
import type { TapSource } from '../wire/tap.ts';
import type { ConnectionPool } from './connection/connectionPool.ts';
import type { PingPace } from './lifecycle/pingPace.ts';
import type { NegotiationCache } from './connection/negotiationCache.ts';
import type { ClientRequests } from './model/clientRequests.ts';
import type { Launch, ServerLimits, TransportKind } from './model/launch.ts';
import type { ToolSelection } from './model/toolSelection.ts';
import type { OAuthParts } from './oauth/oauthParts.ts';

export interface ManagedServerOptions {
  readonly id: string;
  readonly label: string;
  /** A function where an entry may move from one file to another while its server runs. */
  readonly source: string | (() => string);
  /** As configured; what is really used may be its fallback. */
  readonly transport: TransportKind;
  readonly launch: Launch | (() => Promise<Launch>);
  /** The server may be at another address after a while: `launch` knows it. */
  readonly mayMove?: boolean;
  readonly tap: TapSource;
  readonly limits?: Partial<ServerLimits>;
  /** Asked with the exact launch right before each spawn or connection; a `trust/…` fault makes the server pending. */
  mayStart?(launch: Launch): Promise<void>;
  /** Asked before each call: a quarantined tool throws here. */
  mayCall?(tool: string): void;
  readonly clientRequests?: ClientRequests;
  /** Signing in over HTTP; without it a 401 is `server/auth-required`. */
  readonly oauth?: OAuthParts;
  readonly negotiation?: NegotiationCache | ((launch: Launch) => NegotiationCache);
  /** Shared by all servers: how many may run at once. */
  readonly pool?: ConnectionPool;
  /** Shared by all servers: when those at rest are pinged. */
  readonly pace?: PingPace;
  /** Definitions from the last session. */
  readonly knownTools?: readonly ToolDefinition[];
  /** Which tools are wanted; absent means all. */
  readonly choice?: ToolSelection;
  /** False: every call goes through the SDK. */
  readonly fastPath?: boolean;
  readonly clientInfo?: { readonly name: string; readonly version: string };
  readonly clock?: Clock;
  readonly random?: () => number;
  readonly log?: Log;
}

import type { Fault } from '../../../base/fault.ts';
import type { Lifetime } from '../../../base/lifetime.ts';
import type { Log } from '../../../base/log.ts';
import type { Clock } from '../../ports/ports.ts';
import type { Connection } from '../connection/connection.ts';
import type { ServerLimits } from '../model/launch.ts';
import type { ServerState } from '../model/server.ts';
import type { PingPace } from './pingPace.ts';

export type Outage = Extract<ServerState, { kind: 'waiting' | 'error' }>;

export interface LifecycleOptions {
  readonly limits: ServerLimits;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  readonly pace?: PingPace | undefined;
  /** Connects and lists the tools. On failure nothing is left behind but what `endsLater` gets. */
  open(signal: AbortSignal, endsLater: (ending: Promise<void>) => void): Promise<Connection>;
  /** The fault for a broken connection. */
  explainLoss(connection: Connection, error: unknown): Fault;
  /** What a ping failed with says that the server runs, without the session. */
  isSessionLost(connection: Connection, error: unknown): boolean;
  connected(connection: Connection, lifetime: Lifetime, again: boolean): void;
  disconnected(connection: Connection): void;
  /** The server is needed apart from calls: there are subscriptions, or it is being debugged. */
  isHeld(): boolean;
  /** A debugger has stopped it: it cannot answer. */
  isPaused(): boolean;
}

export interface Run {
  readonly connection: Connection;
  readonly lifetime: Lifetime;
  readonly since: number;
  /** The ping that is under way, shared by all that have a doubt. */
  check?: Promise<void> | undefined;
  /** Until its turn to be pinged. */
  turn?: ReturnType<typeof setTimeout> | undefined;
}

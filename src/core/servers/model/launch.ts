import type { Transport } from '@modelcontextprotocol/client';
import { type Budgets, defaultBudgets } from '../../wire/budgets.ts';
import type { OAuthOptions } from '../../config/model/launch.ts';

/** How a server is reached: resolved, with no variable left in it. */
export type Launch = MemoryLaunch | StdioLaunch | HttpLaunch | WebSocketLaunch;
export type TransportKind = Launch['kind'];

export interface MemoryLaunch {
  readonly kind: 'memory';
  /** Gets the server's end of a linked pair: `(end) => mcpServer.connect(end)`. */
  serve(end: Transport): void | Promise<void>;
}

export interface StdioLaunch {
  readonly kind: 'stdio';
  readonly command: string;
  /** Where the command was found when it was approved: this is run. Absent, it is looked up at the start. */
  readonly program?: string;
  readonly args: readonly string[];
  /** What the configuration declares, `null` to unset; otherwise the child gets the minimal environment. */
  readonly env: Readonly<Record<string, string | null>>;
  readonly cwd?: string;
  /** Keys of the entry that have no meaning. */
  readonly unread?: readonly string[];
  /** Of a server that starts under a debugger, whose port is printed there. */
  onStderr?(text: string): void;
}

export interface HttpLaunch {
  /** `http` falls back to SSE where the server only knows that; `sse` the other way round. */
  readonly kind: 'http' | 'sse';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly oauth?: OAuthLaunch;
  readonly unread?: readonly string[];
}

/** What a user registered with the authorization server beforehand, its variables expanded. */
export type OAuthLaunch = Omit<OAuthOptions, 'enterpriseManaged'>;

export interface WebSocketLaunch {
  readonly kind: 'ws';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly unread?: readonly string[];
}

/** Numbers for each server, and switches; some of them a user may set. Times in milliseconds; 0 turns an optional one off. */
export interface ServerLimits extends Budgets {
  /** Connecting lists the tools; otherwise they are listed on demand. */
  readonly autoDiscover: boolean;
  /** Connects without asking for the modern era. */
  readonly isLegacy: boolean;
  /** From the spawn to the tools being listed. */
  readonly connectTimeoutMs: number;
  /** Reset by each progress notification. */
  readonly callTimeoutMs: number;
  /** Of single tools, instead of `callTimeoutMs`. */
  readonly toolTimeoutsMs: Readonly<Record<string, number>>;
  /** Absolute: progress does not move it. */
  readonly callCapMs: number;
  /** How long a silent server may leave the era probe unanswered before it counts as legacy. */
  readonly probeTimeoutMs: number;
  readonly maxConcurrentCalls: number;
  /** Calls that may wait for a turn; more are refused at once. */
  readonly maxQueuedCalls: number;
  /** 0 = never stop when idle. */
  readonly idleStopMs: number;
  readonly checkEveryMs: number;
  readonly reconnectAttempts: number;
}

export const defaultLimits: ServerLimits = {
  ...defaultBudgets,
  autoDiscover: true,
  isLegacy: false,
  connectTimeoutMs: 30_000,
  callTimeoutMs: 30_000,
  toolTimeoutsMs: {},
  callCapMs: 600_000,
  probeTimeoutMs: 15_000,
  maxConcurrentCalls: 10,
  maxQueuedCalls: 1_000,
  idleStopMs: 5 * 60_000,
  checkEveryMs: 60_000,
  reconnectAttempts: 8,
};

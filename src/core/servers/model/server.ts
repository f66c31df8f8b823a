import type { ReadonlySignal } from '@preact/signals-core';
import type { Event } from '../../../base/event.ts';
import type { Fault } from '../../../base/fault.ts';
import type { ServerStatistics } from '../../../contract/browse.ts';
import type { Era } from '../../../contract/inspector.ts';
import type { SignInStep } from '../../../contract/signIn.ts';
import type { InputRequired, InputRound } from './inputRound.ts';
import type {
  PromptDefinition,
  ResourceDefinition,
  ResourceTemplateDefinition,
  ToolDefinition,
} from '../../wire/definitions.ts';
import type { Launch, ServerLimits, TransportKind } from './launch.ts';
import type { ToolSelection } from './toolSelection.ts';

export interface ServerInfo {
  readonly era: Era;
  readonly protocolVersion: string;
  readonly name: string;
  readonly version: string;
  readonly instructions?: string;
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** The initialize or discover result as received. */
  readonly raw: unknown;
}

/** What a server offers beside tools; a part is `undefined` until it was requested. */
export interface ServerContents {
  readonly resources: readonly ResourceDefinition[] | undefined;
  readonly templates: readonly ResourceTemplateDefinition[] | undefined;
  readonly prompts: readonly PromptDefinition[] | undefined;
}

/** One state at a time; the four of the contract plus what trust and reconnect add. */
export type ServerState =
  | { readonly kind: 'disconnected'; readonly reason: 'never' | 'stopped' | 'idle' | 'disabled' | 'cancelled' }
  | { readonly kind: 'pending'; readonly reason: 'untrusted-workspace' | 'new' | 'changed' | 'policy' }
  | { readonly kind: 'connecting'; readonly since: number }
  | { readonly kind: 'connected'; readonly since: number; readonly info: ServerInfo }
  | {
      readonly kind: 'waiting';
      readonly attempt: number;
      /** After this many it is given up. */
      readonly attempts: number;
      readonly retryAt: number;
      readonly fault: Fault;
    }
  | { readonly kind: 'error'; readonly fault: Fault; readonly stderrTail: string };

/** The server was connected and is lost: it is retried automatically or with the next call. */
export function isOutage(state: ServerState): state is Extract<ServerState, { kind: 'waiting' | 'error' }> {
  return state.kind === 'waiting' || (state.kind === 'error' && state.fault.data?.['attempts'] !== undefined);
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  /** `performance.now()` from which the time-out counts, for a call that has waited in a queue; otherwise now. */
  readonly since?: number;
  readonly onProgress?: (progress: {
    readonly progress: number;
    readonly total?: number;
    readonly message?: string;
  }) => void;
  readonly meta?: Readonly<Record<string, unknown>>;
  /** At the end, if a user was asked meanwhile: for how long. It is no time of the server. */
  readonly onAsked?: (ms: number) => void;
  /** The caller runs the rounds of a modern server: it gets what is required instead of the SDK's handlers. */
  readonly round?: InputRound;
}

/** The access token in use. */
export interface SignedIn {
  /** Milliseconds since 1970, where it is known. */
  readonly expiresAt?: number;
  /** Without the user. */
  readonly isRenewable: boolean;
}

export interface ToolResult {
  readonly content: readonly unknown[];
  readonly structuredContent?: unknown;
  readonly isError: boolean;
  readonly _meta?: Readonly<Record<string, unknown>>;
  /** No result yet; only for a caller with `CallOptions.round`. */
  readonly inputRequired?: InputRequired;
  /** What the call has become at the server, as received; only for a caller with `InputRound.withTasks`. */
  readonly task?: Readonly<Record<string, unknown>>;
}

export type CompletionRef =
  | { readonly type: 'ref/prompt'; readonly name: string }
  | { readonly type: 'ref/resource'; readonly uri: string };

export interface ServerProcess {
  readonly pid: number;
  /** As it was run: resolved, so it may hold secrets. */
  readonly command: readonly string[];
  readonly folder?: string;
}

export type PendingReason = Extract<ServerState, { kind: 'pending' }>['reason'];

/** A server that Switchboard manages: the embedded one and each configured one alike. */
export interface ManagedServer {
  readonly id: string;
  readonly label: string;
  readonly source: string;
  readonly transport: TransportKind;
  readonly state: ReadonlySignal<ServerState>;
  /** The last known definitions, available without starting the server. */
  readonly tools: ReadonlySignal<readonly ToolDefinition[]>;
  /** The same with those that its entry keeps out. */
  readonly listedTools: ReadonlySignal<readonly ToolDefinition[]>;
  /** Entries of the server's lists that could not be used, as sentences. */
  readonly problems: ReadonlySignal<readonly string[]>;
  readonly contents: ReadonlySignal<ServerContents>;
  /** Updated a few times a second at most, for views. */
  readonly statistics: ReadonlySignal<ServerStatistics>;
  /** As they are now. */
  readStatistics(): ServerStatistics;
  /** What was exchanged to sign in, without secrets; the newest last. */
  readonly signInSteps: readonly SignInStep[];
  /** Since a request was made with what a sign-in granted. */
  readonly signedIn: ReadonlySignal<SignedIn | undefined>;
  /** One that belongs to no connection, such as a revocation; it is shown in the traffic too. */
  addSignInStep(step: SignInStep): void;
  /** A sign-in page has been opened: what waits for the server waits for a user now. */
  readonly onSignInPage: Event<void>;
  /** Of a server that runs as a process of ours, while it is connected. */
  readonly process: ServerProcess | undefined;
  /** Every notification of the server, progress aside: log messages, resource updates, changed lists. */
  readonly onNotification: Event<{ readonly method: string; readonly params: unknown }>;
  /** Concurrent starts share one. Rejects with the fault that the state then shows. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** With a time of grace, calls that run may end in it, those that come wait, and the tools stay listed. */
  restart(graceMs?: number): Promise<void>;
  /** Each start from now on is that of a debugger, which changes the approved launch by its own flags; `undefined` ends it. */
  debugWith(change: ((launch: Launch) => Launch) | undefined): void;
  /** While a debugger has stopped the server, no timeout runs and its health is not checked. */
  setPaused(isPaused: boolean): void;
  /** Ends the countdown of a `waiting` server. */
  retryNow(): Promise<void>;
  /** One attempt if the server is lost or could not be started, unless there was one just now. Never rejects. */
  tryAgain(): Promise<void>;
  /** Withdraws the approval: stops the server and does not start it until `approve`. */
  suspend(reason: PendingReason): Promise<void>;
  /** Back from `pending` to disconnected. Starts nothing by itself. */
  approve(): void;
  /** Follows `disabled` of its entry. */
  setDisabled(disabled: boolean): Promise<void>;
  /** Round trip in milliseconds. Never starts the server. */
  ping(): Promise<number>;
  /** Starts the server if necessary. A result with isError is a value, not a fault. */
  callTool(name: string, args: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<ToolResult>;
  /** Any request of the protocol, for the inspector. */
  request(
    method: string,
    params: Readonly<Record<string, unknown>> | undefined,
    options?: CallOptions,
  ): Promise<unknown>;
  /** Sends a message as typed, valid or not; returns the whole response, or `undefined` if there is none. */
  sendTyped(text: string, options?: CallOptions): Promise<unknown>;
  /** Requests resources, templates and prompts (starting the server if necessary); kept up to date from then on. */
  loadContents(): Promise<ServerContents>;
  refreshTools(): Promise<void>;
  readResource(uri: string, options?: CallOptions): Promise<unknown>;
  getPrompt(name: string, args: Readonly<Record<string, string>>, options?: CallOptions): Promise<unknown>;
  complete(
    ref: CompletionRef,
    argument: { readonly name: string; readonly value: string },
    options?: CallOptions,
  ): Promise<unknown>;
  /** Updates arrive as `notifications/resources/updated`; held across reconnects. */
  subscribe(uri: string): Promise<void>;
  unsubscribe(uri: string): Promise<void>;
  readonly subscribed: readonly string[];
  setLogLevel(level: string): Promise<void>;
  /** Unset until one is chosen. */
  readonly logLevel: string | undefined;
  /** Applies changed limits, without a restart. */
  adjust(limits: Partial<ServerLimits>): void;
  /** Applies a changed tool selection, without a restart. */
  choose(choice: ToolSelection): void;
  /** Stops, and never starts again. */
  dispose(): Promise<void>;
}

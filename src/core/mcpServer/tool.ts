import type { Log } from '../../base/log.ts';
import type { ServerHost } from './host.ts';
import type { ProfileName } from './profile.ts';

/** A JSON Schema 2020-12 object as it is advertised. Write it as a module-level constant: validators are compiled once per object. */
export type JsonSchema = Readonly<Record<string, unknown>>;
export type ToolArguments = Readonly<Record<string, unknown>>;

/** What the tool is like; hints for the client, never a promise that it may rely on. */
export interface ToolAnnotations {
  /** No state changes. */
  readonly readOnlyHint?: boolean;
  /** Irreversible. */
  readonly destructiveHint?: boolean;
  /** Doing it again has the same effect. */
  readonly idempotentHint?: boolean;
  /** Reaches external systems. */
  readonly openWorldHint?: boolean;
}

/** One tool: one file that exports this value, and one line in `tools.ts`. */
export interface ServerTool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  /** A successful outcome must then carry a `structuredContent` that fits. */
  readonly outputSchema?: JsonSchema;
  readonly annotations?: ToolAnnotations;
  readonly _meta?: Readonly<Record<string, unknown>>;
  /** It uses nothing of its context but the signal, the log and the progress. */
  readonly plain?: boolean;
  /** It may become a task. */
  readonly longRunning?: boolean;
  /** Besides `all`, which has every tool. */
  readonly profiles: readonly Exclude<ProfileName, 'all'>[];
  /** Imports the implementation: called once per embedded server, at the first call of the tool. */
  load(host: ServerHost): Promise<RunTool>;
  /** The text for arguments that do not fit the schema, where the tool has a contract of its own; else a general one is written. */
  explain?(problems: readonly ArgumentProblem[], args: ToolArguments): string | Explanation;
}

export interface Explanation {
  /** For the model: what is wrong, and what is allowed instead. */
  readonly text: string;
  /** For the log, where its words differ. */
  readonly log: string;
}

/** Arguments are already valid against `inputSchema`; defaults of the schema are NOT filled in. */
export type RunTool = (args: ToolArguments, context: ToolContext) => Promise<ToolOutcome>;

export interface ToolContext {
  /** Fires when the client cancels, disconnects, or the server stops. The work must really end then. */
  readonly signal: AbortSignal;
  /** Sent only where the client asked for progress; cheap otherwise. `progress` must grow. */
  progress(report: ProgressReport): void;
  /** Carries `req_id` and the trace of this call. */
  readonly log: Log;
  readonly requestId: string | number;
  /** W3C trace context of the caller (`_meta.traceparent`). */
  readonly traceparent?: string;
  /**
   * Asks the user at the client; absent where the client cannot ask.
   * The first call of a key ends this run: the tool runs again FROM THE START with the
   * answer at hand, in both eras. So ask before doing work, and ask the same each time.
   */
  readonly ask?: AskClient;
  /** The general form of `ask`: requests of the protocol by key, answered all together and raw. Same rule: ends this run, then the tool runs again. */
  inputs(requests: Readonly<Record<string, ClientRequest>>): Promise<Readonly<Record<string, unknown>>>;
  /**
   * What follows may take minutes: a client that knows tasks is answered now, and polls the task for the outcome.
   * Absent where it does not know them. From then on `signal` fires when the task is cancelled, progress is the
   * status of the task, and what the client is asked waits in it: the tool does not run again.
   */
  readonly becomeTask?: () => void;
  /** The client's capabilities, from this request or from the handshake. */
  readonly clientCapabilities: Readonly<Record<string, unknown>>;
}

export interface ProgressReport {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

/** `undefined` means declined or closed, and is never consent. */
export type AskClient = (
  key: string,
  question: ClientInputRequest,
) => Promise<Readonly<Record<string, unknown>> | undefined>;

export interface ClientInputRequest {
  readonly message: string;
  /** A flat JSON Schema object of what is wanted; without one the question is yes or no. */
  readonly schema?: JsonSchema;
}

export interface ClientRequest {
  readonly method: 'elicitation/create' | 'sampling/createMessage' | 'roots/list';
  readonly params?: Readonly<Record<string, unknown>>;
}

interface TextContent {
  readonly type: 'text';
  readonly text: string;
}
type ToolContent = TextContent | (Readonly<Record<string, unknown>> & { readonly type: string });

/** An expected outcome, good or bad. Throw only for bugs and broken environments: the client then sees a sanitised text. */
export interface ToolOutcome {
  readonly content: readonly ToolContent[];
  readonly structuredContent?: unknown;
  readonly isError: boolean;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

export function textOutcome(text: string, structuredContent?: unknown): ToolOutcome {
  return {
    content: [{ type: 'text', text }],
    ...(structuredContent !== undefined && { structuredContent }), // in the SDK's order, so that the fast path writes the same bytes
    isError: false,
  };
}

export function errorOutcome(text: string): ToolOutcome {
  return { content: [{ type: 'text', text }], isError: true };
}

/** One way in which arguments miss the schema, as the validator saw it. */
export interface ArgumentProblem {
  /** JSON pointer of the value; `''` is the arguments object itself. */
  readonly path: string;
  /** JSON Schema keyword that failed: `required`, `type`, `enum`, `minLength`, `additionalProperties`, … */
  readonly keyword: string;
  /** The keyword's parameters: `missingProperty`, `additionalProperty`, `allowedValues`, `limit`, `type`, … */
  readonly params: Readonly<Record<string, unknown>>;
  readonly message: string;
}

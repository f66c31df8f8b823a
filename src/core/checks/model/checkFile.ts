import type { JsonObject } from '../../../base/json.ts';
import type { InputDeclaration } from '../../config/model/model.ts';
import type { Span } from '../../config/text/lineMap.ts';

/** A file `*.mcptest.json`. */
export interface CheckFile {
  /** Absolute. */
  readonly file: string;
  /** A name of the configuration, or an entry as it would stand in mcp.json. */
  readonly server: string | JsonObject;
  readonly serverSpan: Span;
  /** For `${name}` in the steps and in a server of the file. `${env:NAME}` and `${input:ID}` are still in the values. */
  readonly variables: Readonly<Record<string, string>>;
  /** By name, the variables that are different there. */
  readonly environments: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** For `${input:ID}`: the user is asked once, and a password is kept in the secret store. */
  readonly inputs: readonly InputDeclaration[];
  readonly checks: readonly Check[];
}

export interface Check {
  /** Unique in its file; names the snapshot. */
  readonly id: string;
  readonly title?: string;
  /** Why it is not run. */
  readonly skip?: string;
  readonly steps: readonly Step[];
  readonly span: Span;
}

export type StepKind = 'call' | 'read' | 'prompt' | 'complete' | 'list';

/** What is sent. */
export interface StepRequest {
  readonly kind: StepKind;
  /** A tool, URI, prompt, or what is listed. */
  readonly target: string;
  readonly args?: JsonObject;
  /** The call is cancelled after so many milliseconds. */
  readonly cancelAfterMs?: number;
  readonly timeoutMs?: number;
}

export interface Step extends StepRequest {
  readonly args: JsonObject;
  /** What questions of the server get, in their order; one that finds none is declined. */
  readonly answers: readonly JsonObject[];
  /** Variables for later steps: by name, a JSON pointer into the result. */
  readonly take: Readonly<Record<string, string>>;
  readonly expect: Expectations;
  readonly ignore: readonly Ignored[];
  readonly span: Span;
}

export interface Expectations {
  readonly isError?: boolean;
  /** The code of a JSON-RPC error. */
  readonly error?: number;
  readonly cancelled?: boolean;
  readonly contains?: string | readonly string[];
  readonly matches?: string;
  /** What the structured content, or JSON in the text, must hold at least. */
  readonly json?: unknown;
  /** By JSON pointer into the result, a schema. */
  readonly at?: Readonly<Record<string, JsonObject>>;
  readonly schema?: JsonObject;
  /** It fits the tool's own output schema. */
  readonly outputSchema?: boolean;
  readonly maxMs?: number;
  /** So many times the duration that the snapshot has. */
  readonly maxTimes?: number;
  readonly progress?: boolean;
  readonly maxTokens?: number;
  readonly snapshot?: boolean;
  /** The scan finds nothing in it that gives orders to a model. */
  readonly clean?: boolean;
}

/** A part of a snapshot that differs from run to run. */
export interface Ignored {
  readonly at: string;
  /** What must stand there instead; anything, where it is absent. */
  readonly as?: NoiseKind;
}

export type NoiseKind = 'iso-time' | 'epoch' | 'uuid' | 'hex' | 'path' | 'port' | 'duration' | 'any';

export interface CheckProblem {
  readonly file: string;
  readonly message: string;
  readonly severity: 'error' | 'warning';
  /** Whether a JSON editor with the schema finds it too. */
  readonly isForm: boolean;
  readonly span: Span;
}

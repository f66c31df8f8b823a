import type { Severity } from '../../config/model/model.ts';
import type { Span } from '../../config/text/lineMap.ts';
import type { JsonSchema, ToolAnnotations } from '../../mcpServer/tool.ts';

export const defaultPrefix = 'tairseach_';
export const maxManifestBytes = 1_000_000;

type ManifestProblemCode =
  | 'unreadable'
  | 'too-large'
  | 'too-many'
  | 'syntax'
  | 'shape'
  | 'tool'
  | 'name'
  | 'schema'
  | 'no-method'
  | 'prompt'
  | 'duplicate'
  | 'confusable';

/** One thing that is wrong, with its place: the same shape as a problem of mcp.json, so both are shown alike. */
export interface ManifestProblem {
  readonly code: ManifestProblemCode;
  readonly severity: Severity;
  /** A whole sentence for a user. */
  readonly message: string;
  readonly file: string;
  readonly span: Span;
}

export type ManifestPath = readonly (string | number)[];

/** A problem before its place in the text is known: looking that up costs a second parse, so only bad files pay it. */
export interface Flaw {
  readonly code: ManifestProblemCode;
  readonly severity: Severity;
  readonly message: string;
  readonly path: ManifestPath;
}

export interface FileFlaw extends Flaw {
  readonly file: string;
}

/** A tool as a manifest declares it, fit to be offered. */
export interface DeclaredTool {
  readonly name: string;
  /** What is called on the socket. It comes from the manifest and from nowhere else. */
  readonly method: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations?: ToolAnnotations;
  readonly timeoutMs?: number;
  /** The question before each call, with `{argument}` in it; false where a destructive tool needs none. */
  readonly confirm?: string | false;
  /** The service may answer with questions to the user. */
  readonly asks?: true;
  /** Where in the file it stands. */
  readonly path: ManifestPath;
}

/** A prompt as a manifest declares it. */
export interface DeclaredPrompt {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly arguments: readonly {
    readonly name: string;
    readonly title?: string;
    readonly description: string;
    readonly required: boolean;
  }[];
  /** With `{argument}` where its value goes. */
  readonly template: string;
  readonly path: ManifestPath;
}

export interface Manifest {
  readonly file: string;
  readonly tools: readonly DeclaredTool[];
  readonly prompts: readonly DeclaredPrompt[];
  readonly problems: readonly ManifestProblem[];
}

/** `file:line: message`, the form that editors and terminals make a link of. */
export function describeProblem({ file, span, message }: ManifestProblem): string {
  return `${file}:${span.line + 1}: ${message}`;
}

import { method } from './rpc/contract.ts';
import { object, text } from './rpc/shape.ts';

export type LintSeverity = 'error' | 'warning' | 'info';

export interface LintFindingView {
  readonly rule: string;
  readonly severity: LintSeverity;
  /** `tools/add_note`, `prompts/review`, `resources/file:///a`, or `server`. */
  readonly subject: string;
  /** A JSON pointer into the definition. */
  readonly path?: string;
  readonly message: string;
  readonly remedy: string;
}

/** Whether a client takes all of the server, as far as is known. */
export interface ClientVerdictView {
  readonly host: string;
  readonly verdict: 'refuses' | 'loses' | 'takes';
  readonly reasons: readonly {
    readonly rule: string;
    readonly effect: 'refuses' | 'loses';
    readonly subjects: readonly string[];
    readonly source: 'documentation' | 'issue' | 'program' | 'assumed';
    readonly date: string;
  }[];
}

export interface LintView {
  /** 0 to 100. */
  readonly score: number;
  readonly lost: readonly { readonly rule: string; readonly points: number; readonly findings: number }[];
  /** Errors first. */
  readonly findings: readonly LintFindingView[];
  readonly clients: readonly ClientVerdictView[];
}

export const lintHostMethods = {
  /** Lists the tools twice and calls none. */
  'servers/lint': method(object({ server: text })).answers<LintView>(),
} as const;

import { method } from './rpc/contract.ts';
import { object, text } from './rpc/shape.ts';

export type LintSeverity = 'error' | 'warning' | 'info';

export interface LintFinding {
  readonly rule: string;
  readonly severity: LintSeverity;
  /** What it concerns: `tools/add_note`, `prompts/review`, `resources/file:///a`, or `server`. */
  readonly subject: string;
  /** A JSON pointer into the definition, where the finding has a narrower place. */
  readonly path?: string;
  /** Why it matters, as a whole sentence. */
  readonly message: string;
  /** What to change, as a whole sentence. */
  readonly remedy: string;
}

/** What a client does with a definition that breaks a rule. */
export interface HostStatement {
  readonly rule: string;
  readonly effect: 'refuses' | 'loses';
  /** Where it was read or seen. */
  readonly source: 'documentation' | 'issue' | 'program';
  readonly date: string;
}

export interface HostVerdict {
  readonly host: string;
  /** `refuses` some of it, `loses` some of it, or takes it all as far as is known. */
  readonly verdict: HostStatement['effect'] | 'takes';
  readonly reasons: readonly (HostStatement & { readonly subjects: readonly string[] })[];
}

export interface LintScore {
  /** 0 to 100. */
  readonly score: number;
  /** Where the rest went, rule by rule, the largest first. */
  readonly lost: readonly { readonly rule: string; readonly points: number; readonly findings: number }[];
}

export interface LintView extends LintScore {
  /** Errors first. */
  readonly findings: readonly LintFinding[];
  readonly clients: readonly HostVerdict[];
}

export const lintHostMethods = {
  /** Lists the tools twice and calls none. */
  'servers/lint': method(object({ server: text })).answers<LintView>(),
} as const;

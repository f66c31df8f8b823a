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

/** A finding that does not know its rule yet. */
export type Found = Omit<LintFinding, 'rule' | 'severity'>;

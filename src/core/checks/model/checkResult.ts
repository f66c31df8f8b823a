import type { Check } from './checkFile.ts';

/** One expectation that was not met. */
export interface Mismatch {
  readonly expectation: string;
  readonly message: string;
  /** Line of the step, from zero. */
  readonly line: number;
  readonly expected?: string;
  readonly actual?: string;
}

export type CheckStatus = 'passed' | 'failed' | 'skipped' | 'broken';

export interface CheckResult {
  readonly file: string;
  readonly server: string;
  readonly check: Pick<Check, 'id' | 'title' | 'span'>;
  readonly status: CheckStatus;
  readonly ms: number;
  readonly mismatches: readonly Mismatch[];
  /** Why it was skipped, or why it could not be run. */
  readonly reason?: string;
  /** What a snapshot was given in this run. */
  readonly snapshot?: 'written' | 'updated';
}

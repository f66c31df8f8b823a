import path from 'node:path';
import type { CheckProblem } from '../model/checkFile.ts';
import type { CheckResult, CheckStatus } from '../model/checkResult.ts';

/** What a run came to, for every reporter. */
export interface CheckReport {
  readonly results: readonly CheckResult[];
  /** Mistakes in check files. */
  readonly problems: readonly CheckProblem[];
  readonly ms: number;
  /** The run was interrupted: what is there is all that was done. */
  readonly isPartial: boolean;
}

export function countOf({ results }: CheckReport, status: CheckStatus): number {
  return results.filter((result) => result.status === status).length;
}

/** 0 all passed, 1 one failed, 2 one could not be run. */
export function exitCodeOf(report: CheckReport): number {
  if (countOf(report, 'failed') > 0) return 1;
  return countOf(report, 'broken') > 0 || report.problems.length > 0 || report.isPartial ? 2 : 0;
}

export function titleOf({ check }: CheckResult): string {
  return check.title ?? check.id;
}

/** Why it did not pass, on one line. */
export function reasonOf({ reason, mismatches: [first] }: CheckResult): string {
  return reason ?? first?.message ?? '';
}

/** A mistake in a check file, as compilers write theirs. */
export function problemLine({ file, span, message }: CheckProblem, folder: string): string {
  return `${path.relative(folder, file)}:${span.line + 1}:${span.column + 1}: ${message}`;
}

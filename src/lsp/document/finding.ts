import type { ProblemCode } from '../../core/config/model/model.ts';
import type { TextRange } from '../../core/config/model/problems.ts';
import type { RiskCode } from '../../core/trust/approval/risk.ts';
import type { EditorCheck } from '../../contract/language.ts';

/** Each is a page of its own in a user's mind: what it means and what to do about it. */
export type FindingCode =
  | ProblemCode
  | RiskCode
  | 'unknown-key'
  | 'foreign-key'
  | 'comments'
  | 'command-not-found'
  | 'missing-file'
  | 'missing-folder'
  | 'missing-env-file'
  | 'env-file-not-ignored'
  | 'secret-literal'
  | 'placeholder'
  | 'open-input'
  | 'unset-variable'
  | 'foreign-variable'
  | 'wrong-transport'
  | 'missing-type'
  | 'unsupported-transport'
  | 'deprecated-transport'
  | 'npx-without-yes'
  | 'docker-not-interactive'
  | 'docker-detached'
  | 'docker-tty'
  | 'docker-variable'
  | 'agent-delivery'
  | 'server-failed'
  | 'server-pending';

export interface TextChange {
  readonly offset: number;
  readonly length: number;
  readonly text: string;
}

export interface Fix {
  readonly title: string;
  readonly changes: readonly TextChange[];
  /** The one that a user most likely wants. */
  readonly preferred?: boolean;
  /** Another file: made with this text, or with it added at its end. */
  readonly file?: { readonly path: string; readonly append: string };
  /** A command of the editor. */
  readonly command?: { readonly id: string; readonly args: readonly unknown[] };
}

interface Related {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
  readonly message: string;
}

export interface Finding {
  readonly code: FindingCode;
  /** A `hint` is no alarm: it is drawn as faint dots and stays out of the list of problems. */
  readonly severity: 'error' | 'warning' | 'info' | 'hint';
  readonly message: string;
  readonly at: TextRange;
  readonly server?: string;
  /** Where the editor says so itself, this is not shown; its fixes are still offered. */
  readonly coveredBy?: EditorCheck;
  readonly unnecessary?: boolean;
  readonly deprecated?: boolean;
  readonly related?: readonly Related[];
  /** Made only when someone opens the light bulb. */
  readonly fixes?: () => readonly Fix[];
}

export function replaceAt(at: TextRange, text: string): TextChange {
  return { offset: at.offset, length: at.length, text };
}

/** The one stretch in which two texts differ. */
export function differenceOf(before: string, after: string): TextChange {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return { offset: start, length: before.length - start - end, text: after.slice(start, after.length - end) };
}

import type { ProblemCode } from '../../core/config/model/model.ts';
import type { TextRange } from '../../core/config/model/problems.ts';
import type { RiskCode } from '../../core/trust/approval/risk.ts';
import type { EditorCheck } from '../../contract/language.ts';

/** The code of each kind of finding. */
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
  /** The preferred fix. */
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
  /** A `hint` is drawn as faint dots and is not listed in the Problems view. */
  readonly severity: 'error' | 'warning' | 'info' | 'hint';
  readonly message: string;
  readonly at: TextRange;
  readonly server?: string;
  /** Not shown where the editor itself reports it; its fixes are still offered. */
  readonly coveredBy?: EditorCheck;
  readonly unnecessary?: boolean;
  readonly deprecated?: boolean;
  readonly related?: readonly Related[];
  /** Computed only when the light bulb is opened. */
  readonly fixes?: () => readonly Fix[];
}

export function replaceAt(at: TextRange, text: string): TextChange {
  return { offset: at.offset, length: at.length, text };
}

/** The one range in which two texts differ. */
export function differenceOf(before: string, after: string): TextChange {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return { offset: start, length: before.length - start - end, text: after.slice(start, after.length - end) };
}

import { shellQuote } from '../../core/calls/snippets/quote.ts';
import type { Learned } from '../../core/diagnosis/experiments/experiment.ts';
import type { Diagnosis, Remedy } from '../../core/diagnosis/model/diagnosis.ts';

export interface Examined {
  readonly server: string;
  readonly state: 'ok' | 'failed' | 'not tried';
  readonly tools?: number;
  readonly message?: string;
  readonly hint?: string;
  readonly file?: string;
  /** With the values of the launch: redacted where they are printed. */
  readonly diagnoses?: readonly Diagnosis[];
  /** What experiments found out beyond. */
  readonly learned?: readonly Learned[];
}

/** What was tried comes last: the numbers of the others stay the same. Two causes may have one remedy. */
export function remediesOf({
  diagnoses = [],
  learned = [],
}: Pick<Examined, 'diagnoses' | 'learned'>): readonly Remedy[] {
  const all = [...diagnoses, ...learned].flatMap(({ remedies }) => remedies);
  return all.filter(({ text }, at) => all.findIndex((each) => each.text === text) === at);
}

export function commandOf(cure: Remedy['cure']): string {
  if (cure?.kind !== 'terminal') return '';
  return `: ${cure.command.map(shellWord).join(' ')}${cure.cwd === undefined ? '' : ` (in ${cure.cwd})`}`;
}

/** To paste. A quote inside would be escaped, and a secret with it no longer found by the redactor. */
function shellWord(word: string): string {
  return word.includes("'") ? word : shellQuote(word);
}

import type { AskCure, Cure } from './diagnosis.ts';

/** The change of the entry, now that the user has given the value. */
export function answeredCure({ path, prefix = '', also = [] }: AskCure, answer: string): Cure {
  return { kind: 'edit', changes: [...also, { path, value: `${prefix}${answer}` }] };
}

import { type Evidence, outputOf } from './evidence.ts';
import type { Diagnosis, EntryPath, Place, Remedy } from './diagnosis.ts';

/** What a rule has found. */
export interface Finding {
  readonly cause: string;
  readonly remedies: readonly Remedy[];
  readonly proof?: string;
  readonly place?: Place;
  /** False where another cause could look the same. */
  readonly isCertain?: boolean;
}

export interface Rule {
  readonly id: string;
  diagnose(evidence: Evidence): Diagnosis | undefined;
}

export function rule(id: string, find: (evidence: Evidence) => Finding | undefined): Rule {
  return {
    id,
    diagnose(evidence) {
      const found = find(evidence);
      if (!found) return undefined;
      const { isCertain = true, ...rest } = found;
      return { rule: id, ...rest, certainty: isCertain ? 'certain' : 'likely' };
    },
  };
}

/**
 * A rule on what the server printed: the first pattern that matches decides, and its line is the proof. A pattern does
 * not begin with what fits anywhere, such as `[^\n]{0,80}`: on a long line that would be tried at each character.
 */
export function outputRule(
  id: string,
  patterns: readonly RegExp[],
  explain: (match: RegExpExecArray, evidence: Evidence, line: string) => Omit<Finding, 'proof'> | undefined,
): Rule {
  return rule(id, (evidence) => {
    const output = outputOf(evidence);
    for (const pattern of patterns) {
      const match = pattern.exec(output);
      if (!match) continue;
      const proof = lineAt(output, match.index + leadingBreaks(match[0]));
      const found = explain(match, evidence, proof);
      if (found) return { ...found, proof };
    }
    return undefined;
  });
}

export function inEntry(...path: EntryPath): { readonly place: Place } {
  return { place: { kind: 'entry', path } };
}

const longestProof = 300;

export function lineAt(text: string, index: number): string {
  const start = text.lastIndexOf('\n', index - 1) + 1;
  const end = text.indexOf('\n', index);
  return text
    .slice(start, end < 0 ? undefined : end)
    .trim()
    .slice(0, longestProof);
}

function leadingBreaks(text: string): number {
  return text.length - text.trimStart().length;
}

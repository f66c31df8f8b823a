import { stem } from '../../../base/stem.ts';
import { allWordsOf, callsOf, tellingWords } from './words.ts';

/** The concepts that a word or a phrase stands for. */
export type ConceptsOf = (key: string) => readonly string[];

/** A place in a text: the word that is there and everything else that it may be called. */
interface Unit {
  readonly word: string;
  readonly concepts: readonly string[];
}

export interface Terms {
  /** The words of the text with nothing left out. */
  readonly all: readonly string[];
  readonly units: readonly Unit[];
  /** Concepts of two or three words. */
  readonly phrases: readonly string[];
  /** Neighbouring words, in either order. */
  readonly pairs: readonly string[];
  /** Dotted and compound names, and identifiers of weaknesses. */
  readonly calls: readonly string[];
}

export function termsOf(text: string, conceptsOf: ConceptsOf): Terms {
  const all = allWordsOf(text);
  const words = tellingWords(all);
  const units = words.map((word): Unit => ({ word, concepts: conceptsOf(word) }));
  const phrases: string[] = [];
  const pairs: string[] = [];
  for (let i = 1; i < words.length; i++) {
    const [before, here] = [words[i - 1] ?? '', words[i] ?? ''];
    if (before !== here) pairs.push(pairOf(before, here));
    phrases.push(...conceptsOf(`${before} ${here}`));
    if (i > 1) phrases.push(...conceptsOf(`${words[i - 2] ?? ''} ${before} ${here}`));
  }
  const calls = callsOf(text);
  // `RabbitMQ` falls into two words, but is known as one name.
  phrases.push(...calls.flatMap((call) => conceptsOf(stem(call))));
  return { all, units, phrases, pairs, calls: [...calls, ...weaknessesOf(text)] };
}

/** What a whole short text is recognised by, nothing left out: "code injection" is not "injection". */
export function keyOf(text: string): string {
  return keyOfWords(allWordsOf(text));
}

export function keyOfWords(all: readonly string[]): string {
  return all.join(' ');
}

function pairOf(a: string, b: string): string {
  return a < b ? `${a} ${b}` : `${b} ${a}`;
}

/** `CWE-89`, `cwe 89` and `A01:2025` are questions too. */
function weaknessesOf(text: string): readonly string[] {
  if (!/\d/.test(text)) return [];
  const found = text.matchAll(/\bcwe[-_ :]?(\d{1,5})\b|\b((?:api|llm|mcp|a)\d{1,2}):20\d\d\b/gi);
  return [...found].map(([, cwe, owasp]) => (cwe === undefined ? `#${(owasp ?? '').toLowerCase()}` : `#cwe${cwe}`));
}

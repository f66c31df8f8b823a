import { cweName } from '../pattern/cweNames.ts';
import type { Pattern } from '../pattern/pattern.ts';
import { type ConceptsOf, type Terms, keyOf, termsOf } from './terms.ts';

/** Terms of a document with their weight. */
export type TermBag = Map<string, number>;
/** The documents of a term. */
export type Postings = readonly (readonly [document: number, weight: number])[];

interface Weights {
  readonly word: number;
  readonly pair: number;
  readonly call: number;
}

/** The fields of a pattern, weighed by how deliberately its author chose their words. */
export function termBagOf(pattern: Pattern, conceptsOf: ConceptsOf): TermBag {
  const bag: TermBag = new Map();
  const add = (texts: readonly string[], weights: Weights): void => {
    for (const text of texts) addTerms(bag, termsOf(text, conceptsOf), weights);
  };
  const { terms, actions, apis, files } = pattern.triggers;
  add([pattern.title], { word: 3, pair: 3, call: 3 });
  add(terms, { word: 3, pair: 4, call: 4 });
  add(actions, { word: 2, pair: 3, call: 2 });
  add(apis, { word: 0.8, pair: 2, call: 5 });
  add(files.map(wordsOfGlob), { word: 0.8, pair: 0, call: 0 });
  add(pattern.tells, { word: 1, pair: 0, call: 2 });
  add([pattern.threat, pattern.check, pattern.fix], { word: 1, pair: 0, call: 1.5 });
  add([pattern.category, pattern.subcategory], { word: 1, pair: 1, call: 0 });
  add(pattern.cwe.slice(0, 1).map(weaknessText), { word: 1, pair: 1.5, call: 12 });
  add(pattern.cwe.slice(1).map(weaknessText), { word: 1, pair: 1.5, call: 4 });
  add(pattern.owasp, { word: 0, pair: 0, call: 4 });
  add(
    pattern.examples.map((example) => example.bad),
    { word: 0.6, pair: 0, call: 1.5 },
  );
  add(pattern.invariants, { word: 0.3, pair: 0, call: 0.3 });
  add(
    pattern.mitigations.map((mitigation) => mitigation.text),
    { word: 0.3, pair: 0, call: 0.3 },
  );
  return bag;
}

/** No concepts here: they would make a harmless text compete for what it only resembles. */
export function negativeTermBagOf(text: string): TermBag {
  const bag: TermBag = new Map();
  const { units, pairs } = termsOf(text, () => []);
  for (const { word } of units) grow(bag, word, 3);
  for (const pair of pairs) grow(bag, pair, 3);
  return bag;
}

/** Names of patterns whose places begin at `from`. */
export function namesOf(
  patterns: readonly Pattern[],
  from: number,
  levelOf: (word: string) => number,
): ReadonlyMap<string, readonly number[]> {
  const names = new Map<string, number[]>();
  for (const [at, pattern] of patterns.entries())
    for (const name of shortNamesOf(pattern, levelOf)) append(names, name, from + at);
  return names;
}

/** By these a question of one to three words is known at once. */
function shortNamesOf(pattern: Pattern, levelOf: (word: string) => number): readonly string[] {
  const { title, triggers, cwe, owasp } = pattern;
  const texts = [title, ...triggers.terms, ...cwe, ...owasp, ...cwe.map((id) => cweName(id) ?? '')];
  const keys = [
    ...texts.filter(isWhole).map(keyOf),
    ...triggers.apis.map(keyOf).filter((key) => isOfTheTrade(key, levelOf)),
  ];
  return [...new Set(keys)].filter((key) => key !== '');
}

/** A text must not become a name by losing its marks: `v-html` is not "html". */
function isWhole(text: string): boolean {
  return keyOf(text).includes(' ') || !/[^\w ]/.test(text);
}

/** `mongoose` names a pattern, `status` does not, though both are triggers. */
function isOfTheTrade(key: string, levelOf: (word: string) => number): boolean {
  return key.length > 3 && key.split(' ').every((word) => levelOf(word) > 10);
}

function weaknessText(id: string): string {
  return `${id} ${cweName(id) ?? ''}`;
}

function wordsOfGlob(glob: string): string {
  return glob.replaceAll(/[*?[\]]/g, ' ');
}

function addTerms(bag: TermBag, terms: Terms, weights: Weights): void {
  for (const { word, concepts } of terms.units) {
    grow(bag, word, weights.word);
    for (const concept of concepts) grow(bag, concept, weights.word);
  }
  for (const phrase of terms.phrases) grow(bag, phrase, weights.word);
  for (const pair of terms.pairs) grow(bag, pair, weights.pair);
  for (const call of terms.calls) grow(bag, call, weights.call);
}

function grow(bag: TermBag, term: string, weight: number): void {
  if (weight > 0) bag.set(term, (bag.get(term) ?? 0) + weight);
}

export function weightOf(bag: TermBag): number {
  let sum = 0;
  for (const weight of bag.values()) sum += weight;
  return sum;
}

export function invert(bags: readonly TermBag[], from: number): ReadonlyMap<string, Postings> {
  const postings = new Map<string, (readonly [number, number])[]>();
  for (const [at, bag] of bags.entries())
    for (const [term, weight] of bag) append(postings, term, [from + at, weight] as const);
  return postings;
}

function append<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

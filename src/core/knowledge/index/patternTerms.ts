import { everydayShare } from './commonWords.ts';
import { cweName } from '../pattern/cweNames.ts';
import type { Pattern } from '../pattern/pattern.ts';
import { type Terms, keyOf, termsOf } from './terms.ts';

/** Terms of a document with their weight. */
export type TermBag = Map<string, number>;

interface Weights {
  readonly word: number;
  readonly pair: number;
  readonly call: number;
}

/** The fields of a pattern, weighed by how deliberately its author chose their words. */
export function termBagOf(pattern: Pattern): TermBag {
  const bag: TermBag = new Map();
  const { terms, actions, apis, files } = pattern.triggers;
  add(bag, [pattern.title], { word: 3, pair: 3, call: 3 });
  add(bag, terms, { word: 3, pair: 4, call: 4 });
  add(bag, actions, { word: 2, pair: 3, call: 2 });
  add(bag, apis, { word: 0.8, pair: 2, call: 5 });
  add(bag, files.map(wordsOfGlob), { word: 0.8, pair: 0, call: 0 });
  add(bag, pattern.tells, { word: 1, pair: 0, call: 2 });
  add(bag, [pattern.threat, pattern.check, pattern.fix], { word: 1, pair: 0, call: 1.5 });
  add(bag, [pattern.category, pattern.subcategory], { word: 1, pair: 1, call: 0 });
  add(bag, pattern.cwe.slice(0, 1).map(weaknessText), { word: 1, pair: 1.5, call: 12 });
  add(bag, pattern.cwe.slice(1).map(weaknessText), { word: 1, pair: 1.5, call: 4 });
  add(bag, pattern.owasp, { word: 0, pair: 0, call: 4 });
  add(
    bag,
    pattern.examples.map((example) => example.bad),
    { word: 0.6, pair: 0, call: 1.5 },
  );
  add(bag, pattern.invariants, { word: 0.3, pair: 0, call: 0.3 });
  add(
    bag,
    pattern.mitigations.map((mitigation) => mitigation.text),
    { word: 0.3, pair: 0, call: 0.3 },
  );
  return bag;
}

/** No concepts here: they would make a harmless text compete for what it only resembles. */
export function negativeTermBagOf(text: string): TermBag {
  const bag: TermBag = new Map();
  const { units, pairs } = termsOf(text);
  for (const { word } of units) grow(bag, word, 3);
  for (const pair of pairs) grow(bag, pair, 3);
  return bag;
}

/** By these a question of one to three words is known at once. */
export function shortNamesOf(pattern: Pattern): readonly string[] {
  const { title, triggers, cwe, owasp } = pattern;
  const texts = [title, ...triggers.terms, ...cwe, ...owasp, ...cwe.map((id) => cweName(id) ?? '')];
  const keys = [...texts.filter(isWhole).map(keyOf), ...triggers.apis.map(keyOf).filter(isOfTheTrade)];
  return [...new Set(keys)].filter((key) => key !== '');
}

/** A text must not become a name by losing its marks: `v-html` is not "html". */
function isWhole(text: string): boolean {
  return keyOf(text).includes(' ') || !/[^\w ]/.test(text);
}

/** `mongoose` names a pattern, `status` does not, though both are triggers. */
function isOfTheTrade(key: string): boolean {
  return key.length > 3 && key.split(' ').every((word) => everydayShare(word) < 2 ** -10);
}

function weaknessText(id: string): string {
  return `${id} ${cweName(id) ?? ''}`;
}

function wordsOfGlob(glob: string): string {
  return glob.replaceAll(/[*?[\]]/g, ' ');
}

function add(bag: TermBag, texts: readonly string[], weights: Weights): void {
  for (const text of texts) addTerms(bag, termsOf(text), weights);
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

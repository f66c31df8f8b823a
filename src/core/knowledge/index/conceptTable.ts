import { conceptLines } from './concepts.ts';
import { allWordsOf, wordsOf } from './words.ts';

/** The concepts of every word and phrase that stands for some. */
export function conceptTable(): ReadonlyMap<string, readonly string[]> {
  const table = new Map<string, string[]>();
  for (const line of conceptLines.trim().split('\n')) {
    const [name = '', list = ''] = line.split(': ');
    for (const phrase of list.split(' | ')) addPhrase(table, `@${name}`, phrase);
  }
  return table;
}

function addPhrase(table: Map<string, string[]>, concept: string, phrase: string): void {
  const words = wordsOf(phrase);
  const key = words.join(' ');
  if (key === '' || fellApart(phrase, words)) return;
  const known = table.get(key) ?? [];
  if (!known.includes(concept)) table.set(key, [...known, concept]);
}

/** "as the user" must not make every "user" a sign of something. */
function fellApart(phrase: string, words: readonly string[]): boolean {
  return words.length === 1 && allWordsOf(phrase).length > 1;
}

/** The files of `media/knowledge/chinese`, as they are: they are read when the first Chinese question comes. */
export interface ChineseData {
  /** `english words: 词 词`, a line each. */
  readonly lexicon: string;
  /** Pairs of a traditional and a simplified character. */
  readonly traditional: string;
}

export interface Tables {
  /** English of each word; `the` for words that say nothing. */
  readonly words: ReadonlyMap<string, string>;
  readonly simplified: ReadonlyMap<string, string>;
}

export function readTables({ lexicon, traditional }: ChineseData): Tables {
  const words = new Map<string, string>();
  for (const line of linesOf(lexicon)) {
    const colon = line.indexOf(':');
    const english = line.slice(0, colon);
    for (const word of line.slice(colon + 1).split(' ')) if (word !== '') words.set(word, english);
  }
  const pairs = linesOf(traditional).flatMap((line) => line.split(' '));
  return { words, simplified: new Map(pairs.map((pair) => [pair.slice(0, 1), pair.slice(1)])) };
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

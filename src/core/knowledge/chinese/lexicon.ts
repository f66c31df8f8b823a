/** What `media/knowledge/chinese` says, without its remarks: it is looked through when the first Chinese question comes. */
export interface ChineseData {
  /** `english words: 词 词`, a line each. */
  readonly lexicon: string;
  /** Each traditional character and then the simplified one. */
  readonly traditional: string;
}

export function chineseData(lexicon: string, traditional: string): ChineseData {
  return {
    lexicon: `${linesOf(lexicon).join('\n')}\n`,
    traditional: linesOf(traditional).join('').replaceAll(' ', ''),
  };
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

/**
 * The words of the lexicon, looked up where they stand: a table of all of them takes longer to make
 * than a question needs for its few. `the` is the English of words that say nothing.
 */
export class Lexicon {
  readonly #text: string;
  readonly #traditional: string;
  readonly #byFirst = new Map<string, ReadonlyMap<string, string>>();

  constructor({ lexicon, traditional }: ChineseData) {
    this.#text = lexicon;
    this.#traditional = traditional;
  }

  english(word: string): string | undefined {
    return this.beginningWith(word.charAt(0)).get(word);
  }

  /** The same character where it is not a traditional one. */
  simplified(sign: string): string {
    let at = this.#traditional.indexOf(sign);
    while (at % 2 === 1) at = this.#traditional.indexOf(sign, at + 1);
    return at < 0 ? sign : this.#traditional.charAt(at + 1);
  }

  /** Each with its English; where a word stands twice, the later line counts. */
  beginningWith(first: string): ReadonlyMap<string, string> {
    const known = this.#byFirst.get(first) ?? this.#read(first);
    this.#byFirst.set(first, known);
    return known;
  }

  #read(first: string): ReadonlyMap<string, string> {
    const text = this.#text;
    const found = new Map<string, string>();
    for (let at = text.indexOf(first); at >= 0; at = text.indexOf(first, at + 1)) {
      const before = text.charAt(at - 1);
      if (before === ' ' || before === ':') found.set(text.slice(at, endOfWord(text, at)), englishAt(text, at));
    }
    return found;
  }
}

function endOfWord(text: string, start: number): number {
  let end = start;
  while (text.charCodeAt(end) > space) end++;
  return end;
}

function englishAt(text: string, place: number): string {
  const line = text.lastIndexOf('\n', place) + 1;
  return text.slice(line, text.indexOf(':', line));
}

/** And the end of a line is less. */
const space = 32;

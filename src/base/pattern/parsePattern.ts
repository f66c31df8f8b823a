/** One part of a regular expression. */
export type PatternNode =
  | { readonly kind: 'char'; readonly fits: (char: string) => boolean }
  | { readonly kind: 'start' | 'end' }
  | { readonly kind: 'boundary'; readonly isNegated: boolean }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'either'; readonly options: readonly PatternNode[] }
  | { readonly kind: 'group'; readonly index: number; readonly inner: PatternNode }
  | { readonly kind: 'ahead'; readonly isNegated: boolean; readonly inner: PatternNode }
  | { readonly kind: 'back'; readonly index: number }
  | { readonly kind: 'repeat'; readonly inner: PatternNode; readonly times: Times };

interface Times {
  readonly min: number;
  readonly max: number;
  readonly isLazy: boolean;
}

/** Thrown for what this reader does not know: look-behind, names in references, flags inside. */
class Unsupported extends Error {}

/** `undefined` where the pattern, which is valid, has something that cannot be matched in steps. */
export function parsePattern(source: string, flags: string): PatternNode | undefined {
  try {
    return new PatternReader(source, flags).read();
  } catch (error) {
    if (error instanceof Unsupported) return undefined;
    throw error;
  }
}

const quantifier = /(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})(\??)/y;
const surrogatePair = /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}/y;
/** A letter, a digit or a sign behind a backslash, with what belongs to it. */
const escape = /\\(?:u\{[\da-fA-F]+\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|[pP]\{[^}]*\}|[^])/y;
const characterClass = /\[(?:\\[^]|[^\]\\])*\]/y;

/** The source is valid: V8 has compiled it before. */
class PatternReader {
  readonly #source: string;
  readonly #flags: string;
  #at = 0;
  #groups = 0;

  constructor(source: string, flags: string) {
    this.#source = source;
    this.#flags = flags;
  }

  read(): PatternNode {
    const node = this.#either();
    if (this.#at < this.#source.length) throw new Unsupported();
    return node;
  }

  #either(): PatternNode {
    const options = [this.#sequence()];
    while (this.#take('|')) options.push(this.#sequence());
    return options.length === 1 ? options[0]! : { kind: 'either', options };
  }

  #sequence(): PatternNode {
    const parts: PatternNode[] = [];
    while (this.#at < this.#source.length && !/[|)]/.test(this.#source[this.#at]!)) parts.push(this.#quantified());
    return parts.length === 1 ? parts[0]! : { kind: 'sequence', parts };
  }

  #quantified(): PatternNode {
    const inner = this.#atom();
    const found = this.#match(quantifier);
    return found ? { kind: 'repeat', inner, times: timesOf(found) } : inner;
  }

  #atom(): PatternNode {
    if (this.#take('^')) return { kind: 'start' };
    if (this.#take('$')) return { kind: 'end' };
    if (this.#take('(')) return this.#group();
    if (this.#source[this.#at] === '\\') return this.#escaped();
    const set = this.#source[this.#at] === '[' ? this.#match(characterClass) : undefined;
    if (set) return this.#charOf(set[0]);
    if (this.#take('.')) return this.#charOf('.');
    return this.#literal();
  }

  #literal(): PatternNode {
    const char = String.fromCodePoint(this.#source.codePointAt(this.#at)!);
    this.#at += char.length;
    return { kind: 'char', fits: (other) => other === char };
  }

  #escaped(): PatternNode {
    if (this.#take('\\b')) return { kind: 'boundary', isNegated: false };
    if (this.#take('\\B')) return { kind: 'boundary', isNegated: true };
    const back = this.#match(/\\([1-9]\d*)/y);
    if (back) return { kind: 'back', index: Number(back[1]) };
    const [text] = this.#match(surrogatePair) ?? this.#match(escape) ?? [];
    if (text === undefined || text.startsWith('\\k')) throw new Unsupported();
    return this.#charOf(text);
  }

  #group(): PatternNode {
    if (this.#take('?:')) return this.#closed();
    if (this.#take('?=')) return { kind: 'ahead', isNegated: false, inner: this.#closed() };
    if (this.#take('?!')) return { kind: 'ahead', isNegated: true, inner: this.#closed() };
    const isNamed = this.#match(/\?<[^=!>][^>]*>/y) !== undefined;
    if (!isNamed && this.#source[this.#at] === '?') throw new Unsupported();
    const index = ++this.#groups;
    return { kind: 'group', index, inner: this.#closed() };
  }

  #closed(): PatternNode {
    const inner = this.#either();
    if (!this.#take(')')) throw new Unsupported();
    return inner;
  }

  /** What stands for one character is left to V8: on one character no expression can be slow. */
  #charOf(text: string): PatternNode {
    const one = new RegExp(`^(?:${text})$`, this.#flags);
    return { kind: 'char', fits: (char) => one.test(char) };
  }

  #take(text: string): boolean {
    if (!this.#source.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#source);
    if (found) this.#at += found[0].length;
    return found ?? undefined;
  }
}

function timesOf([text, min, comma, max, lazy]: RegExpExecArray): Times {
  const isLazy = lazy === '?';
  if (text.startsWith('*')) return { min: 0, max: Infinity, isLazy };
  if (text.startsWith('+')) return { min: 1, max: Infinity, isLazy };
  if (text.startsWith('?')) return { min: 0, max: 1, isLazy };
  const least = Number(min);
  return { min: least, max: comma === undefined ? least : max ? Number(max) : Infinity, isLazy };
}

import { type PatternNode, parsePattern } from './parsePattern.ts';

const maxSourceLength = 5_000;
/** For any text, and for each of its characters. */
const baseSteps = 50_000;
const stepsPerCharacter = 10;
/** Each level takes several of the stack. */
const maxDepth = 500;

/** Thrown when the steps are used up. */
class GaveUp extends Error {}

/**
 * A regular expression that always ends. Patterns come from servers, and V8's own matcher cannot be stopped: `(a+)+$`
 * on a few dozen letters holds a page for hours. No look at a pattern tells for sure whether it is safe.
 */
export class BoundedPattern {
  readonly #root: PatternNode;

  private constructor(root: PatternNode) {
    this.#root = root;
  }

  /** A sentence's worth of reason instead, where it cannot be used. */
  static compile(source: string): BoundedPattern | 'invalid' | 'unsupported' {
    if (source.length > maxSourceLength) return 'unsupported';
    const flags = ['u', ''].find((each) => isValid(source, each)); // many patterns are valid only without the flag
    if (flags === undefined) return 'invalid';
    const root = parsePattern(source, flags);
    return root ? new BoundedPattern(root) : 'unsupported';
  }

  /** Whether it occurs anywhere in the text; `undefined` when that takes too many steps to find out. */
  test(text: string): boolean | undefined {
    const run = new MatchRun([...text]);
    try {
      for (let at = 0; at <= run.length; at++) if (run.match(this.#root, at, () => true)) return true;
      return false;
    } catch (error) {
      if (error instanceof GaveUp) return undefined;
      throw error;
    }
  }
}

function isValid(source: string, flags: string): boolean {
  try {
    return new RegExp(source, flags) instanceof RegExp;
  } catch {
    return false;
  }
}

type Next = (at: number) => boolean;

/** One search: `match` tries a part at a place and goes on with `next`, back and forth as V8 does. */
class MatchRun {
  readonly #chars: readonly string[];
  readonly #captured: (readonly [number, number] | undefined)[] = [];
  #steps: number;
  #depth = 0;

  constructor(chars: readonly string[]) {
    this.#chars = chars;
    this.#steps = baseSteps + stepsPerCharacter * chars.length;
  }

  get length(): number {
    return this.#chars.length;
  }

  match(node: PatternNode, at: number, next: Next): boolean {
    if (--this.#steps < 0 || this.#depth > maxDepth) throw new GaveUp();
    this.#depth++;
    try {
      return this.#tryAt(node, at, next);
    } finally {
      this.#depth--;
    }
  }

  #tryAt(node: PatternNode, at: number, next: Next): boolean {
    switch (node.kind) {
      case 'char':
        return at < this.length && node.fits(this.#chars[at]!) && next(at + 1);
      case 'start':
        return at === 0 && next(at);
      case 'end':
        return at === this.length && next(at);
      case 'boundary':
        return (this.#isWord(at - 1) !== this.#isWord(at)) !== node.isNegated && next(at);
      case 'sequence':
        return this.#sequence(node.parts, 0, at, next);
      case 'either':
        return node.options.some((option) => this.match(option, at, next));
      case 'group':
        return this.#group(node.index, node.inner, at, next);
      case 'ahead':
        return this.match(node.inner, at, () => true) !== node.isNegated && next(at);
      case 'back':
        return this.#again(node.index, at, next);
      case 'repeat':
        return node.inner.kind === 'char'
          ? this.#repeatChar(node.inner.fits, node.times, at, next)
          : this.#repeat(node, 0, at, next);
      default:
        return node satisfies never;
    }
  }

  #sequence(parts: readonly PatternNode[], index: number, at: number, next: Next): boolean {
    const part = parts[index];
    return part ? this.match(part, at, (end) => this.#sequence(parts, index + 1, end, next)) : next(at);
  }

  #group(index: number, inner: PatternNode, at: number, next: Next): boolean {
    const before = this.#captured[index];
    const found = this.match(inner, at, (end) => {
      const own = this.#captured[index];
      this.#captured[index] = [at, end];
      return next(end) || ((this.#captured[index] = own), false);
    });
    if (!found) this.#captured[index] = before;
    return found;
  }

  #again(index: number, at: number, next: Next): boolean {
    const [from, to] = this.#captured[index] ?? [0, 0];
    this.#steps -= to - from;
    const isSame = this.#chars.slice(from, to).every((char, offset) => this.#chars[at + offset] === char);
    return isSame && next(at + to - from);
  }

  /** Without a level for each character: texts are longer than the stack is deep. */
  #repeatChar(
    fits: (char: string) => boolean,
    { min, max, isLazy }: Extract<PatternNode, { kind: 'repeat' }>['times'],
    at: number,
    next: Next,
  ): boolean {
    let most = 0;
    while (most < max && at + most < this.length && fits(this.#chars[at + most]!)) most++;
    this.#steps -= most;
    for (let tried = 0; tried <= most - min; tried++) {
      if (--this.#steps < 0) throw new GaveUp();
      if (next(at + (isLazy ? min + tried : most - tried))) return true;
    }
    return false;
  }

  #repeat(node: Extract<PatternNode, { kind: 'repeat' }>, count: number, at: number, next: Next): boolean {
    const { min, max, isLazy } = node.times;
    // A turn that matched nothing would match nothing for ever.
    const again = (): boolean =>
      count < max &&
      this.match(node.inner, at, (end) => (end > at || count < min) && this.#repeat(node, count + 1, end, next));
    if (--this.#steps < 0) throw new GaveUp();
    if (count < min) return again();
    return isLazy ? next(at) || again() : again() || next(at);
  }

  #isWord(at: number): boolean {
    return /^\w$/.test(this.#chars[at] ?? '');
  }
}

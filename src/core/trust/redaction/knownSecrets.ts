import { escapePattern } from '../../../base/pattern/escapePattern.ts';
import { mark } from './mark.ts';
import { matchAt } from './matchAt.ts';
import { formsOf } from './secretForms.ts';

/** Shorter values occur by chance, and redacting them would make every text unreadable: they count only as words. */
const minLength = 6;
/** Secrets of one issuer begin alike; so many letters tell them apart. */
const longHead = 12;
const tableSize = 4_096;

/**
 * Values that are redacted wherever they occur, in each of their forms. A pattern with an alternative for each form
 * would try them all at each letter; this skips letters that none of them can hold (Wu and Manber), so that the cost
 * hardly depends on how many there are.
 */
export class KnownSecrets {
  /** With a count: the same value may be learned twice, and forgotten once. */
  readonly #counts = new Map<string, number>();
  readonly #shifts = new Uint8Array(tableSize);
  #byHead: Map<string, string[]> | undefined;
  #words: RegExp | undefined;
  /** Learned ones that are numbers: digits inside a longer number are another number. */
  readonly #numbers = new Set<string>();

  change(secret: string, by: 1 | -1): void {
    for (const form of formsOf(secret)) {
      const count = (this.#counts.get(form) ?? 0) + by;
      if (count > 0 && !mark.includes(form)) this.#counts.set(form, count);
      else this.#counts.delete(form);
    }
    if (/^\d+$/.test(secret) && this.#counts.has(secret)) this.#numbers.add(secret);
    else this.#numbers.delete(secret);
    this.#byHead = undefined;
  }

  hasNumber(value: number): boolean {
    return this.#numbers.size !== 0 && this.#numbers.has(String(value));
  }

  /** Of all forms. */
  get longest(): number {
    let longest = 0;
    for (const form of this.#counts.keys()) longest = Math.max(longest, form.length);
    return longest;
  }

  redact(text: string): string {
    if (this.#counts.size === 0) return text;
    const heads = this.#byHead ?? this.#build();
    const rest = this.#words ? text.replace(this.#words, mark) : text;
    return this.#replace(rest, heads);
  }

  #build(): Map<string, string[]> {
    const heads = new Map<string, string[]>();
    const all = [...this.#counts.keys()];
    this.#shifts.fill(minLength - 1);
    for (const form of all.filter(({ length }) => length >= minLength)) {
      const head = form.slice(0, minLength);
      heads.set(head, heads.get(head) ?? []);
      const key = form.length < longHead ? head : form.slice(0, longHead);
      heads.set(key, [...(heads.get(key) ?? []), form]);
      for (let at = 0; at < minLength - 1; at++) {
        const slot = slotOf(head, at);
        this.#shifts[slot] = Math.min(this.#shifts[slot]!, minLength - 2 - at);
      }
    }
    const short = all.filter(({ length }) => length < minLength).map(escapePattern);
    this.#words =
      short.length > 0 ? new RegExp(`(?<![A-Za-z0-9])(?:${short.join('|')})(?![A-Za-z0-9])`, 'g') : undefined;
    this.#byHead = heads;
    return heads;
  }

  #replace(text: string, heads: ReadonlyMap<string, readonly string[]>): string {
    let result = '';
    let from = 0;
    for (let at = this.#next(text, from); at < text.length; at = this.#next(text, Math.max(from, at + 1))) {
      const end = this.#endAt(text, at, heads);
      if (end === at) continue;
      result += text.slice(from, at) + markFor(text, at, end);
      from = end;
    }
    return result + text.slice(from);
  }

  /** Overlapping finds become one mark: what is left between them may say too much. */
  #endAt(text: string, start: number, heads: ReadonlyMap<string, readonly string[]>): number {
    let end = start;
    for (let at = start; at <= end; at++) end = Math.max(end, at + this.#longestAt(text, at, heads));
    return end;
  }

  #longestAt(text: string, at: number, heads: ReadonlyMap<string, readonly string[]>): number {
    const short = heads.get(text.slice(at, at + minLength));
    if (!short) return 0;
    let longest = 0;
    for (const form of [...short, ...(heads.get(text.slice(at, at + longHead)) ?? [])]) {
      if (form.length <= longest || !text.startsWith(form, at)) continue;
      if (!this.#numbers.has(form) || isWholeNumber(text, at, form.length)) longest = form.length;
    }
    return longest;
  }

  /** The next place where a form may begin; the end of the text where there is none. */
  #next(text: string, from: number): number {
    for (let at = from; at <= text.length - minLength;) {
      const shift = this.#shifts[slotOf(text, at + minLength - 2)]!;
      if (shift === 0) return at;
      at += shift;
    }
    return text.length;
  }
}

function slotOf(text: string, at: number): number {
  return (text.charCodeAt(at) * 61 + text.charCodeAt(at + 1)) & (tableSize - 1);
}

/** Digits of a longer number, a fraction or a negative number of JSON text are another number. */
const numberBegins = /(?<!\d\.?|[:,[]\s{0,4}-)/y;
const numberEnds = /(?!\.?\d)/y;

function isWholeNumber(text: string, at: number, length: number): boolean {
  return matchAt(numberBegins, text, at) !== null && matchAt(numberEnds, text, at + length) !== null;
}

const valueOfJson = /(?<=[:,[]\s{0,4})\d+(?=\s{0,4}[,}\]])/y;

/** A number in JSON text becomes a text. */
function markFor(text: string, start: number, end: number): string {
  const [value] = matchAt(valueOfJson, text, start) ?? [];
  return value?.length === end - start ? `"${mark}"` : mark;
}

import { type Disposable, disposable } from '../../../base/lifetime.ts';
import { Memo } from '../../../base/memo.ts';
import { KnownSecrets } from './knownSecrets.ts';
import { mark } from './mark.ts';
import { looksSecret } from './plausible.ts';
import { secretLevel } from './redactFields.ts';
import { redactPatterns } from './redactPatterns.ts';
import { pieceLength, redactInPieces } from './redactPieces.ts';

const maxDepth = 200;
const tooDeep = '[nested too deep to be shown]';
const minLength = 4;
const shortLength = 64;
const mostKept = 5_000;
const forgetAfterMs = 1_000;

/** What a key says about its value; a key that is itself a secret gets another text. */
interface KeyVerdict {
  readonly level: ReturnType<typeof secretLevel>;
  readonly shown: string;
}

/**
 * The one redactor: every log line, traffic row, export and error text goes
 * through it first. Redact before cutting: half a token matches nothing.
 */
export class Redactor {
  readonly #known = new KnownSecrets();
  #version = 0;
  /** Short texts, redacted: methods, versions and names come with every message. */
  readonly #short = new Memo((text: string) => this.#redact(text), mostKept);
  readonly #keys = new Memo(
    (key: string): KeyVerdict => ({ level: secretLevel(key), shown: this.text(key) }),
    mostKept,
  );

  get version(): number {
    return this.#version;
  }

  /** Redacts this value everywhere until disposed, and a moment longer: a message may be logged after the disposal. */
  learn(secret: string): Disposable {
    if (secret.trim().length < minLength || /^(?:true|false|null)$/.test(secret)) return disposable(() => {});
    this.#count(secret, 1);
    let done = false;
    return disposable(() => {
      if (!done) setTimeout(() => this.#count(secret, -1), forgetAfterMs).unref();
      done = true;
    });
  }

  text(text: string): string {
    return text.length > shortLength ? this.#redact(text) : this.#short.get(text);
  }

  #redact(text: string): string {
    try {
      return redactPatterns(this.#known.redact(text));
    } catch {
      // V8's stack is used up, also where a pattern is "invalid" for it: what cannot be checked is not shown.
      return mark;
    }
  }

  /** The same value where there is nothing to hide; otherwise a copy in which only the changed parts are new. */
  value<T>(value: T): T {
    return this.#walk(value, 0) as T;
  }

  /** The same in steps, for a value so large that it would block every server. */
  *steps(value: unknown, depth = 0): Generator<void, unknown> {
    if (typeof value === 'string' && value.length > pieceLength)
      return yield* redactInPieces(value, (text) => this.text(text), this.#known.longest);
    if (typeof value !== 'object' || value === null || depth > maxDepth) return this.#walk(value, depth);
    return Array.isArray(value) ? yield* this.#listSteps(value, depth) : yield* this.#objectSteps(value, depth);
  }

  *#listSteps(list: readonly unknown[], depth: number): Generator<void, readonly unknown[]> {
    if (isHeaderPair(list)) return this.#list(list, depth);
    const copy: unknown[] = [];
    for (const item of list) {
      copy.push(yield* this.steps(item, depth + 1));
      yield;
    }
    return copy;
  }

  *#objectSteps(object: object, depth: number): Generator<void, Readonly<Record<string, unknown>>> {
    const copy: Record<string, unknown> = { ...object };
    const { name } = copy;
    const named = typeof name === 'string' ? this.#keys.get(name).level : undefined;
    let renamed = false;
    for (const key in copy) {
      const { level: own, shown } = this.#keys.get(key);
      const level = key === 'value' ? (own ?? named) : own;
      const value = copy[key];
      copy[key] = level === undefined ? yield* this.steps(value, depth + 1) : this.#field(level, value, depth);
      renamed ||= shown !== key;
      yield;
    }
    return renamed ? this.#rename(copy) : copy;
  }

  #walk(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return this.text(value);
    if (typeof value === 'number') return this.#known.hasNumber(value) ? mark : value;
    if (typeof value !== 'object' || value === null) return value;
    if (depth > maxDepth) return tooDeep; // what is not looked at is not shown
    return Array.isArray(value) ? this.#list(value, depth) : this.#object(value as Record<string, unknown>, depth);
  }

  #list(list: readonly unknown[], depth: number): readonly unknown[] {
    let copy: unknown[] | undefined;
    for (let at = 0; at < list.length; at++) {
      const item = list[at];
      const clean = this.#walk(item, depth + 1);
      if (clean !== item) (copy ??= [...list])[at] = clean;
    }
    return isHeaderPair(list) && list[1] !== '' ? [(copy ?? list)[0], mark] : (copy ?? list);
  }

  #object(object: Readonly<Record<string, unknown>>, depth: number): Readonly<Record<string, unknown>> {
    let copy: Record<string, unknown> | undefined;
    let renamed = false;
    const named = typeof object['name'] === 'string' ? this.#keys.get(object['name']).level : undefined;
    // Not by Object.keys: a list for every object of every message costs more than looking at it.
    for (const key in object) {
      const value = object[key];
      const { level, shown } = this.#keys.get(key);
      const clean = this.#field(key === 'value' ? (level ?? named) : level, value, depth);
      if (clean !== value) (copy ??= { ...object })[key] = clean;
      renamed ||= shown !== key;
    }
    return renamed ? this.#rename(copy ?? object) : (copy ?? object);
  }

  #field(level: KeyVerdict['level'], value: unknown, depth: number): unknown {
    if (level === 'sure') return this.#hide(value, depth);
    return level === 'maybe' && typeof value === 'string' && looksSecret(value) ? mark : this.#walk(value, depth + 1);
  }

  /** Each keeps its place, and none replaces another. */
  #rename(object: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    const taken = new Set(Object.keys(object));
    const entries = Object.entries(object).map(([key, value]): [string, unknown] => {
      const { shown } = this.#keys.get(key);
      const name = shown === key ? key : freeKey(shown, taken);
      taken.add(name);
      return [name, value];
    });
    return Object.fromEntries(entries);
  }

  /** The text of a secret field is redacted completely. An object under such a name, as in a schema, is walked instead. */
  #hide(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return value === '' || /^\$\{[^}]*\}$/.test(value) ? this.text(value) : mark;
    if (typeof value === 'number') return mark;
    if (Array.isArray(value) && depth <= maxDepth) return value.map((item) => this.#hide(item, depth + 1));
    return this.#walk(value, depth + 1);
  }

  #count(secret: string, change: 1 | -1): void {
    this.#version++;
    this.#short.clear(); // what was harmless may hold the new secret
    this.#keys.clear();
    this.#known.change(secret, change);
  }
}

/** Only what patterns recognize; for texts without known secrets. */
export function redactText(text: string): string {
  return redactPatterns(text);
}

function freeKey(wanted: string, taken: ReadonlySet<string>): string {
  let key = wanted;
  for (let count = 2; taken.has(key); count++) key = `${wanted} ${count}`;
  return key;
}

function isHeaderPair(list: readonly unknown[]): boolean {
  return (
    list.length === 2 && typeof list[0] === 'string' && typeof list[1] === 'string' && secretLevel(list[0]) === 'sure'
  );
}

import { type Disposable, disposable } from '../../../base/lifetime.ts';
import { isSecretField } from './redactFields.ts';
import { mark, redactPatterns } from './redactPatterns.ts';

const maxDepth = 200;
const tooDeep = '[nested too deep to be shown]';
/** Shorter values occur by chance, and redacting them would make every text unreadable. */
const minKnownLength = 6;
const minExactLength = 4;
const shortLength = 64;
const maxClean = 4_096;
const forgetAfterMs = 1_000;

/**
 * The one redactor: every log line, traffic row, export and error text goes
 * through it first. Redact before cutting: half a token matches nothing.
 */
export class Redactor {
  /** With a count: the same value may be learned twice, and forgotten once. */
  readonly #known = new Map<string, number>();
  #pattern: RegExp | undefined;
  #version = 0;
  /** Short texts in which there was nothing: methods, versions and names come with every message. */
  readonly #clean = new Set<string>();

  get version(): number {
    return this.#version;
  }

  /** Redacts this value everywhere until disposed, and a moment longer: a message may be logged after the disposal. */
  learn(secret: string): Disposable {
    if (secret.trim().length < minExactLength) return disposable(() => {});
    this.#count(secret, 1);
    let done = false;
    return disposable(() => {
      if (!done) setTimeout(() => this.#count(secret, -1), forgetAfterMs).unref();
      done = true;
    });
  }

  text(text: string): string {
    if (text.length > shortLength) return this.#redact(text);
    if (this.#clean.has(text)) return text;
    const rest = this.#redact(text);
    if (rest === text) this.#remember(text);
    return rest;
  }

  #redact(text: string): string {
    if (this.#known.has(text)) return mark;
    const rest = this.#pattern ? text.replace(this.#pattern, mark) : text;
    return redactPatterns(rest);
  }

  #remember(text: string): void {
    if (this.#clean.size >= maxClean) this.#clean.clear();
    this.#clean.add(text);
  }

  /** The same value where there is nothing to hide; otherwise a copy in which only the changed parts are new. */
  value<T>(value: T): T {
    return this.#walk(value, 0) as T;
  }

  #walk(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return this.text(value);
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
    const named = typeof object['name'] === 'string' && isSecretField(object['name']);
    // Not by Object.keys: a list for every object of every message costs more than looking at it.
    for (const key in object) {
      const value = object[key];
      const secret = isSecretField(key) || (named && key === 'value');
      const clean = secret ? this.#hide(value, depth) : this.#walk(value, depth + 1);
      if (clean !== value) (copy ??= { ...object })[key] = clean;
    }
    return copy ?? object;
  }

  /** The text of a secret field is redacted completely. An object under such a name, as in a schema, is walked instead. */
  #hide(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return value === '' || /^\$\{[^}]*\}$/.test(value) ? value : mark;
    if (typeof value === 'number') return mark;
    if (Array.isArray(value)) return value.map((item) => this.#hide(item, depth + 1));
    return this.#walk(value, depth + 1);
  }

  #count(secret: string, change: 1 | -1): void {
    this.#version++;
    this.#clean.clear(); // what was harmless may hold the new secret
    for (const form of formsOf(secret)) {
      const count = (this.#known.get(form) ?? 0) + change;
      if (count > 0) this.#known.set(form, count);
      else this.#known.delete(form);
    }
    const long = [...this.#known.keys()].filter((form) => form.length >= minKnownLength);
    const source = long.toSorted((a, b) => b.length - a.length).map(escapePattern);
    this.#pattern = source.length > 0 ? new RegExp(source.join('|'), 'g') : undefined;
  }
}

/** A header's value, and the token after its scheme: a server may print the token alone. */
export function headerSecrets(value: string): readonly string[] {
  const bare = /^\s*(?:bearer|basic|token|apikey)\s+(.+)$/i.exec(value)?.[1]?.trim();
  return bare === undefined ? [value] : [value, bare];
}

/** Only what patterns recognize; for texts without known secrets. */
export function redactText(text: string): string {
  return redactPatterns(text);
}

function isHeaderPair(list: readonly unknown[]): boolean {
  return list.length === 2 && typeof list[0] === 'string' && typeof list[1] === 'string' && isSecretField(list[0]);
}

/** A secret also turns up inside JSON text, in an address, and as the body of a Basic header. */
function formsOf(secret: string): ReadonlySet<string> {
  const encoded = encodeSafely(secret);
  return new Set([
    secret,
    JSON.stringify(secret).slice(1, -1),
    encoded,
    Buffer.from(secret, 'utf8').toString('base64'),
  ]);
}

function encodeSafely(secret: string): string {
  try {
    return encodeURIComponent(secret);
  } catch {
    return secret; // half a surrogate pair cannot be in an address
  }
}

function escapePattern(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

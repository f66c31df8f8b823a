import { isRecord } from '../../base/json.ts';
import type { Cut, Place, Trimmed, TrimmedParts } from '../../contract/rpc/trimmed.ts';

/** How much of a value is sent at once: enough to read, little enough not to block the page. */
const longestText = 20_000;
const mostEntries = 500;
const mostNodes = 4_000;
const mostCharacters = 400_000;
/** Of a list whose rest is loaded, and of a text. */
const mostMoreEntries = 2_000;
const mostMoreText = 400_000;

/** About how many characters a value has as JSON, counted no further than `limit`. */
export function sizeOf(value: unknown, limit = Number.POSITIVE_INFINITY): number {
  let weight = 0;
  const stack: unknown[] = [value];
  while (stack.length > 0 && weight <= limit) {
    const next = stack.pop();
    if (typeof next === 'string') weight += next.length + 2;
    else if (Array.isArray(next)) weight += pushAll(stack, next);
    else if (isRecord(next)) weight += pushAll(stack, Object.values(next)) + keysWeight(next);
    else weight += 4;
  }
  return weight;
}

/** Not `push(...items)`: a list of a million entries is more arguments than a call may have. */
function pushAll(stack: unknown[], items: readonly unknown[]): number {
  for (const item of items) stack.push(item);
  return items.length + 2;
}

function keysWeight(record: Readonly<Record<string, unknown>>): number {
  let weight = 0;
  for (const key in record) weight += key.length + 3;
  return weight;
}

/** The value with what is too long cut short, and where. Broad before deep: the top of a large tree is all there. */
export function trim(value: unknown, at = ''): Trimmed {
  const trimmer = new Trimmer();
  return { value: trimmer.trim(value, at), cuts: trimmer.cuts };
}

/** What is at `at` from entry or character `from` on. */
export function trimFrom(value: unknown, at: string, from: number): Trimmed {
  const trimmer = new Trimmer();
  return { value: trimmer.trimMore(value, { at, from }, longestText * 10), cuts: trimmer.cuts };
}

/** The same at several places, as far as one message should go. */
export function trimParts(places: readonly Place[], valueAt: (at: string) => unknown): TrimmedParts {
  const trimmer = new Trimmer(mostMoreEntries);
  const values: unknown[] = [];
  for (const place of places) {
    if (trimmer.isFull) break;
    values.push(trimmer.trimMore(valueAt(place.at), place, mostMoreText));
  }
  return { values, cuts: trimmer.cuts };
}

/** The part of a value that a JSON pointer names. */
export function partAt(value: unknown, pointer: string): unknown {
  let here = value;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(here)) here = here[Number(key)] as unknown;
    else here = isRecord(here) && Object.hasOwn(here, key) ? here[key] : undefined;
  }
  return here;
}

const largestMedia = 8_000_000;

/** A cut image is useless: sound and images are sent whole, or not at all if too large. */
function isMedia({ mimeType, ...record }: Readonly<Record<string, unknown>>, key: string): boolean {
  const value = record[key];
  if ((key !== 'data' && key !== 'blob') || typeof value !== 'string' || typeof mimeType !== 'string') return false;
  return /^(?:image|audio)\//.test(mimeType) && value.length <= largestMedia;
}

interface Job {
  readonly at: string;
  readonly value: unknown;
  readonly from: number;
  put(trimmed: unknown): void;
}

class Trimmer {
  readonly cuts: Cut[] = [];
  readonly #mostEntries: number;
  #nodes = 0;
  #characters = 0;

  constructor(entries = mostEntries) {
    this.#mostEntries = entries;
  }

  get isFull(): boolean {
    return this.#nodes > mostNodes || this.#characters >= mostCharacters;
  }

  /** The rest of a value; of a text, at most so many characters. */
  trimMore(value: unknown, { at, from }: Place, characters: number): unknown {
    if (typeof value !== 'string') return this.trim(value, at, from);
    const text = value.slice(from, from + characters);
    const shown = from + text.length;
    this.#characters += text.length;
    if (shown < value.length) this.cuts.push({ at, kind: 'text', size: value.length, shown });
    return text;
  }

  trim(value: unknown, at: string, from = 0): unknown {
    let root: unknown;
    const queue: Job[] = [{ at, value, from, put: (trimmed) => (root = trimmed) }];
    for (let next = 0; next < queue.length; next++) this.#take(queue[next] as Job, queue);
    return root;
  }

  #take(job: Job, queue: Job[]): void {
    const { value, put } = job;
    this.#nodes++;
    if (typeof value === 'string') put(this.#text(job, value));
    else if (Array.isArray(value)) this.#list(job, value, queue);
    else if (isRecord(value)) this.#record(job, value, queue);
    else put(value);
  }

  #text({ at }: Job, text: string): string {
    const room = Math.max(200, Math.min(longestText, mostCharacters - this.#characters));
    const shown = text.length > room ? text.slice(0, room) : text;
    this.#characters += shown.length;
    if (shown.length < text.length) this.cuts.push({ at, kind: 'text', size: text.length, shown: shown.length });
    return shown;
  }

  #list({ at, from, put }: Job, list: readonly unknown[], queue: Job[]): void {
    const end = this.#end(from, list.length);
    const copy: unknown[] = [];
    put(copy);
    for (let index = from; index < end; index++) {
      const place = index - from;
      copy.push(undefined);
      queue.push({ at: `${at}/${index}`, value: list[index], from: 0, put: (inner) => (copy[place] = inner) });
    }
    if (end < list.length) this.cuts.push({ at, kind: 'list', size: list.length, shown: end });
  }

  #record({ at, from, put }: Job, record: Readonly<Record<string, unknown>>, queue: Job[]): void {
    const keys = Object.keys(record);
    const end = this.#end(from, keys.length);
    const copy: Record<string, unknown> = {};
    put(copy);
    for (const key of keys.slice(from, end)) {
      copy[key] = isMedia(record, key) ? record[key] : undefined;
      if (copy[key] !== undefined) continue;
      const escaped = key.replaceAll('~', '~0').replaceAll('/', '~1');
      queue.push({ at: `${at}/${escaped}`, value: record[key], from: 0, put: (inner) => (copy[key] = inner) });
    }
    if (end < keys.length) this.cuts.push({ at, kind: 'object', size: keys.length, shown: end });
  }

  /** Always at least a few entries, so that every cut can be loaded to its end. */
  #end(from: number, length: number): number {
    const room = this.isFull ? 0 : this.#mostEntries;
    return Math.min(length, from + room);
  }
}

import { createHash } from 'node:crypto';

/** A tool is known by its server and its own name; every other name is made from these two and looked up by table. */
export interface ToolKey {
  readonly server: string;
  readonly tool: string;
}

const longest = 64;
const hashLength = 8;

/** All tools of a server, for removal by prefix. */
export function displayPrefix(server: string): string {
  return `mcp:${server}:`;
}

/** A name as it would be if it were fit and unique, and how it counts as equal to others. */
export interface PlainName {
  readonly key: ToolKey;
  readonly plain: string;
  readonly folded: string;
}

export function plainName(key: ToolKey): PlainName {
  const plain = `mcp_${key.server}_${key.tool}`;
  return { key, plain, folded: fold(plain) };
}

/**
 * The names that a model sees: `mcp_<server>_<tool>`, letters, digits, `_` and `-`, at most 64
 * characters. What had to be changed, cut, or would equal another gets a hash of its key, so that a
 * name depends on nothing but the tool itself and whether it is unique, never on an order.
 */
export class ModelNames {
  readonly #uses = new Map<string, number>();
  #version = 0;

  /** Grows whenever a name of before may be another one now. */
  get version(): number {
    return this.#version;
  }

  add(names: readonly PlainName[]): void {
    for (const { folded } of names) this.#count(folded, 1);
  }

  remove(names: readonly PlainName[]): void {
    for (const { folded } of names) this.#count(folded, -1);
  }

  nameOf({ key, plain, folded }: PlainName): string {
    const fine = /^[A-Za-z0-9_-]+$/.test(plain) && plain.length <= longest && this.#uses.get(folded) === 1;
    return fine ? plain : hashed(key, plain);
  }

  #count(folded: string, change: 1 | -1): void {
    const before = this.#uses.get(folded) ?? 0;
    const now = before + change;
    if (now === 0) this.#uses.delete(folded);
    else this.#uses.set(folded, now);
    if (before + now === 3) this.#version++; // one and two
  }
}

export function modelNames(keys: readonly ToolKey[]): Map<ToolKey, string> {
  const plain = keys.map(plainName);
  const names = new ModelNames();
  names.add(plain);
  return new Map(plain.map((one) => [one.key, names.nameOf(one)]));
}

function hashed({ server, tool }: ToolKey, name: string): string {
  const hash = createHash('sha256').update(`${server}\0${tool}`).digest('hex').slice(0, hashLength);
  return `${sanitized(name).slice(0, longest - hashLength - 1)}_${hash}`;
}

function sanitized(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_-]/g, '_');
}

/** Models write `-` for `_` and change the case: names that differ only so count as equal. */
function fold(name: string): string {
  return sanitized(name).replaceAll('-', '_').toLowerCase();
}

/** Names with `_` for every `-`, to look up names that a model has swapped; ambiguous ones are left out. */
export function swapTable<T>(byName: ReadonlyMap<string, T>): ReadonlyMap<string, T | undefined> {
  const table = new Map<string, T | undefined>();
  for (const [name, value] of byName) {
    const swapped = swapDashes(name);
    table.set(swapped, table.has(swapped) ? undefined : value);
  }
  return table;
}

export function swapDashes(name: string): string {
  return name.replaceAll('-', '_');
}

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

/**
 * The names that a model sees: `mcp_<server>_<tool>`, letters, digits, `_` and `-`, at most 64
 * characters. What had to be changed, cut, or would equal another gets a hash of its key, so that a
 * name depends on nothing but the tool itself and whether it is unique, never on an order.
 */
export function modelNames(keys: readonly ToolKey[]): Map<ToolKey, string> {
  const plain = keys.map((key) => `mcp_${key.server}_${key.tool}`);
  const folded = plain.map(fold);
  const uses = new Map<string, number>();
  for (const name of folded) uses.set(name, (uses.get(name) ?? 0) + 1);
  return new Map(
    keys.map((key, at) => {
      const name = plain[at]!;
      const fine = /^[A-Za-z0-9_-]+$/.test(name) && name.length <= longest && uses.get(folded[at]!) === 1;
      return [key, fine ? name : hashed(key, name)];
    }),
  );
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

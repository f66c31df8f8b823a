import { parseJson } from '../../../base/json.ts';
import { type Params, invalid } from './handle.ts';

/** Few servers have more tools, so that a client without pagination sees all of them. */
const pageSize = 1_000;

interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor?: string;
}

/** One page of a list. A cursor names the last item that was seen, so that a list may change between pages. */
export function pageOf<T extends { readonly name: string }>(all: readonly T[], params: Params): Page<T> {
  const from = params['cursor'] === undefined ? 0 : placeAfter(all, params['cursor']);
  const items = all.slice(from, from + pageSize);
  const last = items.at(-1);
  return {
    items,
    ...(last && from + pageSize < all.length && { nextCursor: cursorOf(from + items.length, last.name) }),
  };
}

function cursorOf(next: number, name: string): string {
  return Buffer.from(JSON.stringify([next, name])).toString('base64url');
}

function placeAfter<T extends { readonly name: string }>(all: readonly T[], cursor: unknown): number {
  const [next, name] = readCursor(cursor);
  if (all[next - 1]?.name === name) return next;
  const moved = all.findIndex((item) => item.name === name);
  if (moved < 0) throw invalid('unknown cursor'); // or its item is gone: start again
  return moved + 1;
}

function readCursor(cursor: unknown): readonly [number, string] {
  const parsed = typeof cursor === 'string' ? parseJson(Buffer.from(cursor, 'base64url').toString('utf8')) : undefined;
  const value = parsed?.ok ? parsed.value : undefined;
  const fits = Array.isArray(value) && Number.isSafeInteger(value[0]) && typeof value[1] === 'string';
  if (!fits) throw invalid('unknown cursor');
  return value as [number, string];
}

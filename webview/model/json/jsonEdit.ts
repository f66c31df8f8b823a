import { isRecord } from '../../../src/base/json.ts';
import type { Cut } from '../../../src/contract/rpc/trimmed.ts';
import { unescapePointer } from '../../../src/base/schema/document/pointer.ts';

/** Returns a copy in which the truncated value at `at` continues with `more`; only the path to it is copied. */
export function appendAt(value: unknown, { at }: Cut, more: unknown): unknown {
  return put(value, keysOf(at), more, concatenated);
}

/** The same, with the complete value in place of the truncated one. */
export function replaceAt(value: unknown, at: string, whole: unknown): unknown {
  return put(value, keysOf(at), whole, () => whole);
}

export function valueAt(value: unknown, at: string): unknown {
  return keysOf(at).reduce<unknown>(
    (here, key) => (here as Readonly<Record<string, unknown>> | undefined)?.[key],
    value,
  );
}

export function keysOf(pointer: string): readonly string[] {
  return pointer.split('/').slice(1).map(unescapePointer);
}

type Join = (before: unknown, more: unknown) => unknown;

function put(value: unknown, [key, ...rest]: readonly string[], more: unknown, join: Join): unknown {
  if (key === undefined) return join(value, more);
  if (Array.isArray(value)) return value.with(Number(key), put(value[Number(key)], rest, more, join));
  return isRecord(value) ? { ...value, [key]: put(value[key], rest, more, join) } : value;
}

function concatenated(before: unknown, more: unknown): unknown {
  if (typeof before === 'string' && typeof more === 'string') return before + more;
  if (Array.isArray(before) && Array.isArray(more)) return before.concat(more);
  return isRecord(before) && isRecord(more) ? { ...before, ...more } : more;
}

import { isRecord } from '../../src/base/json.ts';
import type { Cut } from '../../src/protocol/calls.ts';
import { unescapePointer } from './jsonTree.ts';

/** A copy of the value in which the part at the cut goes on with what was pulled; only what is on the way there is new. */
export function putPart(value: unknown, { at }: Cut, more: unknown): unknown {
  return put(value, at.split('/').slice(1).map(unescapePointer), more);
}

function put(value: unknown, [key, ...rest]: readonly string[], more: unknown): unknown {
  if (key === undefined) return join(value, more);
  if (Array.isArray(value)) return value.with(Number(key), put(value[Number(key)], rest, more));
  return isRecord(value) ? { ...value, [key]: put(value[key], rest, more) } : value;
}

function join(before: unknown, more: unknown): unknown {
  if (typeof before === 'string' && typeof more === 'string') return before + more;
  if (Array.isArray(before) && Array.isArray(more)) return before.concat(more);
  return isRecord(before) && isRecord(more) ? { ...before, ...more } : more;
}

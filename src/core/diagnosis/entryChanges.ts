import { createHash } from 'node:crypto';
import { type JsonObject, type JsonValue, isRecord, sameJson } from '../../base/json.ts';
import type { EntryPath } from './model/diagnosis.ts';

interface Change {
  readonly path: EntryPath;
  /** Absent where the value is removed. */
  readonly value?: JsonValue;
}

/** What makes one entry of another; a list counts as one value. */
export function changesBetween(before: JsonObject, after: JsonObject, path: EntryPath = []): readonly Change[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.flatMap((key): readonly Change[] => {
    const [old, value] = [before[key], after[key]];
    if (sameJson(old, value)) return [];
    const place = [...path, key];
    if (isRecord(old) && isRecord(value)) return changesBetween(old as JsonObject, value as JsonObject, place);
    return [value === undefined ? { path: place } : { path: place, value }];
  });
}

/** Tells whether an entry is still the same, without telling what is in it. */
export function entryHash(raw: JsonObject): string {
  return createHash('sha256').update(JSON.stringify(raw)).digest('hex');
}

export function withValue(body: JsonObject, path: EntryPath, value: JsonValue | undefined): JsonObject {
  const [step = '', ...rest] = path;
  const key = String(step);
  const old = body[key];
  if (rest.length === 0) {
    const { [key]: _removed, ...others } = body;
    return value === undefined ? others : { ...body, [key]: value };
  }
  if (typeof rest[0] === 'number') return { ...body, [key]: withItem(Array.isArray(old) ? old : [], rest[0], value) };
  return { ...body, [key]: withValue(isRecord(old) ? (old as JsonObject) : {}, rest, value) };
}

/** One behind the end is a new one. */
function withItem(items: readonly JsonValue[], at: number, value: JsonValue = ''): JsonValue {
  return at < items.length ? items.with(at, value) : [...items, value];
}

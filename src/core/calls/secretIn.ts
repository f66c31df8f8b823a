import { isRecord } from '../../base/json.ts';
import type { Redactor } from '../trust/redaction/redact.ts';

/** Where the first secret stands, as a JSON pointer; `undefined` where there is none that can be recognised. */
export function secretIn(value: unknown, redactor: Redactor): string | undefined {
  const clean = redactor.value(value);
  return clean === value ? undefined : (firstDifference(value, clean, '') ?? '/');
}

function firstDifference(before: unknown, after: unknown, at: string): string | undefined {
  if (before === after) return undefined;
  const isNested = typeof before === 'object' && before !== null && typeof after === 'object' && after !== null;
  if (!isNested) return at;
  const inner = isRecord(before)
    ? Object.keys(before)
    : (before as readonly unknown[]).map((_, index) => String(index));
  for (const key of inner) {
    const [one, other] = [before, after] as Readonly<Record<string, unknown>>[];
    const found = firstDifference(one?.[key], other?.[key], `${at}/${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

import { isRecord } from '../../../base/json.ts';
import { escapePointer } from '../../../base/schema/document/pointer.ts';
import type { Ignored, NoiseKind } from '../model/checkFile.ts';

/** Tokens that differ from run to run, each as it looks. The order decides: a UUID is also hexadecimal. */
const detectors: readonly (readonly [NoiseKind, RegExp])[] = [
  [
    'iso-time',
    /\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?|\b\d{1,2}:\d\d:\d\d(?: ?[AP]M)?/,
  ],
  ['uuid', /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i],
  ['epoch', /\b1[5-9]\d{8}(?:\d{3})?\b/],
  ['duration', /\b\d+(?:\.\d+)? ?(?:ms|s|sec|seconds|milliseconds)\b/],
  ['port', /(?<=(?:localhost|127\.0\.0\.1|\[::1\]):)\d{2,5}\b/],
  ['path', /(?:\/tmp|\/var\/folders|\/private\/var)\/[^\s"',)]+/],
  ['hex', /\b[0-9a-f]{12,64}\b/i],
];

const mark = (kind: NoiseKind): string => `«${kind}»`;

/** A text with its noise as marks: what is compared and kept. */
function masked(text: string, kinds: ReadonlySet<NoiseKind>): string {
  let masking = text;
  for (const [kind, pattern] of detectors)
    if (kinds.has(kind)) masking = masking.replaceAll(new RegExp(pattern, `${pattern.flags}g`), mark(kind));
  return masking;
}

/** By pointer, what may stand there. */
type NoiseMask = ReadonlyMap<string, ReadonlySet<NoiseKind>>;

export function maskOf(ignored: readonly Ignored[]): NoiseMask {
  const mask = new Map<string, Set<NoiseKind>>();
  for (const { at, as = 'any' } of ignored) mask.set(at, (mask.get(at) ?? new Set<NoiseKind>()).add(as));
  return mask;
}

/** The value as a snapshot keeps it. A new value that no longer looks like noise of its kind stays as it is, and so differs. */
export function applyMask(value: unknown, mask: NoiseMask, pointer = ''): unknown {
  const kinds = mask.get(pointer);
  if (kinds?.has('any')) return mark('any');
  if (kinds && typeof value === 'string') return masked(value, kinds);
  if (kinds && typeof value === 'number') return masked(String(value), kinds);
  if (Array.isArray(value)) return value.map((one, at) => applyMask(one, mask, `${pointer}/${at}`));
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).map(([key, one]) => [
    key,
    applyMask(one, mask, `${pointer}/${escapePointer(key)}`),
  ]);
  return Object.fromEntries(entries) as unknown;
}

/** What differs between two runs of the same thing is noise: where, and of which kind. */
export function findNoise(first: unknown, second: unknown, pointer = ''): readonly Ignored[] {
  if (Array.isArray(first) && Array.isArray(second) && first.length === second.length)
    return first.flatMap((one, at) => findNoise(one, second[at], `${pointer}/${at}`));
  if (isRecord(first) && isRecord(second) && sameKeys(first, second))
    return Object.keys(first).flatMap((key) => findNoise(first[key], second[key], `${pointer}/${escapePointer(key)}`));
  if (Object.is(first, second)) return [];
  return kindsOf(first, second).map((as) => ({ at: pointer, as }));
}

function sameKeys(a: object, b: object): boolean {
  return Object.keys(a).length === Object.keys(b).length && Object.keys(a).every((key) => Object.hasOwn(b, key));
}

/** The kinds that make two texts alike; anything, where no kind does. */
function kindsOf(first: unknown, second: unknown): readonly NoiseKind[] {
  if (!isScalar(first) || !isScalar(second)) return ['any'];
  const used: NoiseKind[] = [];
  for (const [kind] of detectors) {
    used.push(kind);
    const kinds = new Set(used);
    if (masked(String(first), kinds) === masked(String(second), kinds))
      return used.filter((one) => isIn(String(first), one));
  }
  return ['any'];
}

const isScalar = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';
const isIn = (text: string, kind: NoiseKind): boolean => masked(text, new Set([kind])) !== text;

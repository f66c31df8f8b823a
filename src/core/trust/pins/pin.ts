import { canonicalJson, clip, isRecord } from '../../../base/json.ts';
import { revealHidden } from '../../../base/text/hiddenCharacters.ts';
import { sha256 } from '../approval/launchShape.ts';
import { type Definition, pinnedParts } from './definition.ts';

/** What is remembered of a definition. The texts are for the diff and are cut, the hashes are not. */
export interface Pin {
  readonly hash: string;
  readonly fields: Readonly<Partial<Record<string, { readonly hash: string; readonly text: string }>>>;
}

export interface PinChange {
  readonly field: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Unlike every definition. */
export const noPin: Pin = { hash: '', fields: {} };

const maxText = 4_000;

/** SHA-256 over the key and all of a definition that a model reads. */
export function pinOf(definition: Definition, longest = maxText): Pin {
  const present = pinnedParts(definition).map(([field, value]) => {
    const text = typeof value === 'string' ? value : canonicalJson(value);
    return [field, { hash: sha256(text), text: clip(text, longest) }] as const;
  });
  const hash = sha256(canonicalJson([definition.key, present.map(([field, { hash }]) => [field, hash])]));
  return { hash, fields: Object.fromEntries(present) };
}

const hashes = new WeakMap<object, string>();

/** Definitions are judged again with every change of a pin, and seldom change themselves. */
export function hashOf(definition: Definition): string {
  const known = hashes.get(definition.value);
  const hash = known ?? pinOf(definition).hash;
  if (known === undefined) hashes.set(definition.value, hash);
  return hash;
}

export function pinChanges(before: Pin, after: Pin): readonly PinChange[] {
  const fields = new Set([...Object.keys(after.fields), ...Object.keys(before.fields)]);
  return [...fields].flatMap((field) => {
    const old = before.fields[field];
    const now = after.fields[field];
    return old?.hash === now?.hash ? [] : [{ field, before: old?.text, after: now?.text }];
  });
}

/** The whole of a definition as a text to be compared side by side, with what cannot be seen written out. */
export function describePin({ fields }: Pin): string {
  return Object.entries(fields)
    .map(([field, pinned]) => `${field}:\n${pretty(pinned?.text ?? '').join('\n')}\n`)
    .join('\n');
}

/** Line by line, with what cannot be seen written out. */
export function describePinChange({ field, before, after }: PinChange): string {
  const old = before === undefined ? [] : pretty(before);
  const now = after === undefined ? [] : pretty(after);
  const lines = lineDiff(old, now).map(([sign, line]) => `${sign} ${line}`);
  return [`${field}:`, ...lines].join('\n');
}

function pretty(text: string): readonly string[] {
  return revealHidden(indentJson(text)).split('\n');
}

function indentJson(text: string): string {
  if (!/^[[{]/.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text; // it was cut, and is shown as it is
  }
}

type DiffLine = readonly [sign: '-' | '+' | ' ', line: string];
const contextLines = 2;

/** What the two have in common at both ends is left out but for a little context. */
function lineDiff(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  const shorter = Math.min(before.length, after.length) - start;
  while (end < shorter && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  const mark =
    (sign: DiffLine[0]) =>
    (line: string): DiffLine => [sign, line];
  return [
    ...before.slice(Math.max(0, start - contextLines), start).map(mark(' ')),
    ...before.slice(start, before.length - end).map(mark('-')),
    ...after.slice(start, after.length - end).map(mark('+')),
    ...before.slice(before.length - end, before.length - end + contextLines).map(mark(' ')),
  ];
}

/** What is remembered may be of an older version. */
export function isPin(value: unknown): value is Pin {
  return isRecord(value) && typeof value['hash'] === 'string' && isRecord(value['fields']);
}

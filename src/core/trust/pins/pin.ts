import { canonicalJson, clip, isRecord } from '../../../base/json.ts';
import { revealHidden } from '../../../base/hiddenCharacters.ts';
import type { ToolDefinition } from '../../wire/definitions.ts';
import { sha256 } from '../approval/launchShape.ts';

const fields = ['title', 'description', 'inputSchema', 'outputSchema', 'annotations'] as const;
type PinnedField = (typeof fields)[number];

/** What is remembered of a tool. The texts are for the diff and are cut, the hashes are not. */
export interface ToolPin {
  readonly hash: string;
  readonly fields: Readonly<Partial<Record<PinnedField, { readonly hash: string; readonly text: string }>>>;
}

export interface PinChange {
  readonly field: PinnedField;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

const maxText = 4_000;

/** SHA-256 over name, title, description, schemas and annotations: all of a tool that a model reads. */
export function pinOf(tool: ToolDefinition, longest = maxText): ToolPin {
  const present = fields.flatMap((field) => {
    const value = tool[field];
    if (value === undefined) return [];
    const text = typeof value === 'string' ? value : canonicalJson(value);
    return [[field, { hash: sha256(text), text: clip(text, longest) }] as const];
  });
  const hash = sha256(canonicalJson([tool.name, present.map(([field, { hash }]) => [field, hash])]));
  return { hash, fields: Object.fromEntries(present) };
}

export function pinChanges(before: ToolPin, after: ToolPin): readonly PinChange[] {
  return fields.flatMap((field) => {
    const old = before.fields[field];
    const now = after.fields[field];
    return old?.hash === now?.hash ? [] : [{ field, before: old?.text, after: now?.text }];
  });
}

/** The whole of a tool as a text to be compared side by side, with what cannot be seen written out. */
export function describePin({ fields: pinned }: ToolPin): string {
  const parts = fields.flatMap((field) => {
    const text = pinned[field]?.text;
    return text === undefined ? [] : [`${field}:\n${pretty(text).join('\n')}\n`];
  });
  return parts.join('\n');
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
export function isPin(value: unknown): value is ToolPin {
  return isRecord(value) && typeof value['hash'] === 'string' && isRecord(value['fields']);
}

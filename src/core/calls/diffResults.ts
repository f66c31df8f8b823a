import { diffArrays } from 'diff';
import { messageTooLarge } from '../../base/commonFaults.ts';
import { clip, parseJson } from '../../base/json.ts';
import type { CallOutcome, DiffLine, ResultDiff } from '../../contract/calls.ts';
import { plainOf } from './outcome.ts';

const largestText = 8 * 1024 * 1024;
const mostLines = 20_000;
const longestLine = 10_000;
/** Lines around a difference that tell where it is. */
const contextLines = 3;
/** The host waits for it. */
const timeoutMs = 50;

/** A result as it is compared: JSON, a value a line. */
export function comparableText(outcome: CallOutcome): string {
  return JSON.stringify(plainOf(outcome), lineByLine, 2);
}

/** A long text in one line of JSON could not be compared: JSON in it is shown as what it is, other texts as their lines. */
function lineByLine(key: string, value: unknown): unknown {
  if (key !== 'text' || typeof value !== 'string') return value;
  const parsed = /^\s*[[{]/.test(value) ? parseJson(value) : undefined;
  if (parsed?.ok) return parsed.value;
  return value.includes('\n') ? value.split('\n') : value;
}

/** What is different between two results, with a little of what is not. */
export function diffResults(before: CallOutcome, after: CallOutcome): ResultDiff {
  const [old, now] = [comparableText(before), comparableText(after)];
  if (old.length + now.length > largestText) throw messageTooLarge('toLoad');
  const lines = diffLines(old.split('\n'), now.split('\n'));
  const countOf = (kind: DiffLine['kind']): number => lines.filter((line) => line.kind === kind).length;
  const shown = withoutMiddles(lines);
  return {
    lines: shown.slice(0, mostLines),
    added: countOf('added'),
    removed: countOf('removed'),
    isCut: shown.length > mostLines,
  };
}

type TextLine = Extract<DiffLine, { readonly text: string }>;

function diffLines(before: readonly string[], after: readonly string[]): readonly TextLine[] {
  const start = commonLength(before, after);
  const end = commonLength(before.slice(start).toReversed(), after.slice(start).toReversed());
  return [
    ...linesOf('same', before.slice(0, start)),
    ...differing(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...linesOf('same', before.slice(before.length - end)),
  ];
}

function commonLength(one: readonly string[], other: readonly string[]): number {
  let length = 0;
  while (length < one.length && length < other.length && one[length] === other[length]) length++;
  return length;
}

/** What hardly has a line in common is not compared further: all of one has gone, all of the other is new. */
function differing(before: readonly string[], after: readonly string[]): readonly TextLine[] {
  const parts = diffArrays([...before], [...after], { timeout: timeoutMs });
  if (!parts) return [...linesOf('removed', before), ...linesOf('added', after)];
  return parts.flatMap(({ added, removed, value }) => linesOf(added ? 'added' : removed ? 'removed' : 'same', value));
}

function linesOf(kind: TextLine['kind'], texts: readonly string[]): readonly TextLine[] {
  return texts.map((text) => ({ kind, text: clip(text, longestLine) }));
}

function withoutMiddles(lines: readonly TextLine[]): readonly DiffLine[] {
  const near = new Uint8Array(lines.length);
  for (const [at, { kind }] of lines.entries())
    if (kind !== 'same') near.fill(1, Math.max(0, at - contextLines), at + contextLines + 1);
  const shown: DiffLine[] = [];
  let left = 0;
  for (const [at, line] of lines.entries()) {
    if (near[at] !== 1) left++;
    else {
      if (left > 0) shown.push({ kind: 'gap', count: left });
      left = 0;
      shown.push(line);
    }
  }
  if (left > 0 && shown.length > 0) shown.push({ kind: 'gap', count: left });
  return shown;
}

import { isRecord, parseJson } from '../../../base/json.ts';
import { unescapePointer } from '../../../base/schema/document/pointer.ts';

/** Everything in a result that a model reads as text. */
export function textOf(result: unknown): string {
  if (!isRecord(result)) return '';
  const { content, contents, messages } = result;
  return [...textsIn(content), ...textsIn(contents), ...textsIn(messageContents(messages))].join('\n');
}

function textsIn(blocks: unknown): readonly string[] {
  const texts: string[] = [];
  if (Array.isArray(blocks))
    for (const block of blocks as unknown[])
      if (isRecord(block) && typeof block['text'] === 'string') texts.push(block['text']);
  return texts;
}

function messageContents(messages: unknown): readonly unknown[] {
  if (!Array.isArray(messages)) return [];
  return (messages as unknown[]).flatMap((message) => (isRecord(message) ? [message['content']] : []));
}

/** The structured content, or JSON in the text. */
export function jsonOf(result: unknown): unknown {
  if (isRecord(result) && result['structuredContent'] !== undefined) return result['structuredContent'];
  const parsed = parseJson(textOf(result));
  return parsed.ok ? parsed.value : undefined;
}

/** By JSON pointer. */
export function partAt(value: unknown, pointer: string): unknown {
  let at = value;
  for (const step of pointer.split('/').slice(1).map(unescapePointer)) {
    if (Array.isArray(at)) at = (at as unknown[])[Number(step)];
    else if (isRecord(at) && Object.hasOwn(at, step)) at = at[step];
    else return undefined;
  }
  return at;
}

/** Whether all of `wanted` is in `value`: keys of objects, and items of lists in their places. */
export function holds(value: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted))
    return Array.isArray(value) && wanted.every((one, at) => holds((value as unknown[])[at], one));
  if (isRecord(wanted))
    return (
      isRecord(value) &&
      Object.entries(wanted).every(([key, one]) => Object.hasOwn(value, key) && holds(value[key], one))
    );
  return Object.is(value, wanted);
}

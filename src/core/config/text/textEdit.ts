import type { JsonValue } from '../../../base/json.ts';
import type { ArrayNode, JsonNode, Member, ObjectNode } from './jsonTree.ts';

/*
 * Done here and not with jsonc-parser's `modify`, which drops the comment above
 * the entry after a removed one, and moves the comment behind the last entry to
 * the one added after it.
 */

export interface TextStyle {
  readonly indent: string;
  readonly eol: string;
}

export function styleOf(text: string): TextStyle {
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ';
  return { indent: indent.startsWith('\t') ? '\t' : indent, eol: text.includes('\r\n') ? '\r\n' : '\n' };
}

/** A value as it would be written at this depth. */
export function formatValue(value: JsonValue, style: TextStyle, base: string): string {
  return JSON.stringify(value, undefined, style.indent).replaceAll('\n', style.eol + base);
}

export function replaceNode(text: string, node: JsonNode, value: JsonValue, style: TextStyle): string {
  return (
    text.slice(0, node.offset) +
    formatValue(value, style, indentAt(text, node.offset)) +
    text.slice(node.offset + node.length)
  );
}

export function insertMember(text: string, node: ObjectNode, key: string, value: JsonValue, style: TextStyle): string {
  return insertChild(
    text,
    node,
    node.members.at(-1),
    style,
    (base) => `${JSON.stringify(key)}: ${formatValue(value, style, base)}`,
  );
}

/** Behind the last item, or before the one at `at`. */
export function insertItem(
  text: string,
  node: ArrayNode,
  value: JsonValue,
  style: TextStyle,
  at = node.items.length,
): string {
  const next = node.items[at];
  const write = (base: string): string => formatValue(value, style, base);
  return next && at === 0
    ? insertBefore(text, node, next, style, write)
    : insertChild(text, node, node.items[at - 1], style, write);
}

function insertBefore(
  text: string,
  parent: JsonNode,
  next: JsonNode,
  { eol }: TextStyle,
  write: (base: string) => string,
): string {
  const onOneLine = !text.slice(parent.offset, next.offset).includes('\n');
  const base = indentAt(text, next.offset);
  const gap = onOneLine ? ' ' : eol + base;
  return `${text.slice(0, next.offset)}${write(base)},${gap}${text.slice(next.offset)}`;
}

function insertChild(
  text: string,
  parent: JsonNode,
  last: Member | JsonNode | undefined,
  style: TextStyle,
  write: (base: string) => string,
): string {
  const outer = indentAt(text, parent.offset);
  if (!last) return insertFirst(text, parent, outer, style, write);
  const onOneLine = !text.slice(parent.offset, parent.offset + parent.length).includes('\n');
  const base = onOneLine ? outer : indentAt(text, last.offset);
  const end = last.offset + last.length;
  if (onOneLine) return `${text.slice(0, end)}, ${write(base)}${text.slice(end)}`;
  const comma = commaAfter(text, end);
  const lineEnd = endOfTrailing(text, comma < 0 ? end : comma + 1);
  const tail = `${style.eol}${base}${write(base)}${comma < 0 ? '' : ','}`;
  return `${text.slice(0, end)}${comma < 0 ? ',' : ''}${text.slice(end, lineEnd)}${tail}${text.slice(lineEnd)}`;
}

function insertFirst(
  text: string,
  parent: JsonNode,
  outer: string,
  style: TextStyle,
  write: (base: string) => string,
): string {
  const base = outer + style.indent;
  const open = parent.offset + 1;
  const close = parent.offset + parent.length - 1;
  const inside = text.slice(open, close).trimEnd(); // a comment may be in an empty object
  const kept = inside.trim() === '' ? '' : inside;
  return `${text.slice(0, open)}${kept}${style.eol}${base}${write(base)}${style.eol}${outer}${text.slice(close)}`;
}

/** Removes a member or an item, with its comma and the comment after it on its line. Other comments stay. */
export function removeChild(text: string, child: Member | JsonNode, isLast: boolean): string {
  const childEnd = child.offset + child.length;
  const comma = commaAfter(text, childEnd);
  const end = endOfTrailing(text, comma < 0 ? childEnd : comma + 1);
  const upTo = text.slice(0, child.offset);
  const before = isLast && comma < 0 ? withoutLastComma(upTo) : upTo;
  const after = text.slice(end);
  const lead = /(?:^|\n)([ \t]*)$/.exec(before)?.[1];
  const blank = /^[ \t]*(?:\r?\n|$)/.exec(after)?.[0];
  if (lead !== undefined && blank !== undefined)
    return before.slice(0, before.length - lead.length) + after.slice(blank.length);
  return before + (comma < 0 ? after : after.replace(/^[ \t]+/, ''));
}

/** The comma of the one before, which would now trail; comments after it stay. */
function withoutLastComma(before: string): string {
  const masked = maskComments(before);
  const at = masked.trimEnd().length - 1;
  if (masked[at] !== ',') return before;
  const rest = before.slice(at + 1);
  return before.slice(0, at) + (/^[ \t]*$/.test(rest) ? '' : rest);
}

function commaAfter(text: string, from: number): number {
  const rest = maskComments(text, from).slice(from);
  const at = rest.search(/\S/);
  return at >= 0 && rest[at] === ',' ? from + at : -1;
}

/** Past a comment that is behind this place on the same line. */
function endOfTrailing(text: string, from: number): number {
  const found = /^[ \t]*(?:\/\/[^\r\n]*|\/\*(?:(?!\*\/)[^\r\n])*\*\/)/.exec(text.slice(from));
  return from + (found?.[0].length ?? 0);
}

function indentAt(text: string, offset: number): string {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(lineStart))?.[0] ?? '';
}

/** Comments as spaces, at the same length. Texts are stepped over: "//" in an address is none. */
function maskComments(text: string, from = 0): string {
  const rest = text
    .slice(from)
    .replaceAll(/"(?:\\.|[^"\\\r\n])*"|\/\/[^\r\n]*|\/\*[^]*?\*\//g, (found) =>
      found.startsWith('"') ? found : ' '.repeat(found.length),
    );
  return text.slice(0, from) + rest;
}

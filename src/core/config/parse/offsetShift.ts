import type { JsonNode, Member, ObjectNode } from '../text/jsonTree.ts';
import type { LineIndex, Span } from '../text/lineMap.ts';
import type { TextRange } from '../model/problems.ts';

/** A range of a text and how much longer it has become. */
export interface Change extends TextRange {
  readonly by: number;
}

/** Offsets after a change that lies wholly before, inside or behind a node. */
export class OffsetShift {
  readonly #change: Change;
  readonly #lines: LineIndex;
  readonly #lastLine: number;
  readonly #lineBy: number;

  constructor(change: Change, before: LineIndex, after: LineIndex) {
    const end = change.offset + change.length;
    this.#change = change;
    this.#lines = after;
    this.#lastLine = before.at(end).line;
    this.#lineBy = after.at(end + change.by).line - this.#lastLine;
  }

  span(span: Span): Span {
    if (this.#isBefore(span)) return span;
    const offset = this.#offset(span);
    const length = this.#length(span);
    if (span.line <= this.#lastLine) return this.#lines.span(offset, length);
    const { line, column, endLine, endColumn } = span;
    return { offset, length, line: line + this.#lineBy, column, endLine: endLine + this.#lineBy, endColumn };
  }

  placed<T extends { readonly span: Span }>(thing: T): T {
    return { ...thing, span: this.span(thing.span) };
  }

  /** The tree with `changed` in the place of the node that begins where it does. */
  tree(node: JsonNode, changed: ObjectNode): JsonNode {
    if (this.#isBefore(node)) return node;
    if (node.offset === changed.offset && node.kind === 'object') return changed;
    const offset = this.#offset(node);
    const length = this.#length(node);
    if (node.kind === 'object')
      return { kind: 'object', offset, length, members: node.members.map((member) => this.#member(member, changed)) };
    if (node.kind === 'array')
      return { kind: 'array', offset, length, items: node.items.map((item) => this.tree(item, changed)) };
    return { kind: node.kind, value: node.value, offset, length };
  }

  #member(member: Member, changed: ObjectNode): Member {
    if (this.#isBefore(member)) return member;
    const offset = this.#offset(member);
    const { key, keyLength, value } = member;
    const moved = value && this.tree(value, changed);
    return { key, keyOffset: offset, keyLength, value: moved, offset, length: this.#length(member) };
  }

  #isBefore({ offset, length }: TextRange): boolean {
    return offset + length <= this.#change.offset;
  }

  #offset({ offset }: TextRange): number {
    return offset > this.#change.offset ? offset + this.#change.by : offset;
  }

  #length({ offset, length }: TextRange): number {
    return offset > this.#change.offset ? length : length + this.#change.by;
  }
}

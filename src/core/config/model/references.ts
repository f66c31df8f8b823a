import type { JsonNode } from '../text/jsonTree.ts';

/** A variable as written, `${name}` or `${name:argument}`. */
export interface Reference {
  /** With its braces. */
  readonly text: string;
  readonly name: string;
  readonly argument: string | undefined;
  readonly offset: number;
}

/** How deep a default may hold another variable. */
export const maxNesting = 5;

/** Braces are counted, so that a default may hold a variable of its own; as VS Code reads them. */
export function findReferences(text: string): readonly Reference[] {
  const found: Reference[] = [];
  for (let at = text.indexOf('${'); at >= 0;) {
    const end = closingBrace(text, at + 2);
    if (end < 0) break;
    const inner = text.slice(at + 2, end);
    const colon = inner.indexOf(':');
    const name = colon < 0 ? inner : inner.slice(0, colon);
    const argument = colon < 0 ? undefined : inner.slice(colon + 1);
    found.push({ text: text.slice(at, end + 1), name, argument, offset: at });
    at = text.indexOf('${', end + 1);
  }
  return found;
}

function closingBrace(text: string, from: number): number {
  let open = 1;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '{') open++;
    else if (text[at] === '}' && --open === 0) return at;
  }
  return -1;
}

export interface PlacedReference extends Reference {
  readonly length: number;
}

/** Every variable below a node, with its place in the file. Takes the raw text, where an escape has its own width. */
export function referencesIn(source: string, node: JsonNode): readonly PlacedReference[] {
  const found: PlacedReference[] = [];
  collect(source, node, found);
  return found;
}

function collect(source: string, node: JsonNode, into: PlacedReference[]): void {
  if (node.kind === 'object') {
    node.members.forEach(({ value }) => value && collect(source, value, into));
  } else if (node.kind === 'array') {
    node.items.forEach((item) => collect(source, item, into));
  } else if (node.kind === 'string' && String(node.value).includes('${')) {
    const raw = source.slice(node.offset, node.offset + node.length);
    for (const { text, name, argument, offset } of findReferences(raw)) {
      into.push({ text, name, argument, offset: node.offset + offset, length: text.length });
    }
  }
}

import { type Location, type Node, findNodeAtLocation, getLocation, parseTree } from 'jsonc-parser';
import type { CompletionItem } from 'vscode-languageserver-protocol';
import type { LiveServer } from '../../contract/language.ts';
import { LineIndex } from '../../core/config/text/lineMap.ts';
import { CompletionItemKind } from '../document/protocolValues.ts';
import { rangeIn } from '../document/toLsp.ts';

/** Names that only running servers know; keys and words come from the schema. */
export function checkProposals(text: string, offset: number, servers: readonly LiveServer[]): CompletionItem[] {
  const place = getLocation(text, offset);
  const { path, isAtPropertyKey } = place;
  const last = path.at(-1);
  if (!isAtPropertyKey && path.length === 1 && last === 'server')
    return items(
      text,
      place,
      offset,
      CompletionItemKind.Module,
      servers.map(({ id }) => id),
    );
  if (path[0] !== 'checks') return [];
  const root = parseTree(text);
  const tools = servers.find(({ id }) => id === valueAt(root, ['server']))?.tools ?? [];
  if (!isAtPropertyKey && last === 'call')
    return items(
      text,
      place,
      offset,
      CompletionItemKind.Function,
      tools.map(({ name }) => name),
    );
  if (!isAtPropertyKey || path.at(-2) !== 'args') return [];
  const step = path.slice(0, -2);
  const tool = tools.find(({ name }) => name === valueAt(root, [...step, 'call']));
  const given = keysOf(root && findNodeAtLocation(root, [...step, 'args']));
  const free = (tool?.args ?? []).filter((name) => name === last || !given.has(name));
  return items(text, place, offset, CompletionItemKind.Property, free);
}

function valueAt(root: Node | undefined, path: (string | number)[]): unknown {
  return root && findNodeAtLocation(root, path)?.value;
}

function keysOf(node: Node | undefined): ReadonlySet<unknown> {
  return new Set((node?.children ?? []).map(({ children }) => children?.[0]?.value as unknown));
}

/** In place of the text in quotes at the cursor, or there where nothing stands yet. */
function items(
  text: string,
  { previousNode, isAtPropertyKey }: Location,
  offset: number,
  kind: CompletionItemKind,
  names: readonly string[],
): CompletionItem[] {
  const isInside =
    previousNode !== undefined &&
    (previousNode.type === 'string' || previousNode.type === 'property') &&
    previousNode.offset <= offset &&
    offset <= previousNode.offset + previousNode.length;
  const replaced = isInside ? previousNode : { offset, length: 0 };
  const range = rangeIn(new LineIndex(text), replaced);
  const end = replaced.offset + replaced.length;
  const hasColon = /^\s*:/.test(text.slice(end, end + 50));
  return names.map((name) => ({
    label: name,
    kind,
    filterText: JSON.stringify(name),
    textEdit: { range, newText: JSON.stringify(name) + (isAtPropertyKey && !hasColon ? ': ' : '') },
  }));
}

import type { ToolView } from '../../../src/contract/inspector.ts';

/** Lower-cased once per list: a keystroke over thousands of tools is then only `includes`. */
interface ToolIndex {
  readonly tools: readonly ToolView[];
  readonly haystacks: readonly string[];
}

export function indexTools(tools: readonly ToolView[]): ToolIndex {
  return { tools, haystacks: tools.map(haystack) };
}

function haystack({ name, title, description }: ToolView): string {
  return `${name}\n${title ?? ''}\n${description ?? ''}`.toLowerCase();
}

/** Every word must occur; tools whose name holds the first word come first. */
export function searchTools(index: ToolIndex, query: string): readonly ToolView[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const [first] = words;
  if (first === undefined) return index.tools;
  const named: ToolView[] = [];
  const described: ToolView[] = [];
  for (const [at, tool] of index.tools.entries()) {
    const text = index.haystacks[at] ?? '';
    if (!words.every((word) => text.includes(word))) continue;
    (text.slice(0, tool.name.length).includes(first) ? named : described).push(tool);
  }
  return [...named, ...described];
}

/** For short lists that need no index: every word must occur somewhere. */
export function filterByWords<T>(
  items: readonly T[],
  query: string,
  texts: (item: T) => readonly (string | undefined)[],
): readonly T[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return items;
  return items.filter((item) => {
    const text = texts(item).join('\n').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

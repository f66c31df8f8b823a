import type { ToolDefinition } from '../../wire/definitions.ts';

/** Which of a server's tools its entry wants; a name may hold `*`. What is excluded is out even where it is included. */
export interface ToolSelection {
  /** Absent means all. */
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}

export const everyTool: ToolSelection = {};

export function isSelected(name: string, { include, exclude }: ToolSelection): boolean {
  const named = (patterns: readonly string[]): boolean => patterns.some((pattern) => fits(pattern, name));
  return (include === undefined || named(include)) && !(exclude && named(exclude));
}

/** Names that match no tool: mostly typos, so that a tool is missing or not excluded. */
export function unmatchedNames(
  tools: readonly ToolDefinition[],
  { include = [], exclude = [] }: ToolSelection,
): string[] {
  return [...include, ...exclude].filter((pattern) => !tools.some(({ name }) => fits(pattern, name)));
}

function fits(pattern: string, name: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return name === first;
  if (name.length < first.length + last.length || !name.startsWith(first) || !name.endsWith(last)) return false;
  // From left to right without a regular expression: a name from a file must not be able to make this slow.
  let at = first.length;
  const end = name.length - last.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}

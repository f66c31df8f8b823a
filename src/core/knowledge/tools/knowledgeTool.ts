import type { Explanation, JsonSchema, ServerTool, ToolArguments } from '../../mcpServer/tool.ts';

type KnowledgeTool = Omit<ServerTool, 'annotations' | 'profiles' | 'explain'> & {
  /** What is wrong with the arguments, in the documented words. */
  check(args: ToolArguments): Explanation | undefined;
};

/** All of them only read the knowledge base, and have texts of their own for invalid arguments. */
export function knowledgeTool({ check, ...tool }: KnowledgeTool): ServerTool {
  return {
    ...tool,
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    profiles: ['tmkb'],
    explain: (_, args) => check(args) ?? 'Invalid arguments',
  };
}

/** The fields by which each tool names a pattern. */
export const identityProperties: Readonly<Record<'id' | 'title' | 'category' | 'severity' | 'cwe', JsonSchema>> = {
  id: { type: 'string' },
  title: { type: 'string' },
  category: { type: 'string' },
  severity: { type: 'string' },
  cwe: { type: 'array', items: { type: 'string' } },
};

type Checked = { readonly ok: true } | { readonly ok: false; readonly problem: Explanation };

export function problemOf(checked: Checked): Explanation | undefined {
  return checked.ok ? undefined : checked.problem;
}

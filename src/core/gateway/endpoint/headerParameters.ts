import type { ToolDefinition } from '../../wire/definitions.ts';

const marked = new WeakMap<ToolDefinition, boolean>();

/** Whether parameters of the tool are to be repeated in headers of the request. */
export function hasHeaderParameters(definition: ToolDefinition): boolean {
  const known = marked.get(definition) ?? JSON.stringify(definition.inputSchema ?? {}).includes('"x-mcp-header"');
  marked.set(definition, known);
  return known;
}

import type { Explanation, ToolArguments } from '../../mcpServer/tool.ts';
import { same, show, unknownParameter } from './queryArguments.ts';

const getParameters = ['id'] as const;

export function checkGet(args: ToolArguments): Explanation | undefined {
  const { id } = args;
  if (id === undefined) return same('id parameter is required');
  if (typeof id !== 'string') return same('id must be a string');
  if (id.trim() === '') return same('id must be non-empty');
  if (id.length > 100) return same(`Unknown pattern '${show(id)}'. tmkb_list names all ids`);
  return unknownParameter(args, getParameters);
}

import type { Explanation, ToolArguments } from '../../mcpServer/tool.ts';
import { same, unknownParameter } from './queryArguments.ts';

const validateParameters = ['content', 'path'] as const;

export function checkValidate(args: ToolArguments): Explanation | undefined {
  const { content, path } = args;
  const unknown = unknownParameter(args, validateParameters);
  if (unknown) return unknown;
  if (content === undefined && path === undefined) return same('content or path parameter is required');
  if (content !== undefined && path !== undefined) return same('Give either content or path, not both');
  if (content !== undefined && typeof content !== 'string') return same('content must be a string');
  if (path !== undefined && typeof path !== 'string') return same('path must be a string');
  if ((content ?? path)?.trim() === '') return same(`${content === undefined ? 'path' : 'content'} must be non-empty`);
  return typeof path === 'string' && path.length > 4096 ? same('path is too long') : undefined;
}

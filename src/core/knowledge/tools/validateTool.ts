import type { JsonSchema } from '../../mcpServer/tool.ts';
import { knowledgeTool } from './knowledgeTool.ts';
import { checkValidate } from './validateArguments.ts';

const inputSchema: JsonSchema = {
  type: 'object',
  properties: {
    content: { type: 'string', description: 'The YAML text of one pattern' },
    path: {
      type: 'string',
      minLength: 1,
      maxLength: 4096,
      description: 'Path of a pattern file in the workspace or in ~/.tmkb, instead of content',
    },
  },
  additionalProperties: false,
};

const finding: JsonSchema = {
  type: 'object',
  properties: {
    message: { type: 'string' },
    path: { type: 'string', description: 'JSON pointer of the field' },
    line: { type: 'integer' },
    column: { type: 'integer' },
  },
  required: ['message', 'path', 'line', 'column'],
};

const outputSchema: JsonSchema = {
  type: 'object',
  properties: {
    valid: { type: 'boolean' },
    id: { type: 'string' },
    line_tokens: { type: 'integer', description: 'Tokens of threat, check and fix together' },
    errors: { type: 'array', items: finding },
    warnings: { type: 'array', items: finding },
  },
  required: ['valid', 'errors', 'warnings'],
};

export const tmkbValidate = knowledgeTool({
  name: 'tmkb_validate',
  title: 'Validate a threat pattern',
  description:
    'Check a pattern file for the Threat Model Knowledge Base: its schema, the 100 tokens of threat, check and fix, and what a good pattern should have. Nothing is stored.',
  inputSchema,
  outputSchema,
  check: checkValidate,
  load: async (host) => (await import('./runValidate.ts')).runValidate(host),
});

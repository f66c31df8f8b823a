import type { JsonSchema } from '../../mcpServer/tool.ts';
import { identityProperties, knowledgeTool, problemOf } from './knowledgeTool.ts';
import { checkList, defaultListLimit, maxListLimit } from './listArguments.ts';
import { categories, languages } from '../pattern/pattern.ts';

const inputSchema: JsonSchema = {
  type: 'object',
  properties: {
    category: { type: 'string', enum: [...categories], description: 'Only patterns of this category' },
    language: { type: 'string', enum: [...languages], description: 'Only patterns that concern this language' },
    cwe: {
      type: 'string',
      pattern: '^(?:[Cc][Ww][Ee]-?)?[0-9]{1,5}$',
      description: "Only patterns of this weakness, such as 'CWE-639'",
    },
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: maxListLimit,
      default: defaultListLimit,
      description: 'Maximum number of patterns',
    },
    offset: { type: 'integer', minimum: 0, maximum: 1_000_000, default: 0, description: 'Number of patterns to skip' },
  },
  additionalProperties: false,
};

const outputSchema: JsonSchema = {
  type: 'object',
  properties: {
    pattern_count: { type: 'integer', minimum: 0 },
    total: { type: 'integer', minimum: 0, description: 'All that the filters leave' },
    patterns: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          ...identityProperties,
          source: { type: 'string' },
        },
        required: ['id', 'title', 'category', 'severity', 'cwe'],
      },
    },
    next_offset: { type: 'integer', description: 'Where to go on; absent at the end' },
  },
  required: ['pattern_count', 'total', 'patterns'],
};

export const tmkbList = knowledgeTool({
  name: 'tmkb_list',
  title: 'List threat patterns',
  description:
    'List patterns of the Threat Model Knowledge Base by category, language or CWE: id, title, severity. Use tmkb_query to find what fits your task, tmkb_get to read one.',
  inputSchema,
  outputSchema,
  check: (args) => problemOf(checkList(args)),
  load: async (host) => (await import('./runList.ts')).runList(host),
});

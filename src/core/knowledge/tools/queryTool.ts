import type { JsonSchema } from '../../mcpServer/tool.ts';
import { knowledgeTool, problemOf } from './knowledgeTool.ts';
import { defaultMaxTokens, maxMaxTokens, minMaxTokens } from '../base/answer.ts';
import { frameworks, languages } from '../pattern/pattern.ts';
import { checkQuery, maxContextLength, verbosities } from './queryArguments.ts';

const inputSchema: JsonSchema = {
  type: 'object',
  properties: {
    context: {
      type: 'string',
      minLength: 1,
      maxLength: maxContextLength,
      description: "What you're implementing (e.g., 'multi-tenant API endpoint', 'background job processing')",
    },
    language: {
      type: 'string',
      enum: [...languages],
      description: `Programming language (MVP: Python only). Supported now: ${languages.join(', ')}`,
    },
    framework: {
      type: 'string',
      enum: [...frameworks],
      description: `Framework context (MVP: Flask or any). Supported now: ${frameworks.join(', ')}`,
    },
    verbosity: {
      type: 'string',
      enum: [...verbosities],
      default: 'agent',
      description: "Output format: 'agent' for concise, 'human' for detailed",
    },
    max_tokens: {
      type: 'integer',
      minimum: minMaxTokens,
      maximum: maxMaxTokens,
      default: defaultMaxTokens,
      description: 'Token budget of the whole response in agent format',
    },
  },
  required: ['context'],
  additionalProperties: false,
};

const outputSchema: JsonSchema = {
  type: 'object',
  properties: {
    pattern_count: { type: 'integer', minimum: 0 },
    patterns: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          id: { type: 'string' },
          title: { type: 'string' },
          severity: { type: 'string', enum: ['critical', 'high', 'medium', 'low'] },
          cwe: { type: 'array', items: { type: 'string' } },
          threat: { type: 'string', description: 'What can happen' },
          check: { type: 'string', description: 'How to see it in code' },
          fix: { type: 'string', description: 'The smallest fix' },
          score: { type: 'number', minimum: 0, maximum: 1 },
          source: { type: 'string', description: "Only for patterns that are not the product's own" },
          code: {
            type: 'object',
            properties: { language: { type: 'string' }, good: { type: 'string' } },
            required: ['language', 'good'],
          },
        },
        required: ['id', 'title', 'severity', 'cwe', 'threat', 'check', 'fix', 'score'],
      },
    },
    dropped: { type: 'array', items: { type: 'string' }, description: 'Left out by the budget; tmkb_get has them' },
    note: { type: 'string' },
  },
  required: ['pattern_count', 'patterns'],
};

export const tmkbQuery = knowledgeTool({
  name: 'tmkb_query',
  title: 'Query the threat knowledge base',
  description:
    'Query the Threat Model Knowledge Base for authorization security threats relevant to your implementation. Returns concise, actionable security context optimized for code generation.',
  inputSchema,
  outputSchema,
  check: (args) => problemOf(checkQuery(args)),
  load: async (host) => (await import('./runQuery.ts')).runQuery(host),
});

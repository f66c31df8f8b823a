import type { JsonSchema } from '../../mcpServer/tool.ts';
import { identityProperties, knowledgeTool } from './knowledgeTool.ts';
import { checkGet } from './getArguments.ts';

const inputSchema: JsonSchema = {
  type: 'object',
  properties: {
    id: { type: 'string', minLength: 1, maxLength: 100, description: "Pattern id, such as 'TMKB-AUTHZ-001'" },
  },
  required: ['id'],
  additionalProperties: false,
};

const outputSchema: JsonSchema = {
  type: 'object',
  properties: {
    ...identityProperties,
    threat: { type: 'string' },
    check: { type: 'string' },
    fix: { type: 'string' },
    tells: { type: 'array', items: { type: 'string' } },
    invariants: { type: 'array', items: { type: 'string' } },
    mitigations: { type: 'array', items: { type: 'object' } },
    examples: { type: 'array', items: { type: 'object' } },
    source: { type: 'string', enum: ['builtin', 'user', 'workspace'] },
  },
  required: ['id', 'title', 'category', 'severity', 'threat', 'check', 'fix', 'source'],
};

export const tmkbGet = knowledgeTool({
  name: 'tmkb_get',
  title: 'Get one threat pattern',
  description:
    'Get one pattern of the Threat Model Knowledge Base whole: signs in code, testable invariants, mitigations with trade-offs, and code before and after. Use an id from tmkb_query or tmkb_list.',
  inputSchema,
  outputSchema,
  check: checkGet,
  load: async (host) => (await import('./runGet.ts')).runGet(host),
});

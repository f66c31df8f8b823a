import type { ServerTool, JsonSchema } from '../../mcpServer/tool.ts';
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
    id: { type: 'string' },
    title: { type: 'string' },
    category: { type: 'string' },
    severity: { type: 'string' },
    cwe: { type: 'array', items: { type: 'string' } },
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

export const tmkbGet: ServerTool = {
  name: 'tmkb_get',
  title: 'Get one threat pattern',
  description:
    'Get one pattern of the Threat Model Knowledge Base whole: signs in code, testable invariants, mitigations with trade-offs, and code before and after. Use an id from tmkb_query or tmkb_list.',
  inputSchema,
  outputSchema,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  profiles: ['tmkb'],
  explain: (_, args) => checkGet(args) ?? 'Invalid arguments',
  load: async (host) => (await import('./runGet.ts')).runGet(host),
};

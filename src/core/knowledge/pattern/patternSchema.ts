import type { JsonSchema } from '../../mcpServer/tool.ts';
import { categories, frameworks, languages, levels, severities } from './pattern.ts';

const text = (maxLength: number, description: string) => ({ type: 'string', minLength: 1, maxLength, description });
const texts = (maxItems: number, maxLength: number, description: string) => ({
  type: 'array',
  maxItems,
  items: { type: 'string', minLength: 1, maxLength },
  description,
});
const ids = (pattern: string, description: string) => ({
  type: 'array',
  maxItems: 12,
  uniqueItems: true,
  items: { type: 'string', pattern },
  description,
});
const level = { type: 'string', enum: [...levels] };

/** The shape of a pattern file. `media/schemas/tmkb-pattern.schema.json` is this object, for editors; a test keeps them equal. */
export const patternSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Threat pattern',
  description:
    'One threat pattern of the knowledge base: what can happen, how to see it in code, and the smallest fix.',
  type: 'object',
  required: ['id', 'title', 'category', 'severity', 'threat', 'check', 'fix', 'triggers'],
  additionalProperties: false,
  properties: {
    id: {
      type: 'string',
      pattern: '^[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*-[0-9]{3,4}$',
      maxLength: 40,
      description: 'Unique, such as ACME-AUTHZ-001. The prefix TMKB- belongs to the product.',
    },
    title: text(90, 'What goes wrong, in a few words.'),
    version: { type: 'integer', minimum: 1, description: 'Counts up when the pattern changes.' },
    category: { type: 'string', enum: [...categories] },
    subcategory: { type: 'string', pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$', maxLength: 40 },
    severity: { type: 'string', enum: [...severities], description: 'How bad it is when it happens.' },
    likelihood: { ...level, description: 'How often it is made.' },
    stride: {
      type: 'array',
      uniqueItems: true,
      items: {
        type: 'string',
        enum: [
          'spoofing',
          'tampering',
          'repudiation',
          'information-disclosure',
          'denial-of-service',
          'elevation-of-privilege',
        ],
      },
    },
    cwe: ids('^CWE-[0-9]{1,5}$', 'Weaknesses, the closest first, such as CWE-639.'),
    owasp: ids('^(?:A[0-9]{2}|API[0-9]{1,2}|LLM[0-9]{2}|MCP[0-9]{2}):20[0-9]{2}$', 'Such as A01:2025 or API1:2023.'),
    asvs: ids('^v5\\.0\\.0-[0-9]+\\.[0-9]+\\.[0-9]+$', 'ASVS 5.0.0 requirements, such as v5.0.0-8.2.2.'),
    languages: {
      type: 'array',
      minItems: 1,
      uniqueItems: true,
      items: { type: 'string', enum: [...languages, 'any'] },
      description: '"any", or the languages that it is about.',
    },
    frameworks: {
      type: 'array',
      minItems: 1,
      uniqueItems: true,
      items: { type: 'string', enum: [...frameworks] },
      description: '"any", or the frameworks that it is about.',
    },
    threat: text(400, 'What an attacker or an accident does. Threat, check and fix together: at most 100 tokens.'),
    check: text(400, 'How to see it in code.'),
    fix: text(400, 'The smallest change that removes it.'),
    triggers: {
      type: 'object',
      additionalProperties: false,
      required: ['terms'],
      description: 'By what words, tasks and code a question is recognised.',
      properties: {
        terms: { ...texts(200, 120, 'Names and keywords.'), minItems: 1 },
        actions: texts(300, 200, 'Tasks as people describe them.'),
        apis: texts(300, 200, 'Functions, types and settings that occur in such code.'),
        files: texts(60, 120, 'Globs of files where it tends to be.'),
      },
    },
    tells: texts(20, 300, 'Signs of it in code.'),
    invariants: texts(20, 400, 'Statements that a test can prove.'),
    mitigations: {
      type: 'array',
      maxItems: 12,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['text'],
        properties: {
          text: text(300, 'What to do.'),
          effort: level,
          effectiveness: level,
          tradeoff: text(300, 'What it costs.'),
        },
      },
    },
    examples: {
      type: 'array',
      maxItems: 12,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['language', 'bad', 'good'],
        properties: {
          language: { type: 'string', enum: [...languages] },
          framework: { type: 'string', enum: [...frameworks] },
          bad: text(4000, 'Code that has it.'),
          good: text(4000, 'The same code without it.'),
        },
      },
    },
    notFor: texts(20, 200, 'Harmless things that use the same words.'),
    related: ids('^[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*-[0-9]{3,4}$', 'Ids of patterns to read next.'),
    references: {
      type: 'array',
      maxItems: 20,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['id', 'url'],
        properties: {
          id: text(80, 'What it is.'),
          url: { type: 'string', pattern: '^https://', maxLength: 500 },
        },
      },
    },
    provenance: text(400, 'Who wrote it, from what.'),
  },
};

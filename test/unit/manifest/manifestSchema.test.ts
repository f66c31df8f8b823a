import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import { readManifest } from '../../../src/core/manifest/read/readManifest.ts';
import { manifestTemplate } from '../../../src/core/manifest/read/template.ts';
import { readJson } from '../../support/sources.ts';
import { anyObject, echoManifest } from '../../fixtures/manifest/tools.ts';

const schema = readJson<Record<string, unknown>>('media/schemas/tool-manifest.schema.json');
/** Like the editor's, it knows the schema of schemas, which the file refers to. */
const accepts = new AjvJsonSchemaValidator().getValidator(schema);
const tool = { name: 't', description: 'd', inputSchema: anyObject };
const withTool = (more: Record<string, unknown>): unknown => ({
  id: 'x',
  tools: [{ ...tool, ...more }],
  implementation: { methods: { t: 'svc.t' } },
});

const good: readonly unknown[] = [
  echoManifest(['a', 'b.c']),
  JSON.parse(manifestTemplate('hello')),
  withTool({ mcpExpose: false }),
  withTool({ annotations: { readOnlyHint: true, openWorldHint: false }, timeoutSeconds: 60, title: 'T' }),
  withTool({ confirm: 'Delete {name}?', asks: true }),
  withTool({ confirm: false }),
  {
    ...(withTool({}) as object),
    prompts: [{ name: 'p', template: 'Find {n}', arguments: [{ name: 'n', required: true }] }],
  },
  withTool({ outputSchema: { type: 'object', properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: {} } } }),
  {
    ...(withTool({}) as object),
    requires: { permissions: [{ name: 'contacts' }] },
    compatibility: { os: ['macos'] },
    category: 'x',
  },
];

const bad: readonly unknown[] = [
  [],
  {},
  { id: 'x', tools: [] },
  { id: '', tools: [], implementation: { methods: {} } },
  { id: 'x', tools: {}, implementation: { methods: {} } },
  withTool({ name: 'a b' }),
  withTool({ description: 3 }),
  withTool({ inputSchema: { type: 'array' } }),
  withTool({ inputSchema: { type: 'object', properties: { a: { type: 'text' } } } }),
  withTool({ outputSchema: 7 }),
  withTool({ mcpExpose: 'no' }),
  withTool({ annotations: { readOnlyHint: 'yes' } }),
  withTool({ timeoutSeconds: 0 }),
  withTool({ confirm: 7 }),
  withTool({ asks: 'yes' }),
  { ...(withTool({}) as object), prompts: {} },
  { ...(withTool({}) as object), prompts: [{ name: 'p' }] },
  { ...(withTool({}) as object), prompts: [{ name: 'a b', template: 'x' }] },
  { ...(withTool({}) as object), prompts: [{ name: 'p', template: 'x', arguments: ['n'] }] },
];

for (const manifest of good) {
  test(`the editor and the bridge both accept ${JSON.stringify(manifest).slice(0, 90)}`, () => {
    assert.deepEqual(readManifest('/m.json', JSON.stringify(manifest)).problems, []);
    assert.ok(accepts(manifest).valid);
  });
}

for (const manifest of bad) {
  test(`the editor and the bridge both complain of ${JSON.stringify(manifest).slice(0, 110)}`, () => {
    assert.notDeepEqual(readManifest('/m.json', JSON.stringify(manifest)).problems, []);
    assert.ok(!accepts(manifest).valid);
  });
}

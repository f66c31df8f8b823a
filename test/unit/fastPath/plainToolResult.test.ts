import assert from 'node:assert/strict';
import { test } from 'node:test';
import { specTypeSchemas } from '@modelcontextprotocol/server';
import { isPlainToolResult } from '../../../src/core/fastPath/serving/plainToolResult.ts';

const content = [{ type: 'text', text: 'x' }];
const plain: readonly object[] = [
  { content },
  { content: [] },
  { content, isError: true },
  { content, structuredContent: { a: [1] } },
  { content, _meta: { 'example.org/x': { y: 1 } } },
];
const others: readonly unknown[] = [
  undefined,
  [],
  {},
  { content: [{ type: 'text', text: 7 }] },
  { content: [{ type: 'text', text: 'x', annotations: { audience: ['user'] } }] },
  { content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }] },
  { content, structuredContent: [1] },
  { content, isError: 'yes' },
  { content, _meta: 7 },
  { content, _meta: { 'io.modelcontextprotocol/related-task': 7 } },
  { content, _meta: { progressToken: {} } },
  { content, vendor: true },
];

for (const result of plain)
  test(`the SDK lets ${JSON.stringify(result)} pass unchanged, so it is plain`, () => {
    assert.ok(isPlainToolResult(result));
    const checked = specTypeSchemas.CallToolResult['~standard'].validate(result) as { readonly value?: unknown };
    assert.deepEqual(checked.value, result);
  });

for (const result of others)
  test(`${JSON.stringify(result)} is for the SDK to judge`, () => assert.ok(!isPlainToolResult(result)));

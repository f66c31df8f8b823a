import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSchema } from '../../../src/core/manifest/read/checkSchema.ts';
import { canBacktrackForever } from '../../../src/core/manifest/read/runawayPattern.ts';

const bad = [
  '^(a+)+$',
  '(a*)*',
  '^(\\w+\\s?)*$',
  '(?:\\s*\\w+)*$',
  '^([a-zA-Z0-9]+)*@x$',
  '(a|a)*b',
  '(\\d|\\w)+!',
  '^((ab)+)+$',
  '(?<n>x{2,})*y',
  'x(y(z+)+)',
];
const good = [
  '^[a-z]+$',
  '^[a-z0-9]+(?:-[a-z0-9]+)*$',
  '^([a-z]+\\.)+[a-z]{2,}$',
  '^\\d{1,3}(,\\d{3})*(\\.\\d+)?$',
  '^(\\w|-)+$',
  '^(?:/[^/]+)+$',
  '^#(?:[0-9a-f]{3}){1,2}$',
  '^(a|b)+$',
  '^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$',
  '^(?=.*\\d).{8,}$',
  '\\(+\\[+',
  '^\\p{Lu}[\\p{L} ]*$',
  '',
];

test('a repetition that can split a text in many ways is found', () => {
  for (const source of bad) assert.ok(canBacktrackForever(source), source);
});

test('common patterns are accepted', () => {
  for (const source of good) assert.ok(!canBacktrackForever(source), source);
});

test('such a pattern is a flaw of the schema, at its place', () => {
  const schema = { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } };
  const [flaw] = checkSchema(schema, ['inputSchema']);
  assert.deepEqual(flaw?.path, ['inputSchema', 'properties', 'a', 'pattern']);
  assert.match(flaw?.message ?? '', /run forever/);
});

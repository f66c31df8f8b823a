import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ServiceLine, readServiceLine } from '../../../src/core/manifest/socket/reply.ts';

const result = (id: number, value: unknown, text = JSON.stringify(value)): ServiceLine => ({
  kind: 'reply',
  id,
  reply: { kind: 'result', value, text },
});

const lines: readonly (readonly [line: string, read: ServiceLine])[] = [
  ['{"jsonrpc":"2.0","id":1,"result":{"a":1}}', result(1, { a: 1 })],
  ['{"result": {"a": 1}, "id": 2, "jsonrpc": "2.0"}', result(2, { a: 1 })],
  ['{"jsonrpc":"2.0","id":3,"result":null}', result(3, null)],
  ['{"jsonrpc":"2.0","id":4}', result(4, null)],
  ['{"jsonrpc":"2.0","id":5,"result":1,"error":null}', result(5, 1)],
  ['{"jsonrpc":"2.0","id":6,"result":[1],"extra":true}', result(6, [1])],
  [
    '{"jsonrpc":"2.0","id":7,"error":{"code":1}}',
    { kind: 'reply', id: 7, reply: { kind: 'error', error: { code: 1 } } },
  ],
  ['{"jsonrpc":"1.0","id":8,"result":1}', { kind: 'broken', id: 8, reason: 'the answer is not JSON-RPC 2.0' }],
  ['{"id":9,"result":1}', { kind: 'broken', id: 9, reason: 'the answer is not JSON-RPC 2.0' }],
  ['{"jsonrpc":"2.0","method":"log","params":{}}', { kind: 'ignored' }],
  ['{"jsonrpc":"2.0","id":"x","method":"ask"}', { kind: 'request', id: 'x' }],
  ['{"jsonrpc":"2.0","id":null,"error":{"code":-32601}}', { kind: 'ignored' }],
  ['{"jsonrpc":"2.0","id":null,"error":{"code":-32700}}', { kind: 'rejected', error: { code: -32700 } }],
  ['{"jsonrpc":"2.0","id":"1","result":1}', { kind: 'garbage', reason: 'it answers no call' }],
  ['<html>', { kind: 'garbage', reason: 'it is not JSON' }],
  ['[]', { kind: 'garbage', reason: 'it is not a JSON-RPC message' }],
  ['7', { kind: 'garbage', reason: 'it is not a JSON-RPC message' }],
  ['{}', { kind: 'garbage', reason: 'it answers no call' }],
];

for (const [line, read] of lines) {
  test(`${line} is read as ${read.kind}`, () => {
    assert.deepEqual(readServiceLine(line), read);
  });
}

test('a number that JavaScript cannot hold stays exact in the text', () => {
  const read = readServiceLine('{"jsonrpc":"2.0","id":1,"result":{"id":1234567890123456789}}');
  assert.equal(read.kind === 'reply' && read.reply.kind === 'result' && read.reply.text, '{"id":1234567890123456789}');
});

test('nesting without end is refused before it can end the stack', () => {
  const deep = `{"jsonrpc":"2.0","id":1,"result":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  assert.deepEqual(readServiceLine(deep), { kind: 'garbage', reason: 'it is nested more than 1000 deep' });
});

test('brackets inside text are not nesting', () => {
  const value = { text: '[{'.repeat(5_000) + '\\" "' };
  assert.deepEqual(readServiceLine(JSON.stringify({ jsonrpc: '2.0', id: 1, result: value })), result(1, value));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { framePreview } from '../../../../webview/model/traffic/framePreview.ts';

const shown = (value: unknown): string => framePreview(JSON.stringify(value));

test('a call shows its arguments, whatever the order of the envelope', () => {
  const params = { name: 'add', arguments: { a: 1 } };
  assert.equal(shown({ jsonrpc: '2.0', id: 3, method: 'tools/call', params }), '{"a":1}');
  assert.equal(shown({ method: 'tools/call', params, jsonrpc: '2.0', id: 'x' }), '{"a":1}');
});

test('a result shows its first text, an error its message', () => {
  const result = { content: [{ type: 'text', text: 'one\n"two"' }] };
  assert.equal(shown({ jsonrpc: '2.0', id: 3, result }), 'one "two"');
  assert.equal(shown({ jsonrpc: '2.0', id: 3, result: { isError: true, ...result } }), 'one "two"');
  assert.equal(shown({ result: { tools: [] }, jsonrpc: '2.0', id: 1 }), '{"tools":[]}');
  assert.equal(shown({ jsonrpc: '2.0', id: 3, error: { code: -32_601, message: 'Not found' } }), 'Not found');
});

test('a message without any content shows nothing, and other text stays as it is', () => {
  assert.equal(shown({ jsonrpc: '2.0', method: 'notifications/initialized' }), '');
  assert.equal(framePreview('listening on 8080'), 'listening on 8080');
});

test('a beginning that is cut anywhere never throws', () => {
  const whole = JSON.stringify({
    jsonrpc: '2.0',
    id: 3,
    result: { content: [{ type: 'text', text: String.raw`a\"b` }] },
  });
  for (let at = 0; at <= whole.length; at++) assert.equal(typeof framePreview(whole.slice(0, at)), 'string');
});

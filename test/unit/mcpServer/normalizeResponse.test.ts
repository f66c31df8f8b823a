import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalizeResponse } from '../../../src/core/mcpServer/session/normalizeResponse.ts';
import { proves } from '../../requirements.ts';

const error = (code: number, message: string, data?: unknown) => ({
  code,
  message,
  ...(data !== undefined && { data }),
});

test(`whatever the SDK throws, an internal error says no more than that${proves('R10', 'R33')}`, () => {
  const thrown = { jsonrpc: '2.0', id: 1, error: error(-32603, 'ENOENT: /home/someone/secret', { stack: 'x' }) };
  assert.deepEqual(normalizeResponse(thrown), { jsonrpc: '2.0', id: 1, error: error(-32603, 'Internal error') });
  const badResult = { jsonrpc: '2.0', id: 1, error: error(-32602, 'Invalid tools/call result: [ { "code": …') };
  assert.deepEqual(normalizeResponse(badResult), { jsonrpc: '2.0', id: 1, error: error(-32603, 'Internal error') });
});

test(`schema dumps become invalid params, and texts with a meaning stay${proves('R10')}`, () => {
  const dump = normalizeResponse({ jsonrpc: '2.0', id: 1, error: error(-32602, 'Invalid tools/call request: [ {') })[
    'error'
  ] as {
    message: string;
  };
  assert.equal(dump.message, 'Invalid params');
  for (const [code, message] of [
    [-32602, 'Unknown tool: x'],
    [-32601, 'Method not found'],
    [-32022, 'Unsupported protocol version: x'],
    [-32603, 'Subscription limit reached'],
  ] as const) {
    assert.deepEqual(
      normalizeResponse({ jsonrpc: '2.0', id: 'a', error: error(code, message) })['error'],
      error(code, message),
    );
  }
});

test(`an id that is null is left out; requests and notifications of ours go out as they are${proves('C30')}`, () => {
  assert.deepEqual(normalizeResponse({ jsonrpc: '2.0', id: null, error: error(-32700, 'Parse error') }), {
    jsonrpc: '2.0',
    error: error(-32700, 'Parse error'),
  });
  const note = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' };
  assert.equal(normalizeResponse(note), note);
  assert.equal(
    JSON.stringify(normalizeResponse({ result: { a: 1 }, jsonrpc: '2.0', id: 5 })),
    '{"jsonrpc":"2.0","id":5,"result":{"a":1}}',
  );
});

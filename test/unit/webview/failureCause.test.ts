import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failureCause } from '../../../webview/model/calls/failureCause.ts';

test('the cause of a failure says never more than is known', () => {
  const failed = (code: string, data?: Record<string, unknown>): string =>
    failureCause({
      status: 'failed',
      content: [],
      durationMs: 0,
      fault: { code: code as 'timeout', message: '', ...(data && { data }) },
    }).source;
  assert.equal(failed('server/call-failed', { code: -32602 }), 'arguments');
  assert.equal(failed('server/call-failed', { code: -32000 }), 'server');
  assert.equal(failed('server/exited'), 'transport');
  assert.equal(failed('internal'), 'switchboard');
  assert.equal(failed('server/auth-required'), 'none', 'who must act is not known');
  assert.equal(failed('server/auth-required', { actor: 'authorizationServer' }), 'authorizationServer');
  assert.equal(failed('server/auth-required', { actor: 'client' }), 'switchboard');
  assert.equal(failed('server/auth-required', { actor: 'user' }), 'you');
  assert.equal(failureCause({ status: 'toolError', content: [], durationMs: 0 }).source, 'tool');
});

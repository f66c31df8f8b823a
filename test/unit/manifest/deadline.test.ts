import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import type { ServiceCall } from '../../../src/core/manifest/socket/connection.ts';
import { withDeadline } from '../../../src/core/manifest/socket/deadline.ts';

test('the time of a call begins anew with each progress, and ends without it', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const seen: unknown[] = [];
  const call: ServiceCall = { method: 'm', params: {}, timeoutMs: 1_000, onProgress: (report) => seen.push(report) };
  const ended = withDeadline(call, async ({ onProgress }, signal) => {
    mock.timers.tick(900);
    onProgress?.({ progress: 1 });
    mock.timers.tick(900);
    assert.equal(signal.aborted, false);
    mock.timers.tick(200);
    return signal.aborted;
  });
  assert.equal(await ended, true);
  assert.deepEqual(seen, [{ progress: 1 }]);
  mock.timers.reset();
});

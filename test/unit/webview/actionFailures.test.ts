import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Fault } from '../../../src/base/fault.ts';
import { ActionFailures } from '../../../webview/model/servers/actionFailures.ts';

test('a failure is told on the page of its server alone, until the next action', async () => {
  const failures = new ActionFailures();
  await failures.watch('a', Promise.reject(new Fault('timeout', 'Too slow')));
  assert.deepEqual([failures.of('a')?.message, failures.of('b')], ['Too slow', undefined]);
  await failures.watch('b', Promise.resolve());
  assert.equal(failures.of('a'), undefined);
});

test('what the user cancelled is no failure', async () => {
  const failures = new ActionFailures();
  await failures.watch('a', Promise.reject(new Fault('cancelled', 'Cancelled')));
  assert.equal(failures.of('a'), undefined);
});

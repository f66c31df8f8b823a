import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import type { ServerActivity } from '../../../src/contract/serverActivity.ts';
import { processorLoad, ServerActivities } from '../../../webview/model/servers/activity.ts';
import { FakeHostLink, settled } from './fakeHostLink.ts';

const line = (text: string): ServerActivity['output']['lines'][number] => ({ at: 1, level: 'warn', text });

test('a server is asked for its activity only while its page is open', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const link = new FakeHostLink();
  link.ready['servers/activity'] = () => ({ states: [], output: { lines: [], nextSeq: 0 } });
  const stop = new ServerActivities(link).watch('a');
  await settled();
  mock.timers.tick(1_000);
  await settled();
  assert.equal(link.all('servers/activity').length, 2);
  stop();
  mock.timers.tick(10_000);
  await settled();
  assert.equal(link.all('servers/activity').length, 2);
  mock.timers.reset();
});

test('lines are added to those before, and samples of another process begin anew', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const link = new FakeHostLink();
  const answers: ServerActivity[] = [1, 1, 2].map((pid, at) => ({
    process: { pid, commandLine: 'node server.mjs' },
    usage: { at: 1_000 * at, memoryBytes: 10, cpuMs: 5 * at },
    states: [],
    output: { lines: [line(`a${at}\nb${at}`)], nextSeq: at + 1 },
  }));
  link.ready['servers/activity'] = () => answers.shift();
  const activities = new ServerActivities(link);
  const stop = activities.watch('a');
  const seen: number[] = [];
  for (let round = 0; round < 3; round++) {
    await settled();
    seen.push(activities.of('a').value.samples.length);
    mock.timers.tick(1_000);
  }
  stop();
  assert.deepEqual(seen, [1, 2, 1]);
  assert.deepEqual(
    activities.of('a').value.lines.map(({ text }) => text),
    ['a0', 'b0', 'a1', 'b1', 'a2', 'b2'],
  );
  assert.deepEqual(
    link
      .all('servers/activity')
      .map(({ params }) => (params as { fromSeq: number }).fromSeq)
      .slice(0, 3),
    [0, 1, 2],
  );
  mock.timers.reset();
});

test('the load is the share of one processor between two samples', () => {
  const sample = (at: number, cpuMs: number): Parameters<typeof processorLoad>[0][number] => ({
    at,
    cpuMs,
    memoryBytes: 1,
  });
  assert.deepEqual(
    processorLoad([sample(0, 0), sample(1_000, 250), sample(2_000, 2_250), sample(2_000, 9_999)]),
    [25, 200, 0],
  );
});

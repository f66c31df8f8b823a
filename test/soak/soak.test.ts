import assert from 'node:assert/strict';
import { test } from 'node:test';
import { soak } from './soak.ts';

test('two minutes of load, restarts, crashes, outages and floods: every answer is right, and nothing grows', async () => {
  const report = await soak({
    seconds: 120,
    warmUpSeconds: 40,
    agents: 50,
    callsPerSecond: 200,
    sampleEverySeconds: 5,
  });
  console.log(
    `  soak: ${report.calls} calls, p50 ${report.p50.toFixed(1)} ms, p99 ${report.p99.toFixed(0)} ms, ` +
      `${report.megabytesPerMinute.toFixed(2)} MB and ${report.handlesPerMinute.toFixed(1)} handles a minute`,
  );
  assert.deepEqual(report.wrong, []);
  assert.deepEqual(report.failed, []);
  assert.ok(report.calls > 2_000 && report.restarts >= 10 && report.floods >= 3, JSON.stringify(report));
  // So short a time shows a leak of each call or each agent, not a slow one: `npm run soak` does.
  assert.ok(report.megabytesPerMinute < 4, `the heap grows by ${report.megabytesPerMinute} MB a minute`);
  assert.ok(report.handlesPerMinute < 30, `${report.handlesPerMinute} handles more a minute`);
});

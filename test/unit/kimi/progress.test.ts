import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { RunProgress } from '../../../src/core/kimi/tools/runProgress.ts';
import type { ProgressReport } from '../../../src/core/mcpServer/tool.ts';

test('a quiet run reports from time to time that it is still running, until it ends', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  let now = 0;
  const clock = mock.method(performance, 'now', () => now);
  const tick = (ms: number): void => {
    now += ms;
    mock.timers.tick(ms);
  };
  try {
    const reports: ProgressReport[] = [];
    const progress = new RunProgress({ progress: (report) => reports.push(report) }, (text) => text);
    tick(14_000);
    progress.report('Read a.ts');
    tick(14_000);
    assert.equal(reports.length, 1);
    tick(1_000);
    tick(15_000);
    progress.dispose();
    tick(60_000);
    assert.deepEqual(reports, [
      { progress: 1, message: 'Read a.ts' },
      { progress: 2, message: 'Still working after 29 s' },
      { progress: 3, message: 'Still working after 44 s' },
    ]);
  } finally {
    clock.mock.restore();
    mock.timers.reset();
  }
});

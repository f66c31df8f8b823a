import assert from 'node:assert/strict';
import { test } from 'node:test';
import { processUsage, usageInProc, usageInPs } from '../../../src/core/servers/processUsage.ts';

test('memory and processor time are read from /proc, whatever the name of the program', () => {
  const stat = '42 (a) b (c)) S 1 42 42 0 -1 4194304 100 0 0 0 150 25 0 0 20 0 1 0 1000 1 1';
  assert.deepEqual(usageInProc(stat, 'Name:\ta\nVmRSS:\t   2048 kB\n'), { memoryBytes: 2_097_152, cpuMs: 1_750 });
  assert.equal(usageInProc(stat, 'Name:\tkernel thread\n'), undefined);
});

test('memory and processor time are read from ps', () => {
  assert.deepEqual(usageInPs('  20480   0:01.25\n 1024 2-03:04:05\nnonsense\n'), [
    { memoryBytes: 20_971_520, cpuMs: 1_250 },
    { memoryBytes: 1_048_576, cpuMs: 183_845_000 },
  ]);
});

test('this process uses memory and time', { skip: process.platform === 'win32' }, async () => {
  const usage = await processUsage(process.pid);
  assert.ok(usage && usage.memoryBytes > 1_000_000 && usage.cpuMs >= 0, JSON.stringify(usage));
});

test('a process that is gone uses nothing', async () => {
  assert.equal(await processUsage(2 ** 30), undefined);
});

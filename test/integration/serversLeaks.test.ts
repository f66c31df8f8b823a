// Many rounds of start and stop: no process, handle or listener stays. The bench does two hundred.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { proves } from '../requirements.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { httpFixture } from './serversHttpFixture.ts';
import { bad, manage } from './serversSupport.ts';

failOnLeaks();

const rounds = 25;

function children(): string[] {
  return readdirSync(`/proc/${process.pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${process.pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  );
}

function counts(): Record<string, number> {
  const kinds = process.getActiveResourcesInfo().filter((kind) => kind !== 'Immediate');
  const listeners = process
    .eventNames()
    .map((name) => process.listenerCount(name))
    .reduce((sum, count) => sum + count, 0);
  return { handles: kinds.length, listeners, children: process.platform === 'linux' ? children().length : 0 };
}

/** What a round leaves behind for a moment (a socket that is closing) is given that moment. */
async function settled(before: Record<string, number>): Promise<Record<string, number>> {
  for (let turn = 0; turn < 50; turn++) {
    const now = counts();
    if (Object.entries(now).every(([key, count]) => count <= before[key]!)) return now;
    await delay(100);
  }
  return counts();
}

async function assertNothingStays(round: () => Promise<void>): Promise<void> {
  await round();
  await delay(200);
  const before = counts();
  for (let at = 0; at < rounds; at++) await round();
  const after = await settled(before);
  for (const [key, count] of Object.entries(after))
    assert.ok(count <= before[key]!, `${key}: ${before[key]} before, ${count} after ${rounds} rounds`);
}

test('stdio', () =>
  assertNothingStays(async () => {
    await using subject = manage(bad('crashes'));
    await subject.server.callTool('ok', {});
  }));

test('stdio, stopped while it starts', () =>
  assertNothingStays(async () => {
    await using subject = manage(bad('silent'));
    void subject.server.start().catch(() => {});
    await delay(30);
  }));

for (const era of ['legacy', 'modern'] as const) {
  test(`${era} HTTP`, async () => {
    await using remote = await httpFixture(era);
    await assertNothingStays(async () => {
      await using subject = manage({ kind: 'http', url: remote.url, headers: {} });
      await subject.server.callTool('echo', {});
    });
  });
}

test(`one server, started and stopped again and again${proves('R96')}`, async () => {
  await using subject = manage(bad('crashes'));
  await assertNothingStays(async () => {
    await subject.server.callTool('ok', {});
    await subject.server.stop();
  });
});

// Many rounds of start and stop: no process, handle or listener stays. The bench does two hundred.
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { proves } from '../requirements.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { until } from '../support/until.ts';
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
async function quiet(): Promise<Record<string, number>> {
  let same = 0;
  let last = '';
  await until(() => {
    const now = JSON.stringify(counts());
    same = now === last ? same + 1 : 0;
    last = now;
    return same >= 10;
  }, 'nothing that comes or goes');
  return counts();
}

async function assertNothingStays(round: () => Promise<void>): Promise<void> {
  await round();
  const before = await quiet();
  for (let at = 0; at < rounds; at++) await round();
  const isAsBefore = (): boolean => Object.entries(counts()).every(([key, count]) => count <= before[key]!);
  await until(isAsBefore, `no more than ${JSON.stringify(before)} after ${rounds} rounds`);
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
    await until(() => subject.taps.sent().length > 0, 'its first request');
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

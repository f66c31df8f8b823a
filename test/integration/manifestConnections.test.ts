import { proves } from '../requirements.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callTool, echoManifest, textOf } from '../fixtures/manifest/tools.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { methods, seenThrough, useManifestFixture, warmUp, windows } from './support/manifestFixture.ts';

failOnLeaks();

const fixture = useManifestFixture();

test(`calls share one kept connection${proves('R144', 'C33')}`, { skip: windows }, async () => {
  await fixture.start();
  const tools = await fixture.open();
  await warmUp(tools);
  for (let n = 0; n < 50; n++) await callTool(tools, 'tairseach_say', { n });
  assert.equal((await seenThrough(tools)).connections, 1);
});

test(`a slow call does not hold up the others on the same connection${proves('C33')}`, { skip: windows }, async () => {
  const service = await fixture.start();
  const tools = await fixture.open();
  await warmUp(tools);
  const slow = callTool(tools, 'tairseach_slow', { n: 1 });
  await callTool(tools, 'tairseach_say');
  assert.equal((await seenThrough(tools)).connections, 1);
  service.release();
  assert.equal(textOf(await slow), '{"n":1}');
});

test('a first call that is slow does not hold up the others either', { skip: windows }, async () => {
  const service = await fixture.start();
  const tools = await fixture.open();
  const slow = callTool(tools, 'tairseach_slow');
  await callTool(tools, 'tairseach_say');
  service.release();
  assert.equal((await slow).isError, false);
});

for (const mode of ['normal', 'closing', 'sequential']) {
  test(
    `1,000 concurrent calls to a ${mode} service: none lost, none crossed${proves('R129')}`,
    { skip: windows },
    async () => {
      await fixture.start('--mode', mode);
      const tools = await fixture.open();
      const answers = await Promise.all(
        Array.from({ length: 1_000 }, (_, n) => callTool(tools, 'tairseach_say', { n })),
      );
      assert.deepEqual(
        answers.map(textOf),
        Array.from({ length: 1_000 }, (_, n) => `{"n":${n}}`),
      );
      const { calls } = await seenThrough(tools);
      assert.equal(calls, 1_001, 'each was carried out exactly once');
    },
  );
}

test('1,000 concurrent calls that end in another order than they began: none crossed', { skip: windows }, async () => {
  await fixture.start();
  const tools = await fixture.open();
  const delays = Array.from({ length: 1_000 }, (_, n) => (n * 7919) % 97);
  const answers = await Promise.all(delays.map((ms, n) => callTool(tools, 'tairseach_slow', { ms, n })));
  assert.deepEqual(
    answers.map(textOf),
    delays.map((ms, n) => JSON.stringify({ ms, n })),
  );
});

test(
  `a service that closes after each reply serves one call after the other${proves('C33')}`,
  { skip: windows },
  async () => {
    await fixture.start('--mode', 'closing');
    const tools = await fixture.open();
    for (let n = 0; n < 30; n++) assert.equal(textOf(await callTool(tools, 'tairseach_say', { n })), `{"n":${n}}`);
    assert.equal((await seenThrough(tools)).calls, 31);
  },
);

test('a service that closes a while after its reply loses no call either', { skip: windows }, async () => {
  await fixture.start('--mode', 'closing-late');
  const tools = await fixture.open();
  for (let round = 0; round < 4; round++) {
    const calls = Array.from({ length: 50 }, (_, n) => callTool(tools, 'tairseach_slow', { ms: n * 8 }));
    for (const outcome of await Promise.all(calls)) assert.equal(outcome.isError, false, textOf(outcome));
  }
});

test('tools that only read share the kept connection from the second call on', { skip: windows }, async () => {
  await fixture.home.write('echo.json', echoManifest(methods, { annotations: { readOnlyHint: true } }));
  await fixture.start();
  const tools = await fixture.open();
  for (let n = 0; n < 20; n++) await callTool(tools, 'tairseach_say', { n });
  await Promise.all(Array.from({ length: 100 }, (_, n) => callTool(tools, 'tairseach_say', { n })));
  assert.equal((await seenThrough(tools)).connections, 1);
});

test('slow calls to a service that closes after each reply run at the same time', { skip: windows }, async () => {
  const service = await fixture.start('--mode', 'closing');
  const tools = await fixture.open();
  await warmUp(tools);
  const calls = Promise.all(Array.from({ length: 20 }, () => callTool(tools, 'tairseach_slow')));
  await service.reached('echo.slow', 20);
  service.release();
  for (const outcome of await calls) assert.equal(outcome.isError, false, textOf(outcome));
});

test('a service that serves one connection at a time serves every call', { skip: windows }, async () => {
  await fixture.start('--mode', 'sequential');
  const tools = await fixture.open({ callTimeoutMs: 5_000 });
  const calls = Array.from({ length: 5 }, (_, n) => callTool(tools, 'tairseach_slow', { ms: 150, n }));
  for (const outcome of await Promise.all(calls)) assert.equal(outcome.isError, false, textOf(outcome));
});

test(
  'a burst behind a slow call to a service that serves one connection at a time is not lost',
  { skip: windows },
  async () => {
    const service = await fixture.start('--mode', 'sequential');
    const tools = await fixture.open({ callTimeoutMs: 15_000 });
    const slow = callTool(tools, 'tairseach_slow');
    await service.reached('echo.slow');
    const burst = Array.from({ length: 300 }, (_, n) => callTool(tools, 'tairseach_say', { n }));
    service.release();
    assert.equal((await slow).isError, false);
    const answers = await Promise.all(burst);
    for (const [n, answer] of answers.entries()) assert.equal(textOf(answer), `{"n":${n}}`);
  },
);

import assert from 'node:assert/strict';
import { signal } from '@preact/signals-core';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { deferred } from '../../../src/base/async.ts';
import { DevLoop } from '../../../src/core/app/devLoop/devLoop.ts';
import type { ManagedServer, ServerState } from '../../../src/core/servers/model/server.ts';
import { failOnLeaks } from '../../support/leaks.ts';
import { settled } from '../../support/until.ts';
import { entryOf } from '../config/support.ts';

failOnLeaks();
beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
afterEach(() => mock.timers.reset());

const info = { era: 'legacy', protocolVersion: '', name: '', version: '', capabilities: {}, raw: {} } as const;

function setup(dev: object = {}) {
  const state = signal<ServerState>({ kind: 'connected', since: 0, info });
  const happened: string[] = [];
  const time = { now: 0 };
  let building = deferred<void>();
  building.resolve();
  const server = {
    state,
    contents: signal({}),
    listedTools: signal([]),
    refreshTools: async () => {},
    loadContents: async () => {},
    restart: async () => void happened.push('restart'),
  } as unknown as ManagedServer;
  const loop = new DevLoop({
    clock: { now: () => time.now, monotonicMs: () => time.now },
    server: () => server,
    entry: () => entryOf({ command: 'node', dev }),
    build: () => (happened.push('build'), building.promise),
    log: () => {},
  });
  const pass = async (ms: number): Promise<void> => {
    time.now += ms;
    mock.timers.tick(ms);
    await settled();
  };
  return { loop, happened, state, pass, hold: () => (building = deferred<void>()) };
}

test('many changes within 300 ms are one restart', async () => {
  const { loop, happened, pass } = setup();
  for (let times = 0; times < 5; times++) {
    loop.changed('a');
    await pass(200);
  }
  assert.deepEqual(happened, []);
  await pass(100);
  assert.deepEqual(happened, ['restart']);
  loop.dispose();
});

test('a server that was stopped meanwhile is not started', async () => {
  const { loop, happened, state, pass } = setup();
  loop.changed('a');
  state.value = { kind: 'disconnected', reason: 'stopped' };
  await pass(300);
  assert.deepEqual(happened, []);
  loop.dispose();
});

test('a change during a build causes one more, and what the build writes does not', async () => {
  const { loop, happened, pass, hold } = setup({ build: 'make' });
  const build = hold();
  loop.changed('a');
  await pass(300);
  assert.deepEqual(happened, ['build']);
  loop.changed('a');
  build.resolve();
  await settled();
  assert.deepEqual(happened, ['build', 'restart', 'build', 'restart']);
  loop.changed('a'); // the system tells late of what was written
  await pass(999);
  assert.equal(happened.length, 4);
  await pass(1);
  loop.changed('a');
  await pass(300);
  assert.equal(happened.length, 6);
  loop.dispose();
});

test('a save right after a build counts, though the system still tells of what the build wrote', async () => {
  const { loop, happened, pass } = setup({ build: 'make' });
  loop.changed('a');
  await pass(300);
  assert.deepEqual(happened, ['build', 'restart']);
  loop.changed('a', 300); // written as the build ended
  await pass(400);
  assert.equal(happened.length, 2);
  loop.changed('a', 699);
  await pass(300);
  assert.deepEqual(happened.slice(2), ['build', 'restart']);
  loop.dispose();
});

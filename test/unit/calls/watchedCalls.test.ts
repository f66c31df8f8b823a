import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signal } from '@preact/signals-core';
import { type Rerun, WatchedCalls } from '../../../src/core/calls/watchedCalls.ts';
import type { ManagedServer, ServerState } from '../../../src/core/servers/model/server.ts';
import { FakeStore } from '../../support/fakeStore.ts';
import { failOnLeaks } from '../../support/leaks.ts';
import { answerText, openCallStore, settled } from './support.ts';

failOnLeaks();

function open(history?: FakeStore) {
  const { store, asked } = openCallStore(...(history ? [history] : []));
  const state = signal<ServerState>({ kind: 'connected', since: 1 } as ServerState);
  const servers = signal([{ id: 's', state } as unknown as ManagedServer]);
  const watched = new WatchedCalls({ calls: store, servers });
  const reruns: Rerun[] = [];
  watched.onDidRerun((rerun) => reruns.push(rerun));
  const restart = async (since: number): Promise<void> => {
    state.value = { kind: 'connected', since } as ServerState;
    await settled();
  };
  const answer = async (at: number, text: string): Promise<void> => {
    asked[at]?.answer.resolve(answerText(text));
    await settled();
  };
  return { store, asked, reruns, restart, answer, [Symbol.dispose]: () => (watched.dispose(), store.dispose()) };
}

const request = (call: string, tool = 'echo') => ({ call, server: 's', tool, args: { a: 1 }, timeoutMs: 700 });

test('a watched call is made again after each start of its server, and tells whether its result is the same', async () => {
  using subject = open();
  const { store, asked, reruns, restart, answer } = subject;
  store.run(request('1'));
  await settled();
  await answer(0, 'one');
  store.watch('1', true);
  await restart(2);
  assert.deepEqual([asked.length, asked[1]?.options.timeoutMs], [2, 700]);
  await answer(1, 'one');
  await restart(3);
  await answer(2, 'two');
  assert.deepEqual(
    reruns.map(({ before, after, isSame }) => [before.number, after.number, isSame]),
    [
      [1, 2, true],
      [2, 3, false],
    ],
  );
  assert.deepEqual(
    store.views.value.filter(({ isWatched }) => isWatched).map(({ number }) => number),
    [3],
  );
});

test('a call that nobody watches is not made again, nor one that still runs', async () => {
  using subject = open();
  const { store, asked, restart, answer } = subject;
  store.run(request('1'));
  await settled();
  await restart(2);
  store.watch('1', true);
  await restart(3);
  assert.equal(asked.length, 1);
  await answer(0, 'one');
  store.watch('1', false);
  await restart(4);
  assert.equal(asked.length, 1);
});

test('of a server one call is watched: the last one that was chosen', async () => {
  using subject = open();
  const { store, answer } = subject;
  store.run(request('1'));
  store.run(request('2', 'add'));
  await settled();
  await answer(0, 'one');
  await answer(1, 'two');
  store.watch('1', true);
  store.watch('2', true);
  assert.deepEqual([store.get('1')?.isWatched, store.get('2')?.isWatched], [false, true]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signal } from '@preact/signals-core';
import { Fault } from '../../../src/base/fault.ts';
import type { ManagedServer, ServerInfo, ServerState } from '../../../src/core/servers/model/server.ts';
import { ServerHealth } from '../../../src/core/servers/serverHealth.ts';
import { failOnLeaks } from '../../support/leaks.ts';

failOnLeaks();

const info = { era: 'legacy', protocolVersion: 'x', name: 'x', version: '1', capabilities: {}, raw: {} } as const;

function watched() {
  let now = 0;
  const state = signal<ServerState>({ kind: 'disconnected', reason: 'never' });
  const listedTools = signal<readonly { name: string }[]>([]);
  const server = { id: 'a', state, listedTools } as unknown as ManagedServer;
  const health = new ServerHealth(signal([server]), { now: () => now, monotonicMs: () => now });
  return {
    health,
    pass: (ms: number) => void (now += ms),
    list: (...names: string[]) => void (listedTools.value = names.map((name) => ({ name }))),
    start: (ms: number, era: ServerInfo['era'] = 'legacy') => {
      state.value = { kind: 'connecting', since: now };
      now += ms;
      state.value = { kind: 'connected', since: now, info: { ...info, era } };
    },
    lose: () =>
      (state.value = { kind: 'waiting', attempt: 1, attempts: 8, retryAt: 0, fault: new Fault('internal', 'x') }),
    texts: () => health.of('a').map(({ text }) => text),
  };
}

test('a server that is well has no finding', () => {
  const { health, start, list, texts } = watched();
  start(100);
  list('one', 'two');
  assert.deepEqual([texts(), health.of('unknown')], [[], []]);
  health.dispose();
});

test('tools that vanish are named until they are back', () => {
  const { health, start, list, texts } = watched();
  start(100);
  list('one', 'two', 'three');
  list('one');
  assert.deepEqual(texts(), ['Tools that it offered before are gone: two, three.']);
  list('one', 'two', 'three', 'four');
  assert.deepEqual(texts(), []);
  health.dispose();
});

test('a start that takes far longer than those before is told', () => {
  const { health, start, lose, texts } = watched();
  for (const ms of [1_000, 1_200, 1_100]) {
    start(ms);
    lose();
  }
  start(9_000);
  assert.ok(texts().includes('Its last start took 9.0 s, before that 1.1 s.'), texts().join());
  lose();
  start(1_500);
  assert.ok(!texts().some((text) => text.includes('last start')));
  health.dispose();
});

test('losses in a loop are told, and forgotten after ten quiet minutes', () => {
  const { health, start, lose, pass, texts } = watched();
  for (let at = 0; at < 3; at++) {
    start(10);
    lose();
  }
  assert.deepEqual(texts(), ['It was lost 3 times within ten minutes.']);
  start(10);
  pass(11 * 60_000);
  assert.deepEqual(texts(), []);
  health.dispose();
});

test('a server that refuses the newer protocol that it spoke before is told, until it speaks it again', () => {
  const { health, start, lose, texts } = watched();
  const told = /refused the newer protocol that it spoke before, and is connected with x/;
  for (const [era, isTold] of [
    ['legacy', false],
    ['modern', false],
    ['legacy', true],
    ['modern', false],
  ] as const) {
    start(100, era);
    assert.equal(
      texts().some((text) => told.test(text)),
      isTold,
    );
    if (!isTold) lose();
  }
  health.dispose();
});

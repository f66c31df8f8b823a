import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { computed, effect, signal } from '@preact/signals-core';
import { Fault } from '../../../src/base/fault.ts';
import { Countdown } from '../../../src/core/app/view/countdown.ts';
import type { ManagedServer, ServerState } from '../../../src/core/servers/model/server.ts';
import { failOnLeaks } from '../../support/leaks.ts';

failOnLeaks();

test('it ticks only while a server waits or connects', () => {
  mock.timers.enable({ apis: ['setInterval'] });
  let now = 0;
  const state = signal<ServerState>({ kind: 'disconnected', reason: 'never' });
  const servers = signal([{ state } as unknown as ManagedServer]);
  const countdown = new Countdown(servers, { now: () => now, monotonicMs: () => now });
  const seen: number[] = [];
  const left = computed(() => (state.value.kind === 'waiting' ? countdown.secondsUntil(state.value.retryAt) : 0));
  const stop = effect(() => void seen.push(left.value));
  const pass = (seconds: number): void => {
    for (let at = 0; at < seconds; at++) {
      now += 1_000;
      mock.timers.tick(1_000);
    }
  };
  pass(3);
  state.value = { kind: 'waiting', attempt: 1, attempts: 8, retryAt: now + 2_500, fault: new Fault('internal', 'x') };
  pass(5);
  state.value = { kind: 'disconnected', reason: 'stopped' };
  pass(5);
  assert.deepEqual(seen, [0, 3, 2, 1, 0]);
  const taken = computed(() => (state.value.kind === 'connecting' ? countdown.secondsSince(state.value.since) : -1));
  const stopTaken = effect(() => void seen.push(taken.value));
  state.value = { kind: 'connecting', since: now };
  pass(2);
  assert.deepEqual(seen.slice(5), [-1, 0, 1, 2]);
  stopTaken();
  stop();
  countdown.dispose();
  mock.timers.reset();
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limitsFrom, limitsOf } from '../../../src/core/app/settings/serverLimits.ts';
import { readSettings } from '../../../src/core/app/settings/settings.ts';
import { proves } from '../../requirements.ts';
import { entryOf } from '../config/support.ts';

test(`without settings the documented limits hold${proves('R90', 'R93', 'C16')}`, () => {
  assert.deepEqual(limitsFrom(readSettings(() => undefined)), {
    connectTimeoutMs: 30_000,
    callTimeoutMs: 30_000,
    callCapMs: 600_000,
    maxConcurrentCalls: 10,
    maxMessageBytes: 64 * 1024 * 1024,
    idleStopMs: 15 * 60_000,
    reconnectAttempts: 8,
  });
});

test(`an entry has timeouts of its own${proves('C16')}`, () => {
  assert.deepEqual(limitsOf(entryOf({ command: 'x' })), {});
  assert.deepEqual(limitsOf(entryOf({ command: 'x', timeout: 60 })), { callTimeoutMs: 60_000 });
});

test(`an entry has timeouts for single tools, and a bad one is left out${proves('C16')}`, () => {
  const toolTimeoutsMs = { build: 900_000, never: 0, text: 'long' };
  assert.deepEqual(limitsOf(entryOf({ command: 'x', toolTimeoutsMs })), { toolTimeoutsMs: { build: 900_000 } });
  assert.deepEqual(limitsOf(entryOf({ command: 'x', toolTimeoutsMs: 5 })), {});
});

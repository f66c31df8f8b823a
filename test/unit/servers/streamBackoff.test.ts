import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { streamBackoff } from '../../../src/core/servers/transports/streamBackoff.ts';

test('a stream that brings nothing is asked for again less and less often', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  let messages = 0;
  const schedule = streamBackoff(() => messages);
  const waits: number[] = [];
  const next = (): void => {
    const ends: number[] = [];
    schedule(() => void ends.push(1), 500);
    let waited = 0;
    while (ends.length === 0) {
      mock.timers.tick(500);
      waited += 500;
    }
    waits.push(waited);
  };
  for (let round = 0; round < 9; round++) next();
  assert.deepEqual(waits, [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  messages++;
  next();
  assert.equal(waits.at(-1), 500);
  const cancel = schedule(() => assert.fail('cancelled'), 500);
  cancel();
  mock.timers.tick(60_000);
  mock.timers.reset();
});

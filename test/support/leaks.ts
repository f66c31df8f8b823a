import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { type Lifetime, watchLifetimes } from '../../src/base/lifetime.ts';

/** Call at the top of a test file: a lifetime that was born in it and never ended fails the suite. */
export function failOnLeaks(): void {
  const alive = new Map<Lifetime, string>();
  before(() =>
    watchLifetimes({
      born: (lifetime) => void alive.set(lifetime, new Error('born here').stack ?? ''),
      ended: (lifetime) => void alive.delete(lifetime),
    }),
  );
  after(() => {
    watchLifetimes(undefined);
    assert.equal(alive.size, 0, `${alive.size} lifetime(s) never ended:\n${[...alive.values()].join('\n')}`);
  });
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Lifetime, Renewable, disposable, watchLifetimes } from '../../../src/base/lifetime.ts';
import { failOnLeaks } from '../../support/leaks.ts';

failOnLeaks();

test('what a lifetime owns ends in reverse order', () => {
  const ended: string[] = [];
  const lifetime = new Lifetime();
  lifetime.defer(() => ended.push('first'));
  lifetime.defer(() => ended.push('second'));
  lifetime.dispose();
  assert.deepEqual(ended, ['second', 'first']);
});

test('what arrives after the end is ended at once', () => {
  const lifetime = new Lifetime();
  lifetime.dispose();
  let ended = false;
  lifetime.add(disposable(() => (ended = true)));
  assert.ok(ended);
});

test('the signal fires before anything is ended', () => {
  const lifetime = new Lifetime();
  let abortedFirst = false;
  lifetime.defer(() => (abortedFirst = lifetime.signal.aborted));
  lifetime.dispose();
  assert.ok(abortedFirst);
});

test('one ending that throws keeps none of the others alive, and is still reported', () => {
  const lifetime = new Lifetime();
  let ended = false;
  lifetime.defer(() => (ended = true));
  lifetime.defer(() => {
    throw new Error('stuck');
  });
  assert.throws(() => lifetime.dispose(), /stuck/);
  assert.ok(ended);
});

test('ending twice ends nothing twice', () => {
  let times = 0;
  const lifetime = new Lifetime();
  lifetime.defer(() => times++);
  lifetime.dispose();
  lifetime.dispose();
  assert.equal(times, 1);
});

test('a child ends with its parent, and is forgotten when it ends alone', () => {
  const parent = new Lifetime();
  const early = parent.child();
  const late = parent.child();
  early.dispose();
  assert.ok(early.ended && !parent.ended);
  parent.dispose();
  assert.ok(late.ended);
});

test('renewing ends the run before', () => {
  const runs = new Renewable();
  const first = runs.renew();
  const second = runs.renew();
  assert.ok(first.ended && !second.ended);
  runs.dispose();
  assert.ok(second.ended && runs.renew().ended);
});

test('a lifetime that is never ended is found by the leak check', () => {
  const seen: Lifetime[] = [];
  watchLifetimes({
    born: (lifetime) => seen.push(lifetime),
    ended: (lifetime) => seen.splice(seen.indexOf(lifetime), 1),
  });
  const forgotten = new Lifetime();
  assert.deepEqual(seen, [forgotten]);
  forgotten.dispose();
  assert.deepEqual(seen, []);
  watchLifetimes(undefined);
});

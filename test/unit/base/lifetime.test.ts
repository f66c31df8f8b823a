import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Lifetime, Renewable, disposable, watchLifetimes } from '../../../src/base/lifetime.ts';
import { failOnLeaks } from '../../support/leaks.ts';

failOnLeaks();

test('what a lifetime owns ends in reverse order', () => {
  const ended: string[] = [];
  const life = new Lifetime();
  life.defer(() => ended.push('first'));
  life.defer(() => ended.push('second'));
  life.dispose();
  assert.deepEqual(ended, ['second', 'first']);
});

test('what arrives after the end is ended at once', () => {
  const life = new Lifetime();
  life.dispose();
  let ended = false;
  life.add(disposable(() => (ended = true)));
  assert.ok(ended);
});

test('the signal fires before anything is ended', () => {
  const life = new Lifetime();
  let abortedFirst = false;
  life.defer(() => (abortedFirst = life.signal.aborted));
  life.dispose();
  assert.ok(abortedFirst);
});

test('one ending that throws keeps none of the others alive, and is still reported', () => {
  const life = new Lifetime();
  let ended = false;
  life.defer(() => (ended = true));
  life.defer(() => {
    throw new Error('stuck');
  });
  assert.throws(() => life.dispose(), /stuck/);
  assert.ok(ended);
});

test('ending twice ends nothing twice', () => {
  let times = 0;
  const life = new Lifetime();
  life.defer(() => times++);
  life.dispose();
  life.dispose();
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
  watchLifetimes({ born: (life) => seen.push(life), ended: (life) => seen.splice(seen.indexOf(life), 1) });
  const forgotten = new Lifetime();
  assert.deepEqual(seen, [forgotten]);
  forgotten.dispose();
  assert.deepEqual(seen, []);
  watchLifetimes(undefined);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Batches } from '../../../src/core/mcpServer/session/batch.ts';

type Wire = Readonly<Record<string, unknown>>;
const answer = (id: number): Wire => ({ jsonrpc: '2.0', id, result: {} });

function collected() {
  const written: (readonly Wire[])[] = [];
  return { written, batches: new Batches((answers) => void written.push(answers)) };
}

test('a batch is written once, when the last of its responses is there', () => {
  const { written, batches } = collected();
  batches.open([answer(1)], [2, 3]);
  assert.ok(batches.keep(answer(3)));
  assert.deepEqual(written, []);
  assert.ok(batches.keep(answer(2)));
  assert.deepEqual(written, [[answer(1), answer(3), answer(2)]]);
  assert.ok(!batches.keep(answer(2)), 'it belongs to no batch any more');
});

test('a batch that is answered at once is written at once, and one of notifications never', () => {
  const { written, batches } = collected();
  batches.open([answer(1)], []);
  batches.open([], []);
  assert.deepEqual(written, [[answer(1)]]);
});

test('a cancelled request is not waited for, and a batch of such alone is not written', () => {
  const { written, batches } = collected();
  batches.open([], [1, 2]);
  batches.forget(1);
  batches.keep(answer(2));
  assert.deepEqual(written, [[answer(2)]]);
  batches.open([], [3]);
  batches.forget(3);
  batches.forget(4);
  assert.equal(written.length, 1);
});

test('a request of the server with the id of a waiting one is no response to it', () => {
  const { batches } = collected();
  batches.open([], [1]);
  assert.ok(!batches.keep({ jsonrpc: '2.0', id: 1, method: 'ping' }));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultBudgets } from '../../../src/core/wire/budgets.ts';
import { countValues, weigh } from '../../../src/core/wire/messageBounds.ts';
import { type Reading, idOfOversize, isLargeBatch, readMessages } from '../../../src/core/wire/messageLine.ts';

function only(text: string): Reading {
  const [first, ...others] = readMessages(text);
  assert.equal(others.length, 0);
  return first!;
}

test('an answer that is wrong tells what is wrong, and whose it was', () => {
  const wrong: Readonly<Record<string, readonly [reason: RegExp, answers: unknown]>> = {
    '{"jsonrpc":"2.0","id":7,"result":{},"error":{"code":1,"message":""}}': [/both/, 7],
    '{"jsonrpc":"2.0","id":7,"error":null}': [/"error" is not an object/, 7],
    '{"jsonrpc":"2.0","id":7,"result":3}': [/result is not an object/, 7],
    '{"jsonrpc":"2.0","id":7,"result":{"_meta":3}}': [/"_meta"/, 7],
    '{"jsonrpc":"2.0","id":7}': [/neither a result nor/, 7],
    '{"id":"a","result":{}}': [/"jsonrpc" is missing/, 'a'],
    '{"jsonrpc":"2.0","id":true,"result":{}}': [/neither a string nor a number/, 'unknown'],
    '{"jsonrpc":"2.0","result":{}}': [/id is missing/, 'unknown'],
    '{"jsonrpc":"2.0","id":7,"result":{\0}}': [/NUL/, 7],
    '{"jsonrpc":"2.0","id":7,"result":{"a":': [/Not valid JSON/, 7],
  };
  for (const [text, [reason, answers]] of Object.entries(wrong)) {
    const reading = only(text);
    assert.ok(reading.kind === 'malformed', text);
    assert.match(reading.reason, reason);
    assert.equal(reading.answers, answers, text);
  }
});

test('a request that is wrong is nobody’s answer', () => {
  for (const text of [
    '{"jsonrpc":"2.0","id":{},"method":"ping"}',
    '{"jsonrpc":"2.0","id":1,"method":7}',
    '{"jsonrpc":"2.0","id":1,"method":"x","params":"y"}',
    `{"jsonrpc":"2.0","id":"${'x'.repeat(5_000)}","method":"ping"}`,
  ]) {
    const reading = only(text);
    assert.ok(reading.kind === 'malformed', text);
    assert.equal(reading.answers, undefined);
  }
});

test('an error without a code or a sentence is still an error for its caller', () => {
  const reading = only('{"jsonrpc":"2.0","id":1,"error":{"code":{},"message":{"toString":1}}}');
  assert.ok(reading.kind === 'message' && 'error' in reading.message);
  assert.deepEqual([reading.message.error.code, typeof reading.message.error.message], [0, 'string']);
});

test('a batch is counted without being parsed, texts in it understood', () => {
  const note = '{"jsonrpc":"2.0","method":"x","params":{"a":["],[\\"",1,2]}}';
  assert.equal(isLargeBatch(`[${[note, note, note].join(',')}]`, 3), false);
  assert.equal(isLargeBatch(` [${[note, note, note, note].join(',')}]`, 3), true);
  assert.equal(isLargeBatch(note, 0), false);
  assert.equal(readMessages(`[${`${note},`.repeat(2_000)}${note}]`)[0]?.kind, 'hugeBatch');
  assert.equal(readMessages(`[${`${note},`.repeat(20)}${note}]`).length, 21);
});

test('values are counted no further than the limit, and not inside texts', () => {
  assert.equal(countValues('{"a":[1,2,{"b":"x,y,[,{"}]}', 100), 6);
  assert.equal(countValues(`{"a":"${'x,'.repeat(100)}\\\\","b":"\\",,,,,,,,,,,,,,,,,,,,,,,,,,,\\\\\\","}`, 100), 3);
  assert.ok(countValues('['.repeat(1_000_000), 50) <= 52);
  const text = `{"jsonrpc":"2.0","id":3,"result":{"a":[${'1,'.repeat(defaultBudgets.messageValues)}1]}}`;
  const reading = only(text);
  assert.ok(reading.kind === 'malformed' && reading.answers === 3);
});

test('a value is weighed about as its JSON is, and no further than the limit', () => {
  const value = { name: 'x'.repeat(1_000), list: Array.from({ length: 100 }, (_, at) => ({ at })) };
  const bytes = JSON.stringify(value).length;
  assert.ok(Math.abs(weigh(value, 1e9) - bytes) < bytes / 2);
  assert.ok(weigh(value, 10) < bytes);
});

test('a line that is too long and has an id that is not JSON has no id, and nothing throws', () => {
  for (const id of ['01', '-00', '"a\tb"', '"a\u0000b"']) {
    const [head, tail] = [`{"jsonrpc":"2.0","id":${id},"result":`, `{},"id":${id}}`];
    assert.equal(idOfOversize({ bytes: 1e8, head, tail: '' }), undefined, id);
    assert.equal(idOfOversize({ bytes: 1e8, head: '', tail }), undefined, id);
  }
  assert.equal(idOfOversize({ bytes: 1e8, head: '{"id":12,', tail: '' }), 12);
});

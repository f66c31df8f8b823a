import assert from 'node:assert/strict';
import { proves } from '../../requirements.ts';
import { test } from 'node:test';
import { LineReader, type Oversize, textLineReader } from '../../../src/core/process/lineReader.ts';
import { idOfOversize, readMessages } from '../../../src/core/wire/messageLine.ts';

function read(chunks: readonly string[], maxBytes = 1_000): { lines: string[]; dropped: Oversize[] } {
  const lines: string[] = [];
  const dropped: Oversize[] = [];
  const reader = new LineReader(
    maxBytes,
    (line) => lines.push(line.toString()),
    (line) => dropped.push(line),
  );
  for (const chunk of chunks) reader.push(Buffer.from(chunk));
  reader.flush();
  return { lines, dropped };
}

test(`lines come out whole however the bytes were cut${proves('R76')}`, () => {
  const text = 'first\nsecond ü\n\nlast';
  const bytes = Buffer.from(text);
  for (let size = 1; size <= bytes.length; size++) {
    const lines: string[] = [];
    const reader = new LineReader(
      1_000,
      (line) => lines.push(line.toString()),
      () => assert.fail(),
    );
    for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
    reader.flush();
    assert.deepEqual(lines, ['first', 'second ü', '', 'last'], `chunks of ${size}`);
  }
});

test('a line beyond the limit is dropped with its edges kept, and the next one is read', () => {
  const long = `{"head":"${'x'.repeat(5_000)}"}`;
  const { lines, dropped } = read(['a\n', long.slice(0, 2_000), long.slice(2_000), '\nb\n'], 100);
  assert.deepEqual(lines, ['a', 'b']);
  assert.equal(dropped.length, 1);
  assert.equal(dropped[0]?.bytes, long.length);
  assert.ok(dropped[0]?.head.startsWith('{"head":"x'));
  assert.ok(dropped[0]?.tail.endsWith('x"}'));
});

test('a line of exactly the limit is kept', () => {
  assert.deepEqual(read(['12345\n'], 5).lines, ['12345']);
  assert.equal(read(['123456\n'], 5).dropped.length, 1);
});

test('a 64 MB line is put together once, not with each piece of it', (t) => {
  const chunk = Buffer.alloc(64 * 1024, 0x61);
  let length = 0;
  const reader = new LineReader(
    100 * 1024 * 1024,
    (line) => (length = line.length),
    () => assert.fail(),
  );
  const concat = t.mock.method(Buffer, 'concat');
  for (let at = 0; at < 1024; at++) reader.push(chunk);
  reader.push(Buffer.from('\n'));
  assert.equal(length, 64 * 1024 * 1024);
  assert.equal(concat.mock.callCount(), 1);
});

test('the id of an answer that was dropped is found at its start or at its end', () => {
  const id = (head: string, tail: string): unknown => idOfOversize({ bytes: 0, head, tail });
  assert.equal(id('{"jsonrpc":"2.0","id":7,"result":{"a":"', 'x"}}'), 7);
  assert.equal(id('{"id":"abc","result":{"a":"', 'x"}}'), 'abc');
  assert.equal(id('{"result":{"a":"', 'x"}]},"jsonrpc":"2.0","id":12}'), 12);
  assert.equal(id('{"result":{"a":"', 'x"},"id":12,"jsonrpc":"2.0"}'), 12);
  assert.equal(id('{"jsonrpc":"2.0","method":"m","params":{"id":5,"a":"', 'x"}}'), undefined);
});

test('messages, noise and malformed frames are distinguished', () => {
  const kind = (text: string): string => readMessages(text)[0]!.kind;
  assert.equal(kind('{"jsonrpc":"2.0","id":1,"result":{}}'), 'message');
  assert.equal(kind('{"jsonrpc":"2.0","method":"x"}'), 'message');
  assert.equal(kind('{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"?"}}'), 'message');
  assert.equal(kind('[{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","id":2,"result":{}}]'), 'message');
  for (const noise of ['hello', '{"level":"info"}', '42', 'null', '[]', '"text"', '{ not json'])
    assert.equal(kind(noise), 'noise', noise);
  for (const wrong of [
    '{"jsonrpc":"2.0","id":',
    '{"jsonrpc":"1.0","id":1,"result":{}}',
    '{"jsonrpc":"2.0","id":{},"result":1}',
    '{"jsonrpc":"2.0"}',
  ]) {
    assert.equal(kind(wrong), 'malformed', wrong);
  }
});

test('text lines are whole however the pieces fall, and one beyond the limit is dropped', () => {
  const lines: string[] = [];
  const reader = textLineReader((line) => lines.push(line));
  for (const piece of ['on', 'e\r\ntw', 'o\n\nthree']) reader.push(Buffer.from(piece));
  reader.flush();
  assert.deepEqual(lines, ['one', 'two', 'three']);
  reader.push(Buffer.alloc(33 * 1024 * 1024, 'x'));
  reader.push(Buffer.from('\nnext\n'));
  assert.deepEqual(lines.slice(3), ['next']);
});

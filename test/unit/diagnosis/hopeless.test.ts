import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isHopeless } from '../../../src/core/diagnosis/isHopeless.ts';
import { evidenceOf } from './corpus/setup.ts';

const isOver = (stdout: string, quietMs = 600): boolean =>
  isHopeless(evidenceOf({ name: '', rule: '', says: /x/, stdout }), { isLineOpen: false, quietMs });

const records: Readonly<Record<string, string>> = {
  ready: '{"level":"info","msg":"server started"}',
  'that it got the request': '{"level":30,"msg":"received initialize from client"}',
  'the request itself':
    '{"time":1,"level":"debug","msg":"<-","body":{"method":"initialize","params":{"clientInfo":{}}}}',
  'that it waits': '{"severity":"INFO","message":"Waiting for input on stdin"}',
  'that it serves': '{"level":"info","event":"Serving MCP over stdio"}',
  'what it tells in another language of logs': '{"@timestamp":"t","log.level":"info","message":"MCP server up"}',
};

for (const [name, line] of Object.entries(records)) {
  test(`a log on stdout that tells ${name}, and then nothing, is no server's first response`, () => {
    assert.ok(isOver(line));
    assert.ok(!isOver(line, 400), 'its response may still come');
  });
}

test('a response behind a text on its line is lost, unless another one follows', () => {
  const line = 'Loading catalogue... {"result":{"protocolVersion":"2025-11-25"},"jsonrpc":"2.0","id":0}';
  assert.ok(isOver(line));
  assert.ok(!isOver(line, 400), 'it may be a log of what is sent next');
  assert.ok(!isOver('got {"jsonrpc":"2.0","method":"initialize","id":0}', 20_000), 'that is our request');
});

test('after a log that tells nothing of use a slow start may follow: it is given five seconds of silence', () => {
  const line = '{"level":"info","msg":"config read"}';
  assert.ok(!isOver(line, 4_800));
  assert.ok(isOver(line, 5_000));
  assert.ok(!isOver('{"level":"info","msg":"loading 3 models"}', 60_000), 'it says that it goes on');
});

test('a log on stdout of what is still being done is waited for', () => {
  assert.ok(!isOver('{"level":"info","msg":"loading 3 models"}'));
  assert.ok(!isOver('{"level":"info","msg":"connecting to the database"}\n{"level":"info","msg":"starting up"}'));
});

const alone = (command: string, args: readonly string[] = [], env: Record<string, string> = {}) =>
  evidenceOf({ name: '', rule: '', says: /x/, launch: { command, args, env } });

for (const command of ['node', '/usr/bin/python3', 'ruby'])
  test(`${command} without a script waits for a program: that is known after a moment of silence`, () => {
    assert.ok(isHopeless(alone(command), { isLineOpen: false, quietMs: 600 }));
    assert.ok(!isHopeless(alone(command), { isLineOpen: false, quietMs: 400 }));
  });

test('an interpreter with a script, a module, or a server that is preloaded may be slow', () => {
  const slow = { isLineOpen: false, quietMs: 20_000 };
  assert.ok(!isHopeless(alone('node', ['server.js']), slow));
  assert.ok(!isHopeless(alone('python3', ['-m', 'server']), slow));
  assert.ok(!isHopeless(alone('node', [], { NODE_OPTIONS: '--import ./server.mjs' }), slow));
  assert.ok(!isHopeless(alone('npx', ['-y', 'some-server']), slow));
});

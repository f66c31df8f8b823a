import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { signInAsk } from '../../../src/cli/oauth/signInAsk.ts';
import { until } from '../../support/until.ts';

function terminal(): { stdin: PassThrough; ask: ReturnType<typeof signInAsk>; shown(): string } {
  const [stdin, stderr] = [new PassThrough(), new PassThrough()];
  for (const stream of [stdin, stderr]) Object.assign(stream, { isTTY: true });
  let text = '';
  stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const io = { stdin, stderr, stdout: new PassThrough(), env: {}, cwd: '/', stop: new AbortController().signal };
  return { stdin, ask: signInAsk({ print: true, yes: false }, io), shown: () => text };
}

const question = { title: 'Sign In', prompt: 'the address', secret: true };

test('on a terminal the address of a browser elsewhere is pasted at once', async () => {
  const { stdin, ask, shown } = terminal();
  assert.equal(ask.helpsAtOnce, true);
  assert.equal(await ask.choose?.({ title: '', detail: '', choices: ['paste', 'cancel'], modal: false }), 'paste');
  const typed = ask.text?.(question);
  await until(() => shown().includes('the address'), 'the prompt');
  stdin.write('http://127.0.0.1/callback?code=x\n');
  assert.equal(await typed, 'http://127.0.0.1/callback?code=x');
});

test('a browser that returns by itself ends the prompt', async () => {
  const { ask, shown } = terminal();
  const ended = new AbortController();
  const typed = ask.text?.(question, ended.signal);
  await until(() => shown().includes('the address'), 'the prompt');
  ended.abort();
  assert.equal(await typed, undefined);
});

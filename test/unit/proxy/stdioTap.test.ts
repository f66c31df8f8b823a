import assert from 'node:assert/strict';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { tap } from '../../../src/cli/tap.ts';
import { markName } from '../../../src/core/process/processTree.ts';
import { tapStdio } from '../../../src/core/proxy/stdioTap.ts';
import { silentTap } from '../../../src/core/wire/tap.ts';
import { copiesTo } from '../../../src/core/proxy/tapProtocol.ts';

const killed = 128 + 9;
const terminated = 128 + 15;

function run(
  script: string,
  stop: AbortSignal,
  stdout = new PassThrough(),
  stdin = new PassThrough(),
): Promise<number> {
  return tapStdio({
    command: process.execPath,
    args: ['-e', script],
    cwd: tmpdir(),
    env: process.env,
    stdin,
    stdout,
    stderr: new PassThrough().resume(),
    copies: copiesTo(silentTap),
    stop,
  });
}

// Each ends by itself after a while: a test that fails leaves nothing behind.
const stays = 'setTimeout(() => {}, 8_000)';

test('a stop that comes while the server starts ends it', async () => {
  const stop = new AbortController();
  const running = run(stays, stop.signal);
  stop.abort();
  assert.equal(await running, terminated);
});

test(
  'a server that does not listen to a stop is ended after a while',
  { skip: process.platform === 'win32' },
  async () => {
    const stop = new AbortController();
    const stdout = new PassThrough();
    const running = run(`process.on('SIGTERM', () => {}); console.log('up'); ${stays}`, stop.signal, stdout);
    await once(stdout, 'data');
    stop.abort();
    assert.equal(await running, killed);
  },
);

test('a client that is killed, so that its pipe breaks instead of ending, ends the server', async () => {
  for (const broken of ['stdin', 'stdout'] as const) {
    const streams = { stdin: new PassThrough(), stdout: new PassThrough() };
    const running = run(`console.log('up'); ${stays}`, new AbortController().signal, streams.stdout, streams.stdin);
    await once(streams.stdout, 'data');
    streams[broken].destroy(new Error('read ECONNRESET'));
    assert.equal(await running, terminated, broken);
  }
});

test('a stop before the tap of a URL starts ends the tap', { timeout: 5_000 }, async () => {
  const stdout = new PassThrough().resume();
  const io = { stdin: new PassThrough(), stdout, stderr: stdout, env: { [markName]: 'x' }, cwd: tmpdir() };
  assert.equal(await tap.run(['--http', 'http://127.0.0.1:9/mcp'], { ...io, stop: AbortSignal.abort() }), 0);
});

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { type KimiFixture, fakeKimiPath, isAlive, makeKimiFixture } from '../fixtures/kimi/kimiFixture.ts';
import { until } from '../support/until.ts';
import { failOnLeaks } from '../support/leaks.ts';

// The command line without any client of an SDK: what is sent is what is written here.
const cli = join(import.meta.dirname, '../../src/cli/main.ts');
let fixture: KimiFixture;
let server: ChildProcess;
let output = '';

beforeEach(async () => {
  fixture = await makeKimiFixture();
  output = '';
});
afterEach(async () => {
  server.kill('SIGKILL');
  await fixture.close();
});
failOnLeaks();

function serve(...flags: readonly string[]): void {
  const env = { ...(fixture.env as Record<string, string>), KIMI_MCP_PATH: fakeKimiPath };
  const args = [cli, 'serve', '--profile', 'kimi', '--lenient', '--stay-alive', ...flags];
  server = spawn(process.execPath, args, { cwd: fixture.workspace, env, stdio: ['pipe', 'pipe', 'ignore'] });
  server.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text));
}

function call(name: string, args: object): void {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
  server.stdin?.write(`${JSON.stringify(message)}\n`);
}

test('with --allow-writes a run that changes files needs no confirmation', async () => {
  fixture.script([{ write: ['made.txt', 'by Kimi'] }, { say: 'Done.' }]);
  serve('--allow-writes');
  call('kimi_implement', { prompt: 'Make it' });
  await until(() => output.includes('"id":1'), 'an answer');
  assert.match(output, /Done\./);
  assert.equal(fixture.read('made.txt'), 'by Kimi');
});

test('without it, and without a client that can ask the user, nothing is run and the error names the flag', async () => {
  serve();
  call('kimi_implement', { prompt: 'Make it' });
  await until(() => output.includes('"id":1'), 'an answer');
  assert.match(output, /--allow-writes/);
  assert.equal(fixture.runs().length, 0);
});

test('SIGTERM ends a Kimi that listens: the call is answered and the server exits by itself', async () => {
  fixture.script([{ hang: true }]);
  serve();
  call('kimi_analyze', { prompt: 'Fine?' });
  await until(() => fixture.runs().length > 0, 'Kimi runs');
  const exited = once(server, 'exit');
  server.kill('SIGTERM');
  const [code] = await exited;
  assert.equal(code, 0);
  assert.match(output, /"isError":true/);
  assert.ok(!isAlive(fixture.runs()[0]!.pid));
});

test('SIGTERM ends a Kimi that does not listen, and the command that it runs, before a client would kill us', async () => {
  const childFile = join(fixture.dir, 'child.pid');
  fixture.script([{ deaf: true, child: childFile }, { hang: true }]);
  serve();
  call('kimi_analyze', { prompt: 'Fine?' });
  await until(() => existsSync(childFile) && readFileSync(childFile, 'utf8') !== '', 'its command runs');
  const exited = once(server, 'exit');
  server.kill('SIGTERM');
  await exited;
  const child = Number(readFileSync(childFile, 'utf8'));
  assert.ok(!isAlive(fixture.runs()[0]!.pid), 'Kimi');
  await until(() => !isAlive(child), 'its command is gone');
});

test('a second signal does not wait, and leaves nothing behind', async () => {
  const childFile = join(fixture.dir, 'child.pid');
  fixture.script([{ deaf: true, child: childFile }, { hang: true }]);
  serve();
  call('kimi_analyze', { prompt: 'Fine?' });
  await until(() => existsSync(childFile) && readFileSync(childFile, 'utf8') !== '', 'its command runs');
  const exited = once(server, 'exit');
  server.kill('SIGTERM');
  server.kill('SIGINT');
  await exited;
  const pids = [fixture.runs()[0]!.pid, Number(readFileSync(childFile, 'utf8'))];
  await until(() => pids.every((pid) => !isAlive(pid)), 'both are gone');
});

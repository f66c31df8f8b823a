// Every way to end "serve" while a Kimi that ignores signals runs a command that ignores them too.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { type KimiFixture, fakeKimiPath, isAlive, makeKimiFixture } from '../fixtures/kimi/kimiFixture.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { until } from '../support/until.ts';
import { cliPath } from '../integration/support/cliProcess.ts';
import { crashOnSignal, underParent } from './support/endsFixture.ts';

failOnLeaks();
let fixture: KimiFixture;
let server: ChildProcess;

beforeEach(async () => {
  fixture = await makeKimiFixture();
});
afterEach(async () => {
  server.kill('SIGKILL');
  await fixture.close();
});

function start(...args: readonly string[]): ChildProcess {
  const env = { ...fixture.env, KIMI_MCP_PATH: fakeKimiPath, NODE_OPTIONS: crashOnSignal } as Record<string, string>;
  return spawn(process.execPath, args, {
    cwd: fixture.workspace,
    env,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
}

/** The numbers of Kimi and of its command. */
async function running(way: string): Promise<readonly number[]> {
  const childFile = join(fixture.dir, 'child.pid');
  fixture.script([{ deaf: true, child: childFile }, { hang: true }]);
  const params = { name: 'kimi_analyze', arguments: { prompt: 'Fine?' } };
  const message = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })}\n`;
  const args = [cliPath, 'serve', '--profile', 'kimi', '--lenient'];
  server = way === 'the death of the parent' ? start(...underParent(args, message)) : start(...args);
  server.stdin?.write(message);
  await until(() => existsSync(childFile) && readFileSync(childFile, 'utf8') !== '', 'its command runs');
  return [fixture.runs()[0]!.pid, Number(readFileSync(childFile, 'utf8'))];
}

const ways: Readonly<Record<string, () => unknown>> = {
  'the death of the parent': () => server.kill('SIGKILL'),
  SIGINT: () => server.kill('SIGINT'),
  SIGHUP: () => server.kill('SIGHUP'),
  'an uncaught exception': () => server.kill('SIGUSR2'),
  SIGKILL: async () => {
    server.kill('SIGKILL');
    await once(server, 'exit');
    await once(start(cliPath, 'list'), 'exit'); // the next command
  },
};

for (const [way, end] of Object.entries(ways)) {
  test(`${way} of "serve" leaves nothing of Kimi`, { skip: process.platform === 'win32' }, async () => {
    const pids = await running(way);
    await end();
    await until(() => !pids.some((pid) => isAlive(pid)), 'all are ended');
  });
}

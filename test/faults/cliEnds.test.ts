import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { projectRoot } from '../support/sources.ts';
import { until } from '../support/until.ts';
import { isAlive } from '../integration/serversSupport.ts';
import { listToolsInput } from './support/gatewayMessages.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-ends-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const children: ChildProcess[] = [];
after(() => {
  for (const child of children) child.kill('SIGKILL'); // a test that failed must not keep the suite
});

const windows = process.platform === 'win32';
const badServers = path.join(projectRoot, 'test/fixtures/bad-servers');

/** A server that ignores the end of its input and all gentle signals, and writes down its number. */
function stubborn(name: string, talks: boolean): { readonly args: readonly string[]; pid(): number } {
  const file = path.join(folder, `${name}.pid`);
  const note = `require('node:fs').writeFileSync(${JSON.stringify(file)}, String(process.pid));`;
  const ignore = `for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {}); setInterval(() => {}, 1000);`;
  const serve = talks ? `import(${JSON.stringify(path.join(badServers, 'stubborn.mjs'))});` : '';
  return { args: ['-e', note + ignore + serve], pid: () => Number(readFileSync(file, 'utf8')) };
}

function switchboard(...args: string[]): ChildProcess {
  const env = { ...process.env, XDG_STATE_HOME: path.join(folder, 'state') };
  const child = spawn(process.execPath, [path.join(projectRoot, 'dist/cli.cjs'), ...args], { env, cwd: folder });
  children.push(child);
  child.stdout.resume();
  child.stderr.resume();
  return child;
}

function configOf(name: string, args: readonly string[]): string {
  const file = path.join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify({ mcpServers: { it: { command: process.execPath, args } } }));
  return file;
}

async function started(pid: () => number): Promise<number> {
  return until(() => {
    try {
      return pid() || undefined;
    } catch {
      return undefined; // not written yet
    }
  }, 'the server runs');
}

for (const signal of ['SIGHUP', 'SIGTERM', 'SIGINT'] as const) {
  test(
    `${signal} ends "list" while it waits for a silent server, and the server with it`,
    { skip: windows },
    async () => {
      const server = stubborn(`list-${signal}`, false);
      const child = switchboard('list', '--config', configOf(`list-${signal}`, server.args), '--trust');
      const pid = await started(server.pid);
      child.kill(signal);
      await once(child, 'exit');
      await until(() => !isAlive(pid), 'the server has ended');
    },
  );

  test(`${signal} ends "gateway" and a server that does not listen to signals`, { skip: windows }, async () => {
    const server = stubborn(`gateway-${signal}`, true);
    const child = switchboard('gateway', '--config', configOf(`gateway-${signal}`, server.args), '--trust');
    child.stdin?.write(listToolsInput);
    const pid = await started(server.pid);
    child.kill(signal);
    await once(child, 'exit');
    await until(() => !isAlive(pid), 'the server has ended');
  });
}

test('"tap" ends a server that ignores the end of its input, and what it started', { skip: windows }, async () => {
  const server = stubborn('tap', true);
  const child = switchboard('tap', '--', process.execPath, ...server.args);
  const pid = await started(server.pid);
  child.stdin?.end();
  await once(child, 'exit');
  assert.ok(!isAlive(pid));
});

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { endOrphans } from '../../src/core/process/orphans.ts';
import { processRef } from '../../src/core/process/processTable.ts';
import { markName } from '../../src/core/process/processTree.ts';
import { projectRoot } from '../support/sources.ts';
import { until } from '../support/until.ts';
import { isAlive } from '../integration/serversSupport.ts';
import { listToolsInput } from './support/gatewayMessages.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-orphans-'));
const ledger = path.join(folder, 'mcp-switchboard', 'processes');
mkdirSync(ledger, { recursive: true });
process.env['XDG_STATE_HOME'] = folder;

const children: ChildProcess[] = [];
after(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const skip = process.platform === 'win32';

function start(args: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcess {
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, cwd: folder });
  children.push(child);
  child.stdout.resume();
  child.stderr.resume();
  return child;
}

/** A program that runs until it is killed, with a mark that tells nothing of its host, as on macOS and Windows. */
async function sleeper(mark: string): Promise<{ readonly pid: number; readonly begun: string }> {
  const child = start(['-e', 'setInterval(() => {}, 1000)'], { [markName]: mark });
  const ref = await until(() => processRef(child.pid ?? 0), 'it runs');
  return ref;
}

const gone = { pid: 4_194_304, begun: '1' }; // above the highest number that Linux gives

function note(name: string, entry: unknown): string {
  const file = path.join(ledger, name);
  writeFileSync(file, typeof entry === 'string' ? entry : JSON.stringify(entry));
  return file;
}

test('a noted process whose host was killed is ended, and the note is removed', { skip }, async () => {
  const started = await sleeper('host.a');
  const file = note(`${gone.pid}-${started.pid}.json`, { host: gone, started, mark: 'host.a' });
  assert.ok((await endOrphans()) >= 1);
  await until(() => !isAlive(started.pid), 'it is ended');
  assert.ok(!existsSync(file));
});

test('a process with the same number, but another start or mark, is not touched', { skip }, async () => {
  const later = await sleeper('host.b');
  const foreign = await sleeper('host.c');
  note(`${gone.pid}-${later.pid}.json`, { host: gone, started: { ...later, begun: '7' }, mark: 'host.b' });
  if (process.platform === 'linux')
    note(`${gone.pid}-${foreign.pid}.json`, { host: gone, started: foreign, mark: 'host.other' });
  note('broken.json', '{');
  const ended = await sleeper('host.d');
  note(`${gone.pid}-${ended.pid}.json`, { host: gone, started: ended, mark: 'host.d' });
  await endOrphans();
  await until(() => !isAlive(ended.pid), 'the orphan is ended');
  assert.ok(isAlive(later.pid));
  assert.ok(isAlive(foreign.pid));
});

test('a process whose host still runs is left alone, and stays noted', { skip }, async () => {
  const started = await sleeper('host.e');
  const host = await processRef(process.pid);
  const file = note(`${process.pid}-${started.pid}.json`, { host, started, mark: 'host.e' });
  const ended = await sleeper('host.f');
  note(`${gone.pid}-${ended.pid}.json`, { host: gone, started: ended, mark: 'host.f' });
  await endOrphans();
  await until(() => !isAlive(ended.pid), 'the orphan is ended');
  assert.ok(isAlive(started.pid));
  assert.ok(existsSync(file));
});

/** Writes its number, ignores the end of its input and gentle signals, and starts a detached helper that does the same. */
const stubborn = (file: string): string => {
  const ignore = `for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {}); setInterval(() => {}, 1000);`;
  const helper = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(ignore)}], { detached: true, stdio: 'ignore' })`;
  const serve = `import(${JSON.stringify(path.join(projectRoot, 'test/fixtures/bad-servers/stubborn.mjs'))});`;
  return `const helper = ${helper}; require('node:fs').writeFileSync(${JSON.stringify(file)}, process.pid + ' ' + helper.pid); ${ignore}${serve}`;
};

function config(name: string, servers: unknown): string {
  const file = path.join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify({ mcpServers: servers }));
  return file;
}

async function gatewayWith(name: string): Promise<{ readonly child: ChildProcess; readonly pids: readonly number[] }> {
  const file = path.join(folder, `${name}.pids`);
  const servers = { it: { command: process.execPath, args: ['-e', stubborn(file)] } };
  const cli = path.join(projectRoot, 'dist/cli.cjs');
  const child = start([cli, 'gateway', '--config', config(name, servers), '--trust']);
  child.stdin?.write(listToolsInput);
  await until(() => existsSync(file) && readFileSync(file, 'utf8').includes(' '), 'the server runs');
  return { child, pids: readFileSync(file, 'utf8').split(' ').map(Number) };
}

test('the next command ends what a killed gateway left running, even if it starts nothing', { skip }, async () => {
  const { child, pids } = await gatewayWith('killed');
  child.kill('SIGKILL');
  await once(child, 'exit');
  const next = start([path.join(projectRoot, 'dist/cli.cjs'), 'list', '--config', config('none', {})]);
  await once(next, 'exit');
  await until(() => !pids.some((pid) => isAlive(pid)), 'all are ended');
});

test('an orderly end of the gateway ends a detached helper of a server too', { skip }, async () => {
  const { child, pids } = await gatewayWith('orderly');
  child.kill('SIGTERM');
  await once(child, 'exit');
  await until(() => !pids.some((pid) => isAlive(pid)), 'all are ended');
});

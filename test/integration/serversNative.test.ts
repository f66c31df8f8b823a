// A server that is not JavaScript: a Go program in a package of npm, with another implementation of the protocol.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { StdioLaunch } from '../../src/core/servers/model/launch.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { until } from '../support/until.ts';
import { freePort, isAlive, manage, stateOf, textOf } from './serversSupport.ts';

failOnLeaks();

const modules = fileURLToPath(new URL('../fixtures/servers-native/node_modules/', import.meta.url));
const wrapper = join(modules, 'kubernetes-mcp-server/bin/index.js');
const systems: Readonly<Record<string, string>> = { linux: 'linux', darwin: 'darwin', win32: 'windows' };
const cpus: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };
const platform = `kubernetes-mcp-server-${systems[process.platform]}-${cpus[process.arch]}`;
const program = join(modules, platform, 'bin', platform + (process.platform === 'win32' ? '.exe' : ''));
const skip = existsSync(program) ? false : `npm has no ${platform} here`;

const folder = mkdtempSync(join(tmpdir(), 'switchboard-native-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const config = join(folder, 'kubeconfig.yaml');
// JSON is YAML. Nothing listens there: only what needs no cluster is called.
writeFileSync(
  config,
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'nowhere', cluster: { server: 'http://127.0.0.1:1' } }],
    contexts: [{ name: 'nowhere', context: { cluster: 'nowhere', user: 'nobody' } }],
    users: [{ name: 'nobody', user: {} }],
    'current-context': 'nowhere',
  }),
);

function go(...args: string[]): StdioLaunch {
  return { kind: 'stdio', command: program, args: ['--kubeconfig', config, ...args], env: {} };
}

test('a Go program speaks 2026-07-28 over stdio and responds to a call', { skip }, async () => {
  await using managed = manage(go());
  await managed.server.start();
  const { info } = stateOf(managed.server, 'connected');
  assert.equal(info.protocolVersion, '2026-07-28');
  assert.equal(managed.server.tools.value.length, 20);
  assert.deepEqual(managed.server.problems.value, []);
  assert.match(textOf(await managed.server.callTool('configuration_view', {})), /nowhere/);
  const failed = await managed.server.callTool('namespaces_list', {}); // no cluster: its error is a result
  assert.equal(failed.isError, true);
});

test('behind its wrapper of Node it is two processes, and a stop leaves neither', { skip }, async () => {
  const launch: StdioLaunch = { ...go(), command: process.execPath, args: [wrapper, ...go().args] };
  await using managed = manage(launch);
  await managed.server.start();
  const children = processesOf(config);
  if (existsSync('/proc')) assert.equal(children.length, 2);
  await managed.server.stop();
  assert.deepEqual(children.filter(isAlive), []);
});

test('over HTTP it speaks 2025-11-25', { skip }, async () => {
  const port = await freePort();
  await using host = manage(go('--port', String(port)), { probeTimeoutMs: 1_000, connectTimeoutMs: 60_000 });
  host.server.start().catch(() => {}); // it serves HTTP and prints nothing on its stdout
  const url = `http://127.0.0.1:${port}/mcp`;
  await until(
    () =>
      fetch(url).then(
        () => true,
        () => false,
      ),
    'it listens',
  );
  await using managed = manage({ kind: 'http', url, headers: {} });
  await managed.server.start();
  assert.equal(stateOf(managed.server, 'connected').info.protocolVersion, '2025-11-25');
  assert.match(textOf(await managed.server.callTool('configuration_view', {})), /nowhere/);
});

/** Every process whose command line holds this text. */
function processesOf(text: string): number[] {
  if (!existsSync('/proc')) return [];
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => {
    try {
      return pid !== process.pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text);
    } catch {
      return false; // gone while we looked
    }
  });
}

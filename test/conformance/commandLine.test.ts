// `switchboard conformance`: the official suite against a server with stdio, and its results compared with earlier ones.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { ConformanceChange, ConformanceRun } from '../../src/contract/conformance.ts';
import { LoopbackServer } from '../../src/core/mcpServer/serving/http/serveLoopback.ts';
import { createFixtureServer } from './fixtures/server.ts';
import { CliProcess, type Ended } from '../integration/support/cliProcess.ts';

const packages = fileURLToPath(new URL('node_modules', import.meta.url));
const stdioServer = fileURLToPath(new URL('fixtures/stdioServer.ts', import.meta.url));
const stdioEntry = { command: process.execPath, args: [stdioServer] };

let folder = '';
before(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'switchboard-conformance-'));
  writeFileSync(path.join(folder, 'mcp.json'), JSON.stringify({ servers: { it: stdioEntry } }));
});
after(() => rmSync(folder, { recursive: true, force: true }));

function conformance(cache: string, ...flags: readonly string[]): Promise<Ended> {
  return conformanceOf('it', cache, ...flags);
}

function conformanceOf(server: string, cache: string, ...flags: readonly string[]): Promise<Ended> {
  const env = { ...process.env, XDG_STATE_HOME: path.join(folder, 'state'), XDG_CACHE_HOME: path.join(folder, cache) };
  return new CliProcess(['conformance', server, '--config', 'mcp.json', '--trust', ...flags], {
    env,
    cwd: folder,
  }).end();
}

/** As if npm had fetched it. */
function putSuite(cache: string): void {
  const place = path.join(folder, cache, 'mcp-switchboard', 'conformance-0.2.0-alpha.12');
  mkdirSync(place, { recursive: true });
  symlinkSync(packages, path.join(place, 'node_modules'), 'dir');
}

test('the suite is not fetched without consent', async () => {
  const { code, stderr } = await conformance('empty');
  assert.equal(code, 2);
  assert.match(stderr, /npm fetches @modelcontextprotocol\/conformance@0\.2\.0-alpha\.12 into /);
  assert.match(stderr, /Add --yes/);
});

test('a server with HTTP is tested at its own URL: 37 of 37 of 2026-07-28, and its token is sent', async () => {
  putSuite('http');
  const server = createFixtureServer();
  const loopback = new LoopbackServer(server);
  const { url, token } = await loopback.start();
  const entry = { type: 'http', url, headers: { Authorization: `Bearer ${token}` } };
  writeFileSync(path.join(folder, 'mcp.json'), JSON.stringify({ servers: { it: stdioEntry, web: entry } }));
  const { stdout, stderr, code } = await conformanceOf('web', 'http', '--version', '2026-07-28');
  loopback.dispose();
  server.dispose();
  assert.match(stdout, /web: 37 of 37 scenarios that 2026-07-28 requires pass/, stdout + stderr);
  assert.doesNotMatch(stderr, /through the gateway/);
  assert.equal(code, 0);
});

test('a server with stdio passes what both versions require through the gateway, and runs are compared', async () => {
  putSuite('cache');
  const first = await conformance('cache', '--version', '2025-11-25', '--out', 'first.json');
  assert.match(first.stdout, /it: 30 of 30 scenarios that 2025-11-25 requires pass/, first.stdout + first.stderr);
  assert.equal(first.code, 0);
  const file = path.join(folder, 'first.json');
  const run = JSON.parse(readFileSync(file, 'utf8')) as ConformanceRun;
  const one = run.scenarios.find(({ name }) => name === 'tools-list');
  assert.ok(one?.passed && one.checks.length > 0);
  const others = run.scenarios.filter((scenario) => scenario !== one);
  writeFileSync(file, JSON.stringify({ ...run, scenarios: [{ ...one, passed: false }, ...others] }));
  const second = await conformance('cache', '--version', '2026-07-28', '--compare', 'first.json', '--json');
  const { scenarios, changes } = JSON.parse(second.stdout) as ConformanceRun & {
    readonly changes: readonly ConformanceChange[];
  };
  const scored = scenarios.filter(({ isScored }) => isScored);
  assert.deepEqual([scored.length, scored.filter(({ passed }) => !passed)], [37, []]);
  const tasks = scenarios.filter(({ name }) => name.startsWith('tasks-'));
  assert.deepEqual([tasks.length, tasks.filter(({ passed }) => !passed)], [10, []]);
  const known = changes.filter(({ change }) => change === 'fixed' || change === 'broken');
  assert.deepEqual(known, [{ scenario: one.name, change: 'fixed' }]);
});

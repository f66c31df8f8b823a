// Baselines, inputs from schemas and both protocol versions, against real servers.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { projectRoot } from '../support/sources.ts';
import { CliProcess, type Ended } from './support/cliProcess.ts';

const packages = path.join(projectRoot, 'test/fixtures/servers/node_modules');
const context7 = path.join(packages, '@upstash/context7-mcp/dist/index.js');
const rugPull = path.join(projectRoot, 'test/fixtures/bad-servers/rugPull.mjs');

let folder = '';
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'switchboard-surface-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function switchboard(args: readonly string[], server: readonly string[]): Promise<Ended> {
  const entry = { command: process.execPath, args: server };
  writeFileSync(path.join(folder, 'mcp.json'), JSON.stringify({ servers: { it: entry } }));
  return run([...args, '--trust']);
}

function run(args: readonly string[]): Promise<Ended> {
  const env = { ...process.env, XDG_STATE_HOME: path.join(folder, 'state') };
  return new CliProcess([...args, '--config', 'mcp.json'], { env, cwd: folder }).end();
}

const offered = (): string => path.join(folder, 'offered.json');
const offer = (...tools: readonly object[]): void => writeFileSync(offered(), JSON.stringify({ tools }));
const add = (properties: object, required: readonly string[]) => ({
  name: 'add',
  description: 'Adds two numbers',
  inputSchema: { type: 'object', properties, required },
});
const number = { type: 'number' };

test('a baseline is written, holds while nothing changes, and fails by the class of a change', async () => {
  offer(add({ a: number }, ['a']));
  const written = await switchboard(['baseline', 'it'], [rugPull, offered()]);
  assert.match(written.stdout, /Written: it\.mcpbaseline\.json/);
  const same = await switchboard(['baseline', 'it', '--check'], [rugPull, offered()]);
  assert.deepEqual([same.stdout, same.code], ['it is as its baseline says.\n', 0]);
  const before = readFileSync(path.join(folder, 'it.mcpbaseline.json'), 'utf8');
  offer(add({ a: number, b: number }, ['a']));
  const mild = await switchboard(['baseline', 'it', '--check'], [rugPull, offered()]);
  assert.match(mild.stdout, /^compatible {2}tools\/add \([\d-]+\): "b" is new\.$/m);
  assert.equal(mild.code, 0);
  assert.equal(
    (await switchboard(['baseline', 'it', '--check', '--fail-on', 'compatible'], [rugPull, offered()])).code,
    1,
  );
  offer(add({ b: number }, ['b']));
  const broken = await switchboard(['baseline', 'it', '--check', '--json'], [rugPull, offered()]);
  const { drift } = JSON.parse(broken.stdout) as { drift: readonly { class: string }[] };
  assert.deepEqual([new Set(drift.map((one) => one.class)), broken.code], [new Set(['breaking']), 1]);
  assert.equal(readFileSync(path.join(folder, 'it.mcpbaseline.json'), 'utf8'), before, 'comparing writes nothing');
});

test('without a baseline nothing can be compared, and a file that is none is not overwritten', async () => {
  offer();
  assert.equal((await switchboard(['baseline', 'it', '--check'], [rugPull, offered()])).code, 2);
  const file = path.join(folder, 'it.mcpbaseline.json');
  assert.ok(!existsSync(file));
  writeFileSync(file, 'mine');
  const { stderr, code } = await switchboard(['baseline', 'it'], [rugPull, offered()]);
  assert.match(stderr, /is no baseline/);
  assert.deepEqual([readFileSync(file, 'utf8'), code], ['mine', 2]);
});

test('a server of both protocol versions has both in its baseline, and does the same in both', async () => {
  await switchboard(['baseline', 'it'], [context7]);
  const { surfaces } = JSON.parse(readFileSync(path.join(folder, 'it.mcpbaseline.json'), 'utf8')) as {
    surfaces: object;
  };
  assert.deepEqual(Object.keys(surfaces).toSorted(), ['2025-11-25', '2026-07-28']);
  await run(['approve', 'it']); // the gateway's own endpoint needs no second approval
  const { stdout, code } = await run(['parity', 'it', '--json']);
  const { ways, differences } = JSON.parse(stdout) as { ways: readonly string[]; differences: readonly unknown[] };
  assert.deepEqual([ways.length, differences, code], [4, [], 0]);
});

test('inputs from its schemas show that a server accepts what it forbids, as small as that can be', async () => {
  const annotations = { readOnlyHint: true };
  offer({ ...add({ a: number, note: { type: 'string' } }, ['a']), annotations }, add({ a: number }, ['a']));
  const { stdout, code } = await switchboard(['fuzz', 'it', '--json', '--seed', '3'], [rugPull, offered()]);
  const report = JSON.parse(stdout) as {
    readonly seed: number;
    readonly failures: readonly { readonly kind: string; readonly args: object }[];
  };
  assert.deepEqual([report.seed, code], [3, 1]);
  assert.deepEqual(report.failures, [{ ...report.failures[0], kind: 'accepted', args: {} }]);
});

test('tools that may change something are not called unasked', async () => {
  offer(add({ a: number }, ['a']));
  const { stderr, code } = await switchboard(['fuzz', 'it'], [rugPull, offered()]);
  assert.match(stderr, /No tool is marked read-only/);
  assert.equal(code, 2);
});

// Lint in a terminal: a real server of others, and one that is wrong in many ways.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { projectRoot } from '../support/sources.ts';
import { CliProcess, type Ended } from './support/cliProcess.ts';

const rugPull = path.join(projectRoot, 'test/fixtures/bad-servers/rugPull.mjs');
const servers = path.join(projectRoot, 'test/fixtures/servers/node_modules/@modelcontextprotocol');

let folder = '';
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'switchboard-lint-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function lint(args: readonly string[], ...flags: readonly string[]): Promise<Ended> {
  const file = path.join(folder, 'mcp.json');
  writeFileSync(file, JSON.stringify({ servers: { it: { command: process.execPath, args } } }));
  const env = { ...process.env, XDG_STATE_HOME: path.join(folder, 'state') };
  return new CliProcess(['lint', 'it', '--config', file, '--trust', ...flags], { env, cwd: folder }).end();
}

interface Report {
  readonly score: number;
  readonly findings: readonly { readonly rule: string; readonly severity: string; readonly subject: string }[];
  readonly clients: readonly { readonly host: string; readonly verdict: string }[];
}

test('a server of others is looked at, with its score, without calling a tool', async () => {
  const { stdout, code } = await lint([path.join(servers, 'server-everything/dist/index.js')], '--json');
  const { score, findings, clients } = JSON.parse(stdout) as Report;
  assert.equal(code, 0);
  assert.ok(score > 80 && score < 100, String(score));
  assert.ok(findings.some(({ rule }) => rule === 'deprecated-capability'));
  assert.ok(findings.every(({ severity }) => severity !== 'error'));
  assert.equal(clients.find(({ host }) => host === 'Claude')?.verdict, 'takes');
});

test('bad requests are sent where that is wanted, and the server refuses them', async () => {
  const { stdout } = await lint([path.join(servers, 'server-filesystem/dist/index.js'), folder], '--json', '--probe');
  const rules = new Set((JSON.parse(stdout) as Report).findings.map(({ rule }) => rule));
  assert.ok(rules.has('param-desc'));
  for (const rule of ['unknown-tool', 'missing-argument', 'wrong-type', 'ends-on-bad-input'])
    assert.ok(!rules.has(rule), rule);
});

test('what the catalog would leave out is found, and the exit code says so', async () => {
  const offered = path.join(folder, 'offered.json');
  const tools = [{ name: 'no spaces please', inputSchema: { type: 'object', properties: { a: { type: 'array' } } } }];
  writeFileSync(offered, JSON.stringify({ tools }));
  const { stdout, code } = await lint([rugPull, offered]);
  assert.equal(code, 1);
  assert.match(stdout, /^it: [\d.]+ of 100; most is lost by/);
  assert.match(stdout, /error {4}tools\/no spaces please {2}name-chars/);
  assert.match(stdout, /inputSchema\/properties\/a {2}array-items/);
  assert.match(stdout, /Copilot: .*array-items \(refuses; program, 2026-11-16\)/);
});

test('a server that cannot be started is no server without findings', async () => {
  const { stdout, stderr, code } = await lint(['-e', 'process.exit(3)']);
  assert.deepEqual([stdout, code], ['', 2]);
  assert.match(stderr, /exited with code 3/);
});

// Lint in a terminal: a real server of others, and one that is wrong in many ways.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { updatesGolden } from '../support/golden.ts';
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

test('a server that does not live through a cancellation is found', async () => {
  // The second unknown method is never answered, so that its cancellation comes in time.
  const server = `let unknown = 0; require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method } = JSON.parse(line);
    if (method === 'notifications/cancelled') process.exit(1);
    if (id === undefined || (method === 'switchboard/unknown' && ++unknown === 2)) return;
    const result = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 's', version: '1' } };
    const answer = method === 'initialize' ? { result } : { error: { code: -32601, message: 'no' } };
    console.log(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
  })`;
  const { stdout } = await lint(['-e', server], '--json', '--probe');
  const found = (JSON.parse(stdout) as Report).findings.filter(({ severity }) => severity === 'error');
  assert.deepEqual(
    found.map(({ rule }) => rule),
    ['cancel'],
  );
});

test('calls of a recording are judged: results against annotations, and errors that no model sees', async () => {
  const offered = path.join(folder, 'offered.json');
  const tool = { name: 'find', annotations: { readOnlyHint: true }, inputSchema: { type: 'object' } };
  writeFileSync(offered, JSON.stringify({ tools: [tool] }));
  const row = (rest: object): string => `${JSON.stringify({ at: 1, server: 'other', bytes: 9, ...rest })}\n`;
  const call = (frame: object): string =>
    row({ direction: 'toServer', kind: 'request', method: 'tools/call', name: 'find', frame });
  const answer = (pair: number, status: string, frame: object): string =>
    row({ direction: 'toClient', kind: 'response', status, pair, durationMs: 70_000, frame });
  writeFileSync(
    path.join(folder, 'it.mcptrace'),
    [
      '{"mcptrace":1,"created":1,"product":"test","redacted":true,"firstSeq":1}\n',
      call({ id: 1 }),
      answer(1, 'ok', { id: 1, result: { content: [{ type: 'text', text: 'Deleted 3 notes' }] } }),
      call({ id: 2 }),
      answer(3, 'error', { id: 2, error: { code: -32603, message: 'no disk' } }),
    ].join(''),
  );
  const { stdout } = await lint([rugPull, offered], '--json', '--recording', 'it.mcptrace');
  const rules = new Set((JSON.parse(stdout) as Report).findings.map(({ rule }) => rule));
  for (const rule of ['hints-observed', 'error-protocol', 'slow-call']) assert.ok(rules.has(rule), rule);
});

for (const [name, ...args] of [['everything'], ['filesystem', '.'], ['memory']])
  test(`the report on the server "${name}" of others is the golden one`, async (t) => {
    const { stdout } = await lint([path.join(servers, `server-${name}/dist/index.js`), ...args], '--json', '--probe');
    const { score, findings } = JSON.parse(stdout) as Report;
    const lines = findings.map(({ severity, subject, rule }) => `${severity} ${subject} ${rule}`);
    const text = `${score}\n${lines.join('\n')}\n`;
    const golden = path.join(projectRoot, `test/fixtures/lint/${name}.txt`);
    if (!updatesGolden(t, golden, text)) assert.equal(text, readFileSync(golden, 'utf8'));
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

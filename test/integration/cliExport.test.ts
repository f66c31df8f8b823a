// A recording for other programs, in a terminal.
import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { readCheckFile } from '../../src/core/checks/read/readCheckFile.ts';
import { CliProcess, type Ended } from './support/cliProcess.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'switchboard-export-'));
  const row = (seq: number, rest: object): string => JSON.stringify({ at: seq, server: 's', bytes: 9, ...rest });
  const lines = [
    '{"mcptrace":1,"created":1,"product":"test","redacted":false,"firstSeq":1}',
    row(1, {
      direction: 'toServer',
      kind: 'request',
      method: 'tools/call',
      name: 'a',
      frame: { id: 1, password: 'hunter2!' },
    }),
    row(2, { direction: 'toClient', kind: 'response', status: 'ok', pair: 1, frame: { id: 1, result: {} } }),
  ];
  writeFileSync(path.join(folder, 'it.mcptrace'), `${lines.join('\n')}\n`);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function exportIt(...args: readonly string[]): Promise<Ended> {
  return new CliProcess(['export', 'it.mcptrace', ...args], { env: process.env, cwd: folder }).end();
}

test('a recording with its secrets is written as a HAR without them', async () => {
  const { code, stdout } = await exportIt('--format', 'har', '--out', 'it.har');
  const text = readFileSync(path.join(folder, 'it.har'), 'utf8');
  assert.deepEqual([code, stdout], [0, '']);
  assert.equal((JSON.parse(text) as { log: { entries: unknown[] } }).log.entries.length, 1);
  assert.doesNotMatch(text, /hunter2/);
});

test('without a file it is printed', async () => {
  const { code, stdout } = await exportIt('--format', 'markdown');
  assert.equal(code, 0);
  assert.match(stdout, /\| s \| tools\/call a \| ok \| 1 ms \|\n/);
});

test('its tool calls become checks of their server, and are added to a file', async () => {
  const line = { at: 3, server: 's', bytes: 9 };
  const params = { name: 'add', arguments: { text: 'tea' } };
  appendFileSync(
    path.join(folder, 'it.mcptrace'),
    [
      { ...line, direction: 'toServer', kind: 'request', method: 'tools/call', name: 'add', frame: { id: 2, params } },
      {
        ...line,
        direction: 'toClient',
        kind: 'response',
        status: 'toolError',
        pair: 3,
        frame: { id: 2, result: { isError: true } },
      },
    ]
      .map((one) => `${JSON.stringify(one)}\n`)
      .join(''),
  );
  const out = path.join(folder, 's.mcptest.json');
  writeFileSync(out, '{ "mcptest": 1, "server": "s", /* mine */ "checks": [{ "id": "add", "call": "add" }] }');
  const { code, stderr } = await exportIt('--format', 'checks', '--out', 's.mcptest.json');
  assert.equal(code, 0, stderr);
  const text = readFileSync(out, 'utf8');
  assert.match(text, /\/\* mine \*\//);
  const { checkFile, problems } = readCheckFile(out, text);
  assert.deepEqual(problems, []);
  assert.deepEqual(
    checkFile?.checks.map(({ id, steps: [step] }) => [id, step?.target, step?.args, step?.expect.isError]),
    [
      ['add', 'add', {}, undefined],
      ['add-2', 'add', { text: 'tea' }, true],
    ],
  );
  const other = await exportIt('--format', 'checks', '--server', 'x');
  assert.deepEqual([other.code, other.stderr], [2, 'Name a server with --server: s.\n']);
});

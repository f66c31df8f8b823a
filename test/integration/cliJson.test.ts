// What --json prints, also where it fails: one document on stdout and one shape of error, for every verb that has it.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import type { Failure } from '../../src/cli/support/failure.ts';
import { projectRoot } from '../support/sources.ts';
import { CliProcess } from './support/cliProcess.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-json-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const notes = {
  command: process.execPath,
  args: [path.join(projectRoot, 'test/fixtures/sample-workspace/servers/notes.mjs')],
};
const dies = { command: process.execPath, args: ['-e', 'console.error("no database"); process.exit(1)'] };
const files = {
  'servers.json': JSON.stringify({ mcpServers: { notes, dies, gone: { command: 'no-such-program' } } }),
  'fresh.json': JSON.stringify({ mcpServers: { fresh: notes } }),
  'broken.json': '{\n  "mcpServers": {',
  'half.json': `{ "mcpServers": { "notes": ${JSON.stringify(notes)},\n "next": { "args": [] } } }`,
};
for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content);

interface Printed {
  readonly code: number | null;
  readonly json: unknown;
  readonly stderr: string;
}

async function run(...args: readonly string[]): Promise<Printed> {
  const env = { ...process.env, HOME: folder, XDG_STATE_HOME: path.join(folder, 'state') };
  const { code, stdout, stderr } = await new CliProcess([...args, '--json'], { env, cwd: folder }).end();
  return { code, json: JSON.parse(stdout), stderr };
}

const config = ['--config', 'servers.json', '--trust'];
const failures: readonly (readonly [string, readonly string[], number, Partial<Failure>])[] = [
  ['a wrong flag', ['list', '--confg'], 2, { code: 'usage' }],
  ['a file that is not there', ['list', '--config', 'nope.json'], 2, { code: 'usage' }],
  ['an unknown command', ['lst'], 2, { code: 'usage' }],
  [
    'an unknown server',
    ['call', 'nots', 'x', ...config],
    2,
    { code: 'server/unknown', message: 'Unknown server "nots". Configured servers: notes, dies, gone.' },
  ],
  ['an unknown tool', ['call', 'notes', 'nope', ...config], 1, { code: 'server/call-failed' }],
  ['a server that ends', ['call', 'dies', 'x', ...config], 2, { output: ['stderr: no database'] }],
  ['a command that is not there', ['approve', 'gone', '--config', 'servers.json'], 2, { code: 'server/spawn-failed' }],
  ['a review of a server that ends', ['review', 'dies', ...config], 2, { output: ['stderr: no database'] }],
  ['an unknown pattern', ['knowledge', 'get', 'NOPE'], 1, { code: 'knowledge/unknown' }],
  ['a pattern file that is not there', ['knowledge', 'validate', 'nope.yaml'], 2, { code: 'usage' }],
];

for (const [what, args, code, expected] of failures) {
  test(`${what} is an error in JSON, and a sentence on stderr`, async () => {
    const printed = await run(...args);
    const { error } = printed.json as { readonly error: Failure };
    assert.equal(printed.code, code, printed.stderr);
    assert.deepEqual({ ...error, ...expected }, error);
    assert.ok(printed.stderr.includes(error.message));
  });
}

test('a server that is not approved says with which command it is', async () => {
  const { code, json } = await run('call', 'fresh', 'x', '--config', 'fresh.json');
  assert.equal(code, 2);
  const { error } = json as { readonly error: Failure };
  assert.equal(error.code, 'trust/not-approved');
  assert.equal(error.hint, 'Run switchboard approve fresh.');
});

test('a file that is broken is named with its line', async () => {
  const { code, json } = await run('list', '--config', 'broken.json');
  const { error } = json as { readonly error: Failure };
  const [problem] = error.problems ?? [];
  assert.deepEqual([code, problem?.file, problem?.line], [2, path.join(folder, 'broken.json'), 2]);
});

test('an entry that is not valid is a row of the list, with its line', async () => {
  const { code, json } = await run('list', '--config', 'half.json', '--trust');
  const [listed, problem] = json as readonly { readonly server?: string; readonly error?: Failure }[];
  assert.deepEqual([code, listed?.server, listed?.error], [2, 'notes', undefined]);
  assert.equal(problem?.error?.code, 'config/invalid');
  assert.equal(problem?.error?.problems?.[0]?.line, 2);
});

test('each server of a list has its own error', async () => {
  const { code, json } = await run('list', ...config);
  const rows = json as readonly { readonly server: string; readonly state: string; readonly error?: Failure }[];
  assert.equal(code, 2);
  assert.deepEqual(
    rows.map(({ server, error }) => [server, error?.code]),
    [
      ['notes', undefined],
      ['dies', rows[1]?.state],
      ['gone', 'server/spawn-failed'],
    ],
  );
});

// A repository of twenty commits with three planted regressions, and real starts of each version.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { CliProcess, type Ended } from './support/cliProcess.ts';

let folder = '';

/** One tool, over stdio without a package, so that a copy needs nothing installed. */
function server({ wrongAt, described, slow }: { wrongAt: boolean; described: string; slow: boolean }): string {
  return `import { createInterface } from 'node:readline';
const tools = [{ name: 'add', description: ${JSON.stringify(described)}, inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } }];
const results = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'sum', version: '1' } }),
  'tools/list': () => ({ tools }),
  'tools/call': ({ arguments: { a, b } }) => ({ content: [{ type: 'text', text: \`\${a + b${wrongAt ? ' + 1' : ''}} at \${new Date().toISOString()}\` }] }),
};
createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  if (method === 'tools/call') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${slow ? 400 : 0});
  const result = results[method]?.(params);
  console.log(JSON.stringify({ jsonrpc: '2.0', id, ...(result ? { result } : { error: { code: -32601, message: 'no' } }) }));
});
`;
}

function git(...args: readonly string[]): string {
  const who = ['-c', 'user.name=A Person', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', [...who, '-C', folder, ...args], { encoding: 'utf8' });
}

const planted = { surface: 7, latency: 12, result: 16 } as const;

before(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'switchboard-repository-'));
  git('init', '--quiet', '--initial-branch=main');
  for (let number = 1; number <= 20; number++) {
    const described = number >= planted.surface ? 'Adds up' : 'Adds two numbers';
    const text = server({ wrongAt: number >= planted.result, described, slow: number >= planted.latency });
    writeFileSync(path.join(folder, 'server.mjs'), text);
    writeFileSync(path.join(folder, 'notes.txt'), `commit ${number}\n`);
    git('add', '.');
    git('commit', '--quiet', '-m', `commit ${number}`);
  }
  const checks = [{ id: 'sum', call: 'add', args: { a: 1, b: 2 }, expect: { isError: false } }];
  const file = { mcptest: 1, server: { command: process.execPath, args: ['server.mjs'] }, checks };
  writeFileSync(path.join(folder, 'sum.mcptest.json'), JSON.stringify(file));
  writeFileSync(path.join(folder, 'notes.txt'), 'not committed\n');
});
after(() => rmSync(folder, { recursive: true, force: true }));

function bisect(...args: readonly string[]): Promise<Ended> {
  const env = { ...process.env, XDG_STATE_HOME: path.join(folder, '.git', 'state') };
  return new CliProcess(['bisect', '--check', 'sum.mcptest.json', ...args], { env, cwd: folder }).end();
}

interface Report {
  readonly commit: { readonly subject: string };
  readonly changes: readonly { readonly kind: string; readonly subject: string }[];
  readonly starts: number;
  readonly diff: string;
}

for (const [kind, number] of Object.entries(planted)) {
  test(`the commit that changed the ${kind} is found in at most six starts, with its diff`, async () => {
    const { stdout, stderr, code } = await bisect('--for', kind, '--trust', '--json');
    const { commit, changes, starts, diff } = JSON.parse(stdout) as Report;
    assert.equal(commit.subject, `commit ${number}`, stderr);
    assert.deepEqual([changes[0]?.kind, code], [kind, 1]);
    assert.ok(starts <= 6, `${starts} starts`);
    assert.match(diff, /^[+-].*server\.mjs/m);
  });
}

test('without a kind the first change of all is found, and the work tree is as it was', async () => {
  const { stdout, code } = await bisect('--trust');
  assert.match(stdout, /commit 7\n/);
  assert.match(stdout, /^surface {2}tools\/add: .*\(wording\)$/m);
  assert.equal(code, 1);
  assert.equal(readFileSync(path.join(folder, 'notes.txt'), 'utf8'), 'not committed\n');
  assert.equal(git('worktree', 'list').trim().split('\n').length, 1);
  assert.equal(git('rev-list', '--count', 'HEAD').trim(), '20');
  assert.deepEqual(
    readdirSync(tmpdir()).filter((name) => name.startsWith('switchboard-bisect-')),
    [],
  );
});

test('between two commits that do the same nothing is found', async () => {
  const { stdout, code } = await bisect('--good', 'HEAD~19', '--bad', 'HEAD~15', '--trust');
  assert.match(stdout, /^Nothing has changed/);
  assert.equal(code, 0);
});

test('a launch that is not approved, an unknown revision and a folder without a repository are told', async () => {
  const state = path.join(folder, '.git', 'state');
  rmSync(state, { recursive: true, force: true });
  const unapproved = await bisect();
  assert.equal(unapproved.code, 2);
  assert.match(unapproved.stderr, /approve/i);
  const unknown = await bisect('--good', 'nowhere', '--trust');
  assert.match(unknown.stderr, /"nowhere" is no commit of/);
  assert.equal(unknown.code, 2);
  const elsewhere = mkdtempSync(path.join(tmpdir(), 'switchboard-plain-'));
  const file = path.join(elsewhere, 'a.mcptest.json');
  writeFileSync(file, readFileSync(path.join(folder, 'sum.mcptest.json')));
  const { stderr, code } = await bisect('--check', file, '--trust');
  rmSync(elsewhere, { recursive: true });
  assert.match(stderr, /is in no Git repository/);
  assert.equal(code, 2);
  assert.ok(existsSync(folder));
});

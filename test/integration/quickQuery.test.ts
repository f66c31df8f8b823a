import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { repoRoot } from '../../scripts/lib/paths.mjs';
import { smallPattern } from '../unit/knowledge/support/knowledge.ts';

let home: string;
before(() => (home = mkdtempSync(path.join(tmpdir(), 'switchboard-query-'))));
after(() => rmSync(home, { recursive: true, force: true }));

function ask(
  cli: string,
  args: readonly string[],
  input?: string,
): { status: number | null; out: string; err: string } {
  const env = { ...process.env, HOME: home, XDG_CACHE_HOME: path.join(home, 'cache') };
  const options = { cwd: home, env, encoding: 'utf8' as const, ...(input !== undefined && { input }) };
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, 'knowledge', 'query', ...args], options);
  return { status, out: stdout, err: stderr };
}

const cli = path.join(repoRoot, 'dist/cli.cjs');
const questions = ['login with a password reset', '用户登录后重置密码', 'bake bread', "db.query('SELECT ' + id)"];

test('a question gets the same answer from its own file as from the whole command line', () => {
  for (const question of questions)
    for (const flags of [[], ['--json'], ['--verbosity', 'human']])
      assert.deepEqual(ask(cli, [question, ...flags]), ask(cli, ['-', ...flags], question), question);
});

test('what is wrong with the question is said once, by the whole command line', () => {
  const { status, out, err } = ask(cli, ['x', '--language', 'klingon']);
  assert.deepEqual([status, out], [2, '']);
  assert.match(err, /^--language cannot be "klingon"/);
});

test('own patterns are asked too', () => {
  mkdirSync(path.join(home, '.tmkb'), { recursive: true });
  writeFileSync(path.join(home, '.tmkb/robots.yaml'), smallPattern);
  writeFileSync(path.join(home, '.tmkb/broken.yaml'), 'id: [');
  const { status, out, err } = ask(cli, ['steer a warehouse robot with the zorbotron']);
  rmSync(path.join(home, '.tmkb'), { recursive: true });
  assert.equal(status, 0);
  assert.match(out, /ACME-AUTHZ-001/);
  assert.match(err, /broken\.yaml:1: ignored/);
});

test('a broken file of the knowledge base is one sentence', () => {
  const dist = path.join(home, 'dist');
  cpSync(path.join(repoRoot, 'dist'), dist, { recursive: true });
  writeFileSync(path.join(home, 'package.json'), '{"type":"module"}');
  writeFileSync(path.join(dist, 'knowledge.bin'), 'TMKB');
  const { status, out, err } = ask(path.join(dist, 'cli.cjs'), ['password reset']);
  assert.deepEqual([status, out, err.trim().split('\n').length], [2, '', 1]);
});

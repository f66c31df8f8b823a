// What a repository can make us run when a Kimi run compares files: nothing.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { appendFile, chmod, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { type FileChange, findChanges, takeSnapshot } from '../../src/core/kimi/changes/changes.ts';

let folder: string;
let ran: string;
beforeEach(async () => {
  const dir = await realpath(await mkdtemp(join(tmpdir(), 'kimi-git-')));
  [folder, ran] = [join(dir, 'repo'), join(dir, 'ran')];
  await mkdir(folder);
});
afterEach(() => rm(dirname(folder), { recursive: true, force: true }));

function git(...args: string[]): string {
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@t', '-c', 'protocol.file.allow=always'];
  return execFileSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

async function commit(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) await write(path, text);
  if (!existsSync(join(folder, '.git'))) git('init', '-q');
  git('add', '-A');
  git('commit', '-q', '-m', 'x');
}

/** What a run changed, and that the repository started nothing meanwhile. */
async function changesOf(run: () => Promise<unknown>): Promise<readonly FileChange[]> {
  const before = await takeSnapshot(folder);
  await run();
  const changes = await findChanges(before);
  assert.equal(existsSync(ran) && readFileSync(ran, 'utf8'), false, 'a program of the repository ran');
  return changes;
}

const evil = (name: string): string => `echo ${name} >> '${ran}'; cat`;

test('no filter, monitor, hook, diff driver or pager of a repository is run', async () => {
  await commit({ 'a.txt': 'old', 'b.txt': 'same', '.gitattributes': '* filter=evil diff=evil merge=evil ident\n' });
  const settings = {
    'filter.evil.clean': evil('clean'),
    'filter.evil.smudge': evil('smudge'),
    'filter.evil.process': evil('process'),
    'filter.evil.required': 'true',
    'core.fsmonitor': evil('fsmonitor'),
    'diff.evil.textconv': evil('textconv'),
    'diff.evil.command': evil('diff'),
    'diff.external': evil('external'),
    'core.pager': evil('pager'),
    'pager.cat-file': evil('pager'),
    'pager.ls-tree': evil('pager'),
    'core.sshCommand': evil('ssh'),
    'core.editor': evil('editor'),
    'core.hooksPath': join(folder, 'hooks'),
    'status.submoduleSummary': 'true',
    'core.attributesFile': join(folder, '.gitattributes'),
  };
  for (const [key, value] of Object.entries(settings)) git('config', key, value);
  for (const hook of ['post-index-change', 'fsmonitor-watchman', 'post-checkout']) {
    await write(`hooks/${hook}`, `#!/bin/sh\n${evil(hook)}\n`);
    await chmod(join(folder, 'hooks', hook), 0o755);
  }
  await write('b.txt', 'same'); // its time differs from the index: git would have to compare it
  const changes = await changesOf(() => write('a.txt', 'new'));
  assert.deepEqual(
    changes.map(({ path, before, after }) => [path, before, after]),
    [['a.txt', 'old', 'new']],
  );
});

test('no program of a submodule or of an inner bare repository is run', async () => {
  const inner = join(dirname(folder), 'inner');
  execFileSync('git', ['init', '-q', inner]);
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', 'commit', '-q', '--allow-empty', '-m', 'x'], {
    cwd: inner,
  });
  await commit({ 'a.txt': 'old' });
  git('submodule', 'add', '-q', inner, 'sub');
  git('commit', '-q', '-m', 'sub');
  for (const key of ['core.fsmonitor', 'filter.evil.clean', 'core.sshCommand'])
    git('-C', 'sub', 'config', key, evil('sub'));
  await write('sub/.gitattributes', '* filter=evil\n');
  await write('sub/b.txt', 'old');
  const changes = await changesOf(() => write('sub/b.txt', 'new'));
  assert.deepEqual(
    changes.map(({ path, before }) => [path, before]),
    [['sub/b.txt', 'old']],
  );
});

test('an object that a partial clone lacks is not fetched', async () => {
  await commit({ 'a.txt': 'old' });
  const blob = git('rev-parse', 'HEAD:a.txt').trim();
  await rm(join(folder, '.git/objects', blob.slice(0, 2), blob.slice(2)), { force: true });
  await appendFile(
    join(folder, '.git/config'),
    `[extensions]\n\tpartialClone = evil\n[remote "evil"]\n\turl = ${folder}\n\tpromisor = true\n\tuploadpack = "sh -c '${evil('upload').replaceAll("'", '')}'"\n`,
  );
  git('config', 'core.repositoryformatversion', '1');
  git('config', 'protocol.file.allow', 'always');
  const changes = await changesOf(() => write('a.txt', 'new'));
  assert.deepEqual(
    changes.map(({ path, kind }) => [path, kind]),
    [['a.txt', 'modified']],
  );
});

test('variables of git in our own environment do not lead it to another repository', async () => {
  await commit({ 'a.txt': 'old' });
  process.env['GIT_DIR'] = join(dirname(folder), 'elsewhere');
  process.env['GIT_EXTERNAL_DIFF'] = evil('external');
  try {
    const changes = await changesOf(() => rm(join(folder, 'a.txt')));
    assert.deepEqual(
      changes.map(({ path, before }) => [path, before]),
      [['a.txt', 'old']],
    );
  } finally {
    delete process.env['GIT_DIR'];
    delete process.env['GIT_EXTERNAL_DIFF'];
  }
});

test('the old text is as it was in the working tree, also where git stores other line ends', async () => {
  await commit({ 'crlf.txt': 'a\r\nb\r\n', '.gitattributes': '*.txt text eol=crlf\n', 'sub/deep.md': 'deep' });
  const changes = await changesOf(async () => {
    await write('crlf.txt', 'a\r\nB\r\n');
    await write('sub/deep.md', 'deeper');
  });
  assert.deepEqual(
    changes.map(({ before }) => before),
    ['a\r\nb\r\n', 'deep'],
  );
});

test('the texts of a folder inside a repository come from its commit', async () => {
  await commit({ 'in/a.md': 'old', 'in/b.md': 'b', 'out.md': 'x' });
  folder = join(folder, 'in');
  const before = await takeSnapshot(folder, { maxFiles: 100, maxFileBytes: 1_000, maxBytes: 0 }); // none is kept in memory
  await writeFile(join(folder, 'a.md'), 'new');
  await rm(join(folder, 'b.md'));
  const changes = await findChanges(before);
  folder = dirname(folder);
  assert.deepEqual(
    changes.map(({ path, before: old }) => [path, old]),
    [
      ['a.md', 'old'],
      ['b.md', 'b'],
    ],
  );
});

test('a text that differs from the commit and could not be kept is not replaced by the one of the commit', async () => {
  await commit({ 'a.md': 'committed', 'large.md': 'x'.repeat(20) });
  await write('a.md', 'edited by hand');
  const before = await takeSnapshot(folder, { maxFiles: 100, maxFileBytes: 15, maxBytes: 5 });
  await write('a.md', 'new');
  await write('large.md', 'new');
  const changes = await findChanges(before);
  assert.deepEqual(
    changes.map(({ path, before: old }) => [path, old]),
    [
      ['a.md', undefined],
      ['large.md', undefined],
    ],
  );
});

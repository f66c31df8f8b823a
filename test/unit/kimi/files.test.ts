import assert from 'node:assert/strict';
import { proves } from '../../requirements.ts';
import { mkdir, mkdtemp, realpath, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { confine } from '../../../src/core/kimi/backends/acpSession.ts';
import { folderOf, readFiles } from '../../../src/core/kimi/prompt/files.ts';

const limit = 1000;
let dir: string;
let folder: string;

before(async () => {
  dir = await realpath(await mkdtemp(join(tmpdir(), 'kimi-files-')));
  folder = join(dir, 'workspace');
  await mkdir(join(folder, 'sub'), { recursive: true });
  await writeFile(join(folder, 'a.txt'), 'hello');
  await writeFile(join(folder, 'sub/b.txt'), '\uFEFFwith a mark');
  await writeFile(join(folder, 'exact.txt'), 'x'.repeat(limit));
  await writeFile(join(folder, 'big.txt'), 'x'.repeat(limit + 1));
  await writeFile(join(folder, 'picture.png'), Buffer.from([0x89, 0x50, 0, 1]));
  await writeFile(join(folder, '.env'), 'KEY=1');
  await writeFile(join(folder, '.env.example'), 'KEY=');
  await writeFile(join(dir, 'outside.txt'), 'secret');
  await symlink(join(dir, 'outside.txt'), join(folder, 'way-out.txt'));
  await symlink(join(folder, 'a.txt'), join(folder, 'inside-link.txt'));
  await symlink(join(folder, '.env'), join(folder, 'innocent.txt'));
});
after(() => rm(dir, { recursive: true }));

async function reasons(...paths: string[]): Promise<Record<string, string>> {
  const { skipped } = await readFiles(paths, [folder], limit);
  return Object.fromEntries(skipped.map(({ path, reason }) => [path, reason]));
}

test(`files are read by relative and absolute path, each once and under the name that was given${proves('R49')}`, async () => {
  const paths = ['a.txt', join(folder, 'sub/b.txt'), 'a.txt', 'exact.txt', 'inside-link.txt', '.env.example'];
  const { read, skipped } = await readFiles(paths, [folder], limit);
  assert.deepEqual(skipped, []);
  assert.deepEqual(
    read.map(({ path }) => path),
    [...new Set(paths)],
  );
  assert.deepEqual([read[0]?.content, read[1]?.content], ['hello', 'with a mark']);
});

test(`what cannot be read is named with its reason${proves('R50', 'C18')}`, async () => {
  assert.deepEqual(await reasons('gone.txt', 'big.txt', 'picture.png', 'sub', '', 'a\0b'), {
    'gone.txt': 'not found',
    'big.txt': 'larger than 1000 bytes',
    'picture.png': 'binary',
    sub: 'not a regular file',
    '': 'not a path',
    'a\0b': 'not a path',
  });
});

const windows = process.platform === 'win32' && 'a hole takes room there';
test(`the size is looked at before anything is read${proves('R50')}`, { skip: windows }, async () => {
  const path = join(folder, 'endless.txt');
  await writeFile(path, '');
  await truncate(path, 4 * 1024 ** 3); // a hole, which takes no room on the disk and is too large to be read
  assert.deepEqual(await reasons('endless.txt'), { 'endless.txt': 'larger than 1000 bytes' });
});

test('what does not fit beside the other files is named', async () => {
  const names = Array.from({ length: 9 }, (_, n) => `full-${n}.txt`);
  await Promise.all(names.map((name) => writeFile(join(folder, name), 'y'.repeat(limit))));
  assert.deepEqual(await reasons(...names, 'a.txt'), {
    'full-8.txt': 'no room beside the other files',
    'a.txt': 'no room beside the other files',
  });
});

test('nothing outside the workspace is read, in any way', async () => {
  const ways = [join(dir, 'outside.txt'), '../outside.txt', 'sub/../../outside.txt', 'way-out.txt', '/etc/passwd'];
  assert.deepEqual(new Set(Object.values(await reasons(...ways))), new Set(['outside the workspace']));
});

test('files that usually hold secrets are not sent anywhere, not even through a link', async () => {
  assert.deepEqual(await reasons('.env', 'innocent.txt'), {
    '.env': 'may hold secrets',
    'innocent.txt': 'may hold secrets',
  });
});

test('without a folder nothing can be read', async () => {
  const { read, skipped } = await readFiles([join(folder, 'a.txt')], [], limit);
  assert.deepEqual([read.length, skipped[0]?.reason], [0, 'outside the workspace']);
});

test('the work is done in the folder that holds the named files', () => {
  assert.equal(folderOf(['x.ts'], ['/one', '/two']), '/one');
  assert.equal(folderOf(['/two/x.ts'], ['/one', '/two']), '/two');
  assert.equal(folderOf([], []), undefined);
});

test('an ACP write stays inside the folder, also where the file does not exist yet', async () => {
  await symlink(join(dir, 'nowhere.txt'), join(folder, 'dangling.txt'));
  await symlink(dir, join(folder, 'up'));
  assert.equal(await confine(join(folder, 'new/deep/file.txt'), folder), join(folder, 'new/deep/file.txt'));
  assert.equal(await confine(join(folder, 'inside-link.txt'), folder), join(folder, 'a.txt'));
  for (const path of ['../x', 'new/../../x', 'way-out.txt', 'dangling.txt', 'up/x', '.git/hooks/pre-commit']) {
    assert.equal(await confine(`${folder}/${path}`, folder), undefined, path);
  }
  assert.equal(await confine('relative.txt', folder), undefined);
});

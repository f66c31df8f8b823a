import assert from 'node:assert/strict';
import { chmod, lstat, mkdtemp, readFile, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { editFile } from '../../../src/core/files/editFile.ts';
import { readText } from '../../../src/core/files/readText.ts';
import { replaceFile } from '../../../src/core/files/replaceFile.ts';

let dir = '';
let locks = '';
const inDir = (name: string): string => path.join(dir, name);
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'switchboard-files-'));
  locks = inDir('locks');
});
afterEach(() => rm(dir, { recursive: true, force: true }));

test('parallel edits of one file are all kept', async () => {
  const file = inDir('list.txt');
  await Promise.all(Array.from({ length: 100 }, (_, n) => editFile(file, locks, (text = '') => `${text}${n}\n`)));
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  assert.deepEqual(new Set(lines).size, 100);
  assert.deepEqual((await readdir(dir)).toSorted(), ['list.txt', 'locks'], 'no draft is left');
  assert.deepEqual(await readdir(locks), []);
});

test('a change of another program between reading and writing is not overwritten: the edit is made again', async () => {
  const file = inDir('mcp.json');
  await writeFile(file, 'a\n');
  let calls = 0;
  await editFile(file, locks, (text) => {
    if (calls++ === 0) void writeFile(file, 'a\nother\n');
    return `${text}ours\n`;
  });
  // The other write may land before or after the first comparison; in either case nothing of it is lost.
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  assert.ok(lines.includes('other'), lines.join());
});

test('a file that is empty for a moment is another program that saves', async () => {
  const file = inDir('mcp.json');
  await writeFile(file, '');
  const edited = editFile(file, locks, (text) => `${text}+ours`);
  await writeFile(file, 'theirs');
  await edited;
  assert.equal(await readFile(file, 'utf8'), 'theirs+ours');
});

test('a file that stays empty is edited as an empty one', async () => {
  await writeFile(inDir('empty.json'), '');
  await editFile(inDir('empty.json'), locks, (text) => (text === '' ? '{}' : undefined));
  assert.equal(await readFile(inDir('empty.json'), 'utf8'), '{}');
});

test('a change that throws leaves the file and the next edit works', async () => {
  const file = inDir('a.txt');
  await writeFile(file, 'good');
  await assert.rejects(
    editFile(file, locks, () => {
      throw new Error('refused');
    }),
    { message: 'refused' },
  );
  await editFile(file, locks, (text) => `${text}!`);
  assert.equal(await readFile(file, 'utf8'), 'good!');
});

test('mode, byte order mark and line ends stay, and a symbolic link still leads to the file', async () => {
  const real = inDir('real.json');
  await writeFile(real, '\uFEFF{\r\n}\r\n');
  await chmod(real, 0o640);
  await symlink(real, inDir('link.json'));
  await editFile(inDir('link.json'), locks, (text) => text?.replace('{', '{ // x'));
  assert.equal(await readFile(real, 'utf8'), '\uFEFF{ // x\r\n}\r\n');
  assert.equal((await stat(real)).mode & 0o777, 0o640);
  assert.ok((await lstat(inDir('link.json'))).isSymbolicLink());
});

test('a link that leads nowhere yet makes its target', async () => {
  await symlink('target.json', inDir('dangling.json'));
  await editFile(inDir('dangling.json'), locks, () => 'new');
  assert.equal(await readFile(inDir('target.json'), 'utf8'), 'new');
});

test('without a place for locks the edit is made all the same', async () => {
  await writeFile(inDir('not-a-folder'), '');
  await editFile(inDir('a.txt'), path.join(inDir('not-a-folder'), 'locks'), () => 'text');
  assert.equal(await readFile(inDir('a.txt'), 'utf8'), 'text');
});

test('what cannot be written says which file, and that it was not changed', async () => {
  await assert.rejects(
    replaceFile(path.join(inDir('a.txt'), 'x'), bytes('y')).then(() =>
      replaceFile(path.join(inDir('a.txt'), 'x', 'z'), bytes('y')),
    ),
    {
      code: 'file/not-written',
      message: /a\.txt/,
    },
  );
  await assert.rejects(replaceFile(dir, bytes('y')), {
    code: 'file/not-written',
    message: new RegExp(path.basename(dir)),
  });
  assert.ok((await stat(dir)).isDirectory());
});

test('text in another encoding is refused with its name', async () => {
  await writeFile(inDir('utf16.json'), Buffer.from('\uFEFF{}', 'utf16le'));
  await assert.rejects(readText(inDir('utf16.json')), { code: 'file/not-utf8', message: /utf16\.json is UTF-16 text/ });
  await writeFile(inDir('latin.json'), Buffer.from([0x7b, 0xe9, 0x7d]));
  await assert.rejects(readText(inDir('latin.json')), { code: 'file/not-utf8' });
  assert.equal(await readText(inDir('none.json')), undefined);
});

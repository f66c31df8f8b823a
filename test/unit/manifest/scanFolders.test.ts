import assert from 'node:assert/strict';
import { proves } from '../../requirements.ts';
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { ManifestProvider, type ManifestContents } from '../../../src/core/manifest/manifestProvider.ts';
import { describeProblem, maxManifestBytes } from '../../../src/core/manifest/read/model.ts';
import { echoManifest } from '../../fixtures/manifest/tools.ts';

let root = '';

beforeEach(async () => {
  root = await realpath(await mkdtemp(path.join(os.tmpdir(), 'sb-scan-')));
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function put(name: string, content: string | Buffer = JSON.stringify(echoManifest(['t']))): Promise<string> {
  const file = path.join(root, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
  return file;
}

const look = (...folders: readonly string[]): Promise<ManifestContents> =>
  new ManifestProvider(folders.length > 0 ? folders : [root]).refresh();

async function found(): Promise<string[]> {
  const { manifests } = await look();
  return manifests.map(({ file }) => path.relative(root, file));
}

test(`manifests are found however deep they are, in the order of their paths${proves('R107')}`, async () => {
  for (const name of ['z.json', 'core/a.json', 'core/deep/er/b.json', 'notes.txt', 'json']) await put(name);
  assert.deepEqual(await found(), ['core/a.json', 'core/deep/er/b.json', 'z.json']);
});

test('dotfiles, dot folders and what editors leave behind are ignored', async () => {
  const leftovers = [
    '.hidden.json',
    '.git/x.json',
    'a.json~',
    'a.json.swp',
    '.a.json.swp',
    'a.json.tmp',
    '#a.json#',
    '.#a.json',
  ];
  for (const name of [
    ...leftovers,
    '~a.json',
    'a.tmp.json',
    'a.swp.json',
    'a.bak.json',
    'node_modules/x/package.json',
    'a.json',
  ]) {
    await put(name);
  }
  assert.deepEqual(await found(), ['a.json']);
});

test(`an absent folder has no tools and is no problem${proves('R107')}`, async () => {
  const { manifests, problems } = await look(path.join(root, 'nowhere'));
  assert.deepEqual([manifests, problems], [[], []]);
});

test('a folder that is named twice, or inside another, is read once', async () => {
  await put('sub/a.json');
  const { manifests } = await look(root, root, path.join(root, 'sub'));
  assert.equal(manifests.length, 1);
});

test('links are followed, and a ring of links ends', async () => {
  await put('real/a.json');
  await symlink(path.join(root, 'real'), path.join(root, 'linked'));
  await symlink(root, path.join(root, 'real', 'back'));
  await symlink(path.join(root, 'nothing.json'), path.join(root, 'broken.json'));
  const { manifests, problems } = await look();
  assert.equal(manifests.length, 1);
  assert.deepEqual(problems, []);
});

test('a pipe with the name of a manifest is not waited for', { skip: process.platform === 'win32' }, async () => {
  execFileSync('mkfifo', [path.join(root, 'pipe.json')]);
  await put('a.json');
  assert.deepEqual(await found(), ['a.json']);
});

test(`a manifest of exactly 1 MB is read, and one byte more is refused${proves('C3')}`, async () => {
  const text = JSON.stringify(echoManifest(['t']));
  await put('fits.json', text.padEnd(maxManifestBytes));
  const large = await put('large.json', text.padEnd(maxManifestBytes + 1));
  const { manifests, problems } = await look();
  assert.deepEqual(
    manifests.map(({ tools }) => tools.length),
    [1, 0],
  );
  assert.deepEqual(problems.map(describeProblem), [
    `${large}:1: A manifest may have up to 1000000 bytes; this one has 1000001.`,
  ]);
});

test('a bad manifest is skipped with its line, and the others load', async () => {
  await put('good.json');
  const bad = await put('bad.json', '{\n  "id": "x",\n  "tools": oops\n}');
  const { manifests, problems } = await look();
  assert.deepEqual(
    manifests.map(({ tools }) => tools.length),
    [0, 1],
  );
  assert.equal(problems.length, 1);
  assert.ok(describeProblem(problems[0]!).startsWith(`${bad}:3: Not valid JSON: `), describeProblem(problems[0]!));
});

test('text that is not UTF-8 is a problem of its file', async () => {
  const bad = await put('latin1.json', Buffer.from([0x7b, 0xe9, 0x7d]));
  const { problems } = await look();
  assert.equal(problems[0]?.file, bad);
  assert.equal(problems[0]?.code, 'unreadable');
});

test(
  'a file that may not be read is a problem, and the others load',
  { skip: process.getuid?.() === 0 && 'root reads everything' },
  async () => {
    await put('good.json');
    await chmod(await put('locked.json'), 0o000);
    const { manifests, problems } = await look();
    assert.equal(manifests.filter(({ tools }) => tools.length > 0).length, 1);
    assert.equal(problems[0]?.code, 'unreadable');
  },
);

test(`a second look reads only what changed${proves('R144')}`, async (t) => {
  for (let n = 0; n < 20; n++) await put(`m${n}.json`, JSON.stringify({ ...echoManifest([`t${n}`]), id: `m${n}` }));
  const provider = new ManifestProvider([root]);
  await provider.refresh();
  // Files as young as the scan itself are read again; to this clock they are a minute old.
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 60_000 });
  await provider.refresh();
  const first = await provider.refresh();
  assert.equal(first.filesRead, 0);
  await put('m7.json', JSON.stringify(echoManifest(['changed'])));
  const second = await provider.refresh();
  assert.equal(second.filesRead, 1);
  assert.equal(second.manifests[0], first.manifests[0], 'what did not change is the same object');
});

test('two writes in one tick of the clock are both seen', async () => {
  const provider = new ManifestProvider([root]);
  for (const name of ['one', 'two', 'six', 'ten']) {
    await put('m.json', JSON.stringify(echoManifest([name])));
    const { manifests } = await provider.refresh();
    assert.equal(manifests[0]?.tools[0]?.name, name);
  }
});

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { readText } from '../../../src/core/files/readText.ts';

const skip = process.platform === 'win32';
const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-read-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string): string => path.join(folder, name);

test('a pipe without a writer is refused, not waited for', { skip, timeout: 5_000 }, async () => {
  execFileSync('mkfifo', [at('pipe')]);
  symlinkSync(at('pipe'), at('link-to-pipe'));
  for (const name of ['pipe', 'link-to-pipe'])
    await assert.rejects(readText(at(name)), { message: `${at(name)} is not a regular file.`, code: 'file/not-read' });
});

test('a device is refused, also behind a link', { skip }, async () => {
  symlinkSync('/dev/null', at('device'));
  await assert.rejects(readText(at('device')), { message: `${at('device')} is not a regular file.` });
});

test('a folder is refused', async () => {
  mkdirSync(at('folder'));
  await assert.rejects(readText(at('folder')), { code: 'file/not-read' });
});

test('a file of more bytes than wanted is refused without being read', async () => {
  writeFileSync(at('small'), 'é'.repeat(50));
  assert.equal(await readText(at('small'), 100), 'é'.repeat(50));
  await assert.rejects(readText(at('small'), 99), { message: `${at('small')} is larger than 99 bytes.` });
  writeFileSync(at('huge'), '');
  truncateSync(at('huge'), 2 ** 40);
  await assert.rejects(readText(at('huge'), 256 * 1024), { message: `${at('huge')} is larger than 262144 bytes.` });
});

test('a file that does not tell its size is bounded too', { skip: process.platform !== 'linux' }, async () => {
  await assert.rejects(readText('/proc/self/maps', 10), { message: '/proc/self/maps is larger than 10 bytes.' });
});

test('a file that is not there has no text, and an empty one an empty text', async () => {
  assert.equal(await readText(at('absent')), undefined);
  writeFileSync(at('empty'), '');
  assert.equal(await readText(at('empty'), 10), '');
});

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { SpentTokens } from '../../../src/core/servers/oauth/grants/spentTokens.ts';

let lockDir = '';
beforeEach(() => void (lockDir = mkdtempSync(path.join(tmpdir(), 'spent-'))));
afterEach(() => rmSync(lockDir, { recursive: true, force: true }));

test('a token that was replaced is known to other windows, of its own grant alone', async () => {
  await new SpentTokens(lockDir, 'one').add('first');
  await new SpentTokens(lockDir, 'one').add('second');
  const there = new SpentTokens(lockDir, 'one');
  assert.deepEqual(
    [await there.has('first'), await there.has('second'), await there.has('third')],
    [true, true, false],
  );
  assert.equal(await new SpentTokens(lockDir, 'two').has('first'), false);
});

test('the file holds no token, is for the user alone, and keeps the last twenty', async () => {
  const spent = new SpentTokens(lockDir, 'one');
  for (let count = 0; count < 22; count++) await spent.add(`token-${count}`);
  const [file = ''] = readdirSync(lockDir);
  const text = readFileSync(path.join(lockDir, file), 'utf8');
  assert.ok(!text.includes('token-'));
  assert.equal(text.split('\n').length, 20);
  if (process.platform !== 'win32') assert.equal(statSync(path.join(lockDir, file)).mode & 0o777, 0o600);
  assert.deepEqual([await spent.has('token-1'), await spent.has('token-2')], [false, true]);
});

test('without a folder for locks, or with one that is gone, nothing is known and nothing fails', async () => {
  for (const folder of [undefined, path.join(lockDir, 'gone')]) {
    const spent = new SpentTokens(folder, 'one');
    await spent.add('first');
    assert.equal(await spent.has('first'), false);
  }
});

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { deferred } from '../../../src/base/async.ts';
import { exclusively } from '../../../src/core/servers/oauth/grants/exclusively.ts';

let lockDir = '';
beforeEach(() => void (lockDir = mkdtempSync(path.join(tmpdir(), 'exclusively-'))));
afterEach(() => rmSync(lockDir, { recursive: true, force: true }));

test('work that fails is not done again: a refresh token is never sent twice', async () => {
  let runs = 0;
  const work = async (): Promise<never> => {
    runs++;
    throw new Error('refused');
  };
  await assert.rejects(exclusively('it', { lockDir }, work), /refused/);
  assert.equal(runs, 1);
});

test('who gives up while another one works does not work', async () => {
  const [busy, begun] = [deferred<void>(), deferred<void>()];
  const first = exclusively('it', { lockDir }, () => (begun.resolve(), busy.promise));
  await begun.promise;
  const stop = new AbortController();
  let ran = false;
  const second = exclusively('it', { lockDir, signal: stop.signal }, async () => void (ran = true));
  stop.abort();
  await assert.rejects(second, { code: 'cancelled' });
  busy.resolve();
  await first;
  assert.equal(ran, false);
});

test('where no lock can be made it is done without', async () => {
  const file = path.join(lockDir, 'a file');
  writeFileSync(file, '');
  assert.equal(await exclusively('it', { lockDir: file }, async () => 'done'), 'done');
  assert.equal(await exclusively('it', { lockDir: undefined }, async () => 'done'), 'done');
});

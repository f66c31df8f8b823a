import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { test } from 'node:test';
import { withLock } from '../../../scripts/lib/lock.mjs';
import { packageProblems } from '../../../scripts/lib/packageExtension.mjs';
import { freePort } from '../../../scripts/lib/ports.mjs';
import { run } from '../../../scripts/lib/processes.mjs';
import { deferred } from '../../../src/base/async.ts';
import { projectRoot } from '../../support/sources.ts';
import { settled } from '../../support/until.ts';

const complete = ['extension/package.json', 'extension/dist/extension.cjs', 'extension/dist/webview/app.js'];

test('a package with an unknown file, or without its entry, is refused by name', () => {
  assert.deepEqual(packageProblems(complete), []);
  assert.deepEqual(packageProblems([...complete, 'extension/src/extension/activate.ts']), [
    'extension/src/extension/activate.ts must not be in the package',
  ]);
  assert.deepEqual(packageProblems(complete.slice(0, 2)), ['extension/dist/webview/app.js is not in the package']);
});

test('a port in use is skipped for the next free one', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const free = await freePort(port);
  server.close();
  assert.ok(free > port && free < port + 200, `${free} comes after ${port}`);
});

test('a lock keeps a second run out, and one of a dead process does not', async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'lock-'));
  t.after(() => rmSync(dir, { recursive: true }));
  const lock = join(dir, 'x.lock');
  mkdirSync(lock);
  writeFileSync(join(lock, 'pid'), '999999999');
  const order: string[] = [];
  const [entered, released] = [deferred<void>(), deferred<void>()];
  const first = withLock(lock, async () => {
    order.push('first in');
    entered.resolve();
    await released.promise;
    order.push('first out');
  });
  await entered.promise;
  const second = withLock(lock, async () => void order.push('second in'));
  await settled();
  released.resolve();
  await Promise.all([first, second]);
  assert.deepEqual(order, ['first in', 'first out', 'second in']);
  assert.equal(existsSync(lock), false);
});

test('a command that does not exist is a result with a reason, not an exception', async () => {
  // Where PATH has a folder that this user may not read, the system says EACCES.
  const env = { PATH: dirname(process.execPath) };
  const { code, output } = await run('no-such-command-anywhere', [], { quiet: true, env });
  assert.equal(code, 127);
  assert.match(output, /ENOENT/);
});

test('a script starts on a fresh checkout: no package is imported before the install step', () => {
  const stray: string[] = [];
  const seen = new Set<string>();
  const follow = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    const text = readFileSync(file, 'utf8');
    for (const [, name = ''] of text.matchAll(/^(?:import|export)\s(?:[^'"();]*\sfrom\s)?\s*'([^']+)'/gm)) {
      if (name.startsWith('.')) follow(resolve(dirname(file), name));
      else if (!name.startsWith('node:')) stray.push(`${relative(projectRoot, file)} imports ${name}`);
    }
  };
  const folder = join(projectRoot, 'scripts');
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.mjs'))) follow(join(folder, name));
  assert.ok(seen.size > 40, `saw ${seen.size} files only`);
  assert.deepEqual(stray, []);
});

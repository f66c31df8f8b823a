import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseConfig } from '../../src/core/config/parse/parseConfig.ts';
import { createFakePorts } from '../support/fakePorts.ts';
import { addToFile } from '../../src/core/app/configured/configEditing.ts';
import { until } from '../support/until.ts';
import { noDisk, smallDisk } from './support/smallDisk.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-user-files-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const script = fileURLToPath(new URL('../fixtures/files/addServers.ts', import.meta.url));
const theUsers = '{\n  // mine\n  "servers": { "own": { "command": "keep" } }\n}\n';

interface Adding {
  readonly child: ChildProcess;
  /** Names that were acknowledged. */
  readonly acknowledged: () => readonly string[];
}

function addServers(file: string, prefix: string, count: number): Adding {
  const env = { ...process.env, XDG_CACHE_HOME: path.join(folder, 'cache') };
  const child = spawn(process.execPath, [script, file, prefix, String(count)], { env });
  let text = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString('utf8')));
  child.once('exit', (code) => code && assert.fail(errors));
  return { child, acknowledged: () => text.split('\n').slice(0, -1) };
}

function namesIn(file: string): readonly string[] {
  const { servers, broken } = parseConfig(readFileSync(file, 'utf8'), 'vscode', file);
  assert.equal(broken, false);
  return servers.map(({ name }) => name);
}

test('two processes that add servers to one file at the same time lose none of them', async () => {
  const file = path.join(folder, 'two.json');
  writeFileSync(file, theUsers);
  const both = [addServers(file, 'a', 50), addServers(file, 'b', 50)];
  await Promise.all(both.map(({ child }) => once(child, 'exit')));
  const names = new Set(namesIn(file));
  assert.equal(names.size, 101);
  assert.ok(both.flatMap(({ acknowledged }) => acknowledged()).every((name) => names.has(name)));
  assert.match(readFileSync(file, 'utf8'), /\/\/ mine/);
});

test('a process that is killed while it writes has lost nothing that it acknowledged, and left no draft in the way', async () => {
  const file = path.join(folder, 'killed.json');
  writeFileSync(file, theUsers);
  for (let round = 0; round < 5; round++) {
    const adding = addServers(file, `r${round}`, 500);
    await until(() => adding.acknowledged().length > round * 3 + 2, 'some servers are written');
    adding.child.removeAllListeners('exit');
    adding.child.kill('SIGKILL');
    await once(adding.child, 'close');
    const names = new Set(namesIn(file));
    assert.ok(names.has('own'));
    assert.deepEqual(
      adding.acknowledged().filter((name) => !names.has(name)),
      [],
    );
  }
  const last = addServers(file, 'after', 1); // a lock of the dead does not hold it
  await once(last.child, 'exit');
  assert.ok(namesIn(file).includes('after-0'));
});

test('a full disk leaves the file as it is and names it', async (t) => {
  const disk = smallDisk(path.join(folder, 'disk'), 64);
  if (disk === undefined) return t.skip(noDisk);
  const ports = createFakePorts(disk);
  const file = path.join(disk, 'mcp.json');
  const servers = Array.from({ length: 200 }, (_, n) => `"s${n}": { "command": "${'x'.repeat(100)}" }`);
  const before = `{ "servers": { ${servers.join(',\n')} } }\n`;
  writeFileSync(file, before);
  writeFileSync(path.join(disk, 'filler'), '');
  fill(path.join(disk, 'filler'));
  await assert.rejects(addToFile(ports.files, { kind: 'vscode', file }, [{ name: 'new', body: { command: 'node' } }]), {
    code: 'file/not-written',
    message: `The disk is full. ${file} was not changed.`,
  });
  assert.equal(readFileSync(file, 'utf8'), before);
  assert.deepEqual(readdirSync(disk).toSorted(), ['filler', 'mcp.json'], 'no draft is left');
  rmSync(path.join(disk, 'filler'));
  await addToFile(ports.files, { kind: 'vscode', file }, [{ name: 'new', body: { command: 'node' } }]);
  assert.ok(namesIn(file).includes('new'));
  assert.ok(statSync(file).size > before.length);
});

function fill(file: string): void {
  try {
    for (;;) writeFileSync(file, Buffer.alloc(4096), { flag: 'a' });
  } catch (error) {
    assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC');
  }
}

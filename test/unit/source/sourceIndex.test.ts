import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { SourceIndex } from '../../../src/core/source/sourceIndex.ts';

let folder = '';
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'switchboard-source-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const source = (name: string): string =>
  `import {} from '@modelcontextprotocol/server';\ns.registerTool('${name}', {}, f);\n`;

function write(file: string, text: string): string {
  const whole = path.join(folder, file);
  mkdirSync(path.dirname(whole), { recursive: true });
  writeFileSync(whole, text);
  return whole;
}

async function find(index: SourceIndex, name: string): Promise<readonly string[]> {
  return (await index.find('tool', name)).map(({ file, line }) => `${path.relative(folder, file)}:${line}`);
}

test('a folder is searched but for what is installed or built, sources before tests', async () => {
  write('test/a.ts', source('add'));
  write('src/deep/a.ts', source('add'));
  write('node_modules/x/a.ts', source('add'));
  write('dist/a.js', source('add'));
  write('.hidden/a.js', source('add'));
  const index = new SourceIndex(folder);
  assert.deepEqual(await find(index, 'add'), ['src/deep/a.ts:1', 'test/a.ts:1']);
  assert.deepEqual(await find(index, 'other'), []);
});

test('a file that is saved or deleted is read again, and only that one', async () => {
  const file = write('a.ts', source('old'));
  const index = new SourceIndex(folder);
  assert.deepEqual(await find(index, 'old'), ['a.ts:1']);
  write('b.ts', source('unseen'));
  writeFileSync(file, source('new'));
  await index.refresh(file);
  assert.deepEqual(
    [await find(index, 'old'), await find(index, 'new'), await find(index, 'unseen')],
    [[], ['a.ts:1'], []],
  );
  rmSync(file);
  await index.refresh(file);
  assert.deepEqual(await find(index, 'new'), []);
});

test('a folder that is not there has nothing', async () => {
  assert.deepEqual(await find(new SourceIndex(path.join(folder, 'gone')), 'add'), []);
});

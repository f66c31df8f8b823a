import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutBuiltinImports } from '../../../scripts/lib/builtinImports.mjs';

const built = [
  '#!/usr/bin/env node',
  'import{join as a,sep}from"node:path";import b from"node:fs";import*as c from"node:os";import{x as d}from"./chunk.js";',
  'export const all=[typeof a,typeof sep,typeof b.readFileSync,typeof c.homedir,d,"import{e}from\\"node:net\\""];',
].join('\n');

test('modules of Node are read on use, and nothing else is touched', async () => {
  const text = withoutBuiltinImports(built);
  assert.doesNotMatch(text, /^import.*from"node:/m);
  assert.match(text, /import\{x as d\}from".\/chunk.js"/);
  assert.match(text, /^#!\/usr\/bin\/env node\n/);
  const runnable = text.replace(/^#!.*\n/, '').replace('import{x as d}from"./chunk.js";', 'const d="chunk";');
  const { all } = (await import(`data:text/javascript,${encodeURIComponent(runnable)}`)) as { all: readonly string[] };
  assert.deepEqual(all, ['function', 'string', 'function', 'function', 'chunk', 'import{e}from"node:net"']);
});

test('every statement stays where it was, one line further down', () => {
  const [before, after] = [built.split('\n'), withoutBuiltinImports(built).split('\n')];
  assert.equal(after.length, before.length + 1);
  assert.equal(after[2]?.indexOf('import{x as d}'), before[1]?.indexOf('import{x as d}'));
  assert.equal(after[3], before[2]);
});

test('functions of a module that few starts use are loaded at their first call, classes at once', async () => {
  const source = [
    'import{createHash as a,randomUUID}from"node:crypto";import{Socket as c,isIP}from"node:net";import{execFile}from"node:child_process";',
    'export const all=[a("sha1").update("x").digest("hex").length,typeof randomUUID(),c.name,isIP("::1"),Object.getOwnPropertySymbols(execFile).length];',
  ].join('\n');
  const text = withoutBuiltinImports(source);
  assert.match(text, /var\{createHash:a,randomUUID\}=\$late\("node:crypto"\);/);
  assert.match(text, /var\{Socket:c,isIP\}=\$node\("node:net"\);/);
  const { all } = (await import(`data:text/javascript,${encodeURIComponent(text)}`)) as { all: readonly unknown[] };
  assert.deepEqual(all, [40, 'string', 'Socket', 6, 1], 'what `promisify` looks for stays on the function');
  assert.equal(text.split('\n')[2], source.split('\n')[1]);
});

test('a file without such imports stays as it is', () => {
  assert.equal(withoutBuiltinImports('import{x}from"./chunk.js";'), 'import{x}from"./chunk.js";');
});

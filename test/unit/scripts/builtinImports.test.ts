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

test('a file without such imports stays as it is', () => {
  assert.equal(withoutBuiltinImports('import{x}from"./chunk.js";'), 'import{x}from"./chunk.js";');
});

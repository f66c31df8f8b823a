import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Environment } from '../../../src/lsp/environment/environment.ts';
import { isIgnored } from '../../../src/lsp/environment/gitIgnore.ts';

for (const [what, line] of [
  ['many stars', `${'*a'.repeat(60)}b`],
  ['many stars before a class', `${'*[ab]'.repeat(60)}c`],
  ['many folders', `${'**/'.repeat(300)}x`],
  ['folders and stars', `${'**/*a*a'.repeat(100)}/x`],
] as const)
  test(`${what} in .gitignore do not hold the language server`, () => {
    const deep = `${'a'.repeat(250)}/`.repeat(12);
    const around = {
      stat: () => 'folder' as const,
      read: (file: string) => (file === '/ws/.gitignore' ? `${line}\n`.repeat(200) : undefined),
    } as unknown as Environment;
    assert.notEqual(isIgnored(`/ws/${deep}.env`, '/ws', around), true);
  });

test('a .gitignore that would take too long leaves the question open', () => {
  const around = {
    stat: () => 'folder' as const,
    read: () => `${'**/*'.repeat(200)}\n`.repeat(300),
  } as unknown as Environment;
  assert.equal(isIgnored(`/ws/${'a/'.repeat(1_000)}.env`, '/ws', around), undefined);
});

test('stars and folders in .gitignore are read as git reads them', () => {
  const cases: readonly (readonly [line: string, file: string, ignored: boolean])[] = [
    ['*.env', 'a/b/x.env', true],
    ['*.env', 'a/env', false],
    ['a/*.env', 'a/x.env', true],
    ['a/*.env', 'a/b/x.env', false],
    ['**/x.env', 'x.env', true],
    ['**/x.env', 'a/b/x.env', true],
    ['**/x.env', 'a/yx.env', false],
    ['a/**/x', 'a/x', true],
    ['a/**/x', 'a/b/c/x', true],
    ['a/**/x', 'ab/x', false],
    ['a/**/x', 'a/bx', false],
    ['a/**', 'a/b/c', true],
    ['a/**', 'a', false],
    ['/x', 'a/x', false],
    ['x', 'a/x/b', true],
    ['?.env', '.env', false],
    ['?.env', 'a.env', true],
    ['a?b', 'a/b', false],
    ['*', 'anything', true],
    ['**', 'a/b', true],
    ['x/', 'x/b', true],
  ];
  for (const [line, file, ignored] of cases) {
    const read = (at: string): string | undefined => (at === '/ws/.gitignore' ? line : undefined);
    const around = { stat: () => 'folder', read } as unknown as Environment;
    assert.equal(isIgnored(`/ws/${file}`, '/ws', around), ignored, `${line} on ${file}`);
  }
});

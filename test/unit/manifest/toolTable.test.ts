import assert from 'node:assert/strict';
import { proves } from '../../requirements.ts';
import { test } from 'node:test';
import type { Manifest } from '../../../src/core/manifest/read/model.ts';
import { readManifest } from '../../../src/core/manifest/read/readManifest.ts';
import { type TableRules, type ToolTable, buildTable, emptyTable } from '../../../src/core/manifest/toolTable.ts';
import { errorOutcome } from '../../../src/core/mcpServer/tool.ts';
import { echoManifest } from '../../fixtures/manifest/tools.ts';

const rules: TableRules = {
  prefix: 'tairseach_',
  reserved: new Set(['kimi_analyze']),
  runnerOf: () => async () => errorOutcome('not run here'),
};

function manifest(file: string, names: readonly string[], more = {}): Manifest {
  return readManifest(file, JSON.stringify(echoManifest(names, more)));
}

function table(manifests: readonly Manifest[], some: Partial<TableRules> = {}, previous = emptyTable): ToolTable {
  return buildTable(manifests, { ...rules, ...some }, previous);
}

const namesOf = ({ tools }: ToolTable): string[] => tools.map(({ name }) => name);

test(`tools of all manifests are prefixed and sorted by name${proves('R111', 'R112')}`, () => {
  const built = table([manifest('/m/b.json', ['zeta', 'Beta']), manifest('/m/a.json', ['alpha', '_x'])]);
  assert.deepEqual(namesOf(built), ['tairseach_Beta', 'tairseach__x', 'tairseach_alpha', 'tairseach_zeta']);
  assert.deepEqual(built.flaws, []);
});

test('the prefix can be chosen, and be empty', () => {
  assert.deepEqual(namesOf(table([manifest('/m/a.json', ['x'])], { prefix: 'my-' })), ['my-x']);
  assert.deepEqual(namesOf(table([manifest('/m/a.json', ['x'])], { prefix: '' })), ['x']);
});

test('a name declared twice is refused, and each problem names both files', () => {
  const built = table([manifest('/m/a.json', ['same', 'mine']), manifest('/m/b.json', ['same'])]);
  assert.deepEqual(namesOf(built), ['tairseach_mine']);
  assert.equal(built.flaws.length, 2);
  for (const { message } of built.flaws) {
    assert.match(message, /"tairseach_same"/);
    assert.match(message, /\/m\/a\.json/);
    assert.match(message, /\/m\/b\.json/);
  }
  assert.deepEqual(
    built.flaws.map(({ file, path }) => `${file} ${path.join('.')}`),
    ['/m/a.json tools.0.name', '/m/b.json tools.0.name'],
  );
});

test('a name declared twice in one file is refused there', () => {
  const built = table([manifest('/m/a.json', ['same', 'same'])]);
  assert.deepEqual(namesOf(built), []);
  assert.match(built.flaws[0]?.message ?? '', /this file again/);
});

test('a manifest cannot take the place of a tool of the server', () => {
  const built = table([manifest('/m/a.json', ['kimi_analyze'])], { prefix: '' });
  assert.deepEqual(namesOf(built), []);
  assert.match(built.flaws[0]?.message ?? '', /reserved for a tool of the server/);
});

test('a name that is too long with its prefix is refused', () => {
  assert.deepEqual(namesOf(table([manifest('/m/a.json', ['n'.repeat(118)])])).length, 1);
  const built = table([manifest('/m/a.json', ['n'.repeat(119)])]);
  assert.deepEqual(namesOf(built), []);
  assert.match(built.flaws[0]?.message ?? '', /129 characters/);
});

test('names that some clients cannot tell apart are warned of, and offered', () => {
  const built = table([manifest('/m/a.json', ['mail.list', 'mail_list'])]);
  assert.equal(built.tools.length, 2);
  assert.deepEqual(
    built.flaws.map(({ code, severity }) => [code, severity]),
    [['confusable', 'warning']],
  );
});

test('a tool that did not change stays the same object, wherever it moved', () => {
  const before = table([manifest('/m/a.json', ['one', 'two'])]);
  const after = table([manifest('/m/other.json', ['zero', 'two', 'one'])], {}, before);
  assert.equal(after.rows.get('tairseach_one')?.tool, before.rows.get('tairseach_one')?.tool);
  assert.equal(after.rows.get('tairseach_two')?.tool, before.rows.get('tairseach_two')?.tool);
});

test('a tool that changed in anything is another object', () => {
  const before = table([manifest('/m/a.json', ['one'])]);
  for (const change of [{ description: 'new' }, { annotations: { readOnlyHint: true } }, { timeoutSeconds: 3 }]) {
    const after = table([manifest('/m/a.json', ['one'], change)], {}, before);
    assert.notEqual(after.tools[0], before.tools[0]);
  }
  const otherMethod = { ...echoManifest(['one']), implementation: { methods: { one: 'echo.other' } } };
  const after = table([readManifest('/m/a.json', JSON.stringify(otherMethod))], {}, before);
  assert.notEqual(after.tools[0], before.tools[0]);
});

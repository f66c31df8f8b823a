import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diffServers } from '../../../src/core/config/sources/diffServers.ts';
import { mergeSources } from '../../../src/core/config/sources/merge.ts';
import type { ConfigKind, ParsedConfig, ServerEntry } from '../../../src/core/config/model/model.ts';
import { parseConfig } from '../../../src/core/config/parse/parseConfig.ts';
import { entryOf } from './support.ts';

function config(kind: ConfigKind, file: string, command: string, folder?: string): ParsedConfig {
  const root = kind === 'vscode' || kind === 'user' || kind === 'extension' ? 'servers' : 'mcpServers';
  const text = JSON.stringify({ [root]: { same: { command }, [`only-${command}`]: { command } } });
  return parseConfig(text, kind, file, folder === undefined ? undefined : { name: folder, path: `/${folder}` });
}

function winner(...configs: readonly ParsedConfig[]): string {
  const entry = mergeSources(configs).servers.find(({ name }) => name === 'same');
  return entry?.launch.kind === 'stdio' ? entry.launch.command : '';
}

test('.vscode/mcp.json wins over .mcp.json, .mcprc, the user and an extension, in that order', () => {
  const order: readonly (readonly [ConfigKind, string])[] = [
    ['vscode', '/a/.vscode/mcp.json'],
    ['mcpJson', '/a/.mcp.json'],
    ['mcprc', '/a/.mcprc'],
    ['user', '/u/mcp.json'],
    ['extension', 'ext'],
  ];
  const configs = order.map(([kind, file]) => config(kind, file, kind));
  for (let at = 0; at < order.length; at++) {
    assert.equal(winner(...configs.slice(at).toReversed()), order[at]?.[0]);
  }
});

test('of two folders the first wins, and .mcp.json wins over mcp.json', () => {
  assert.equal(
    winner(config('vscode', '/a/.vscode/mcp.json', 'a', 'a'), config('vscode', '/b/.vscode/mcp.json', 'b', 'b')),
    'a',
  );
  assert.equal(winner(config('mcpJson', '/a/.mcp.json', 'dot'), config('mcpJson', '/a/mcp.json', 'plain')), 'dot');
});

test('a shadowed entry is shown with who wins, and is not mixed in', () => {
  const merged = mergeSources([config('user', '/u/mcp.json', 'user'), config('vscode', '/a/.vscode/mcp.json', 'mine')]);
  assert.deepEqual(
    merged.servers.map(({ name }) => name),
    ['same', 'only-mine', 'only-user'],
  );
  assert.deepEqual(
    merged.shadowed.map(({ entry, winner }) => [entry.source.file, winner.source.file]),
    [['/u/mcp.json', '/a/.vscode/mcp.json']],
  );
  const [problem] = merged.problems;
  assert.equal(problem?.code, 'shadowed');
  assert.equal(problem?.file, '/u/mcp.json');
  assert.equal(
    problem?.message,
    '"same" is ignored: VS Code workspace (/a/.vscode/mcp.json) defines a server with the same name.',
  );
});

function kinds(before: readonly ServerEntry[], after: readonly ServerEntry[]): Record<string, readonly string[]> {
  const diff = diffServers(before, after);
  return {
    added: diff.added.map(({ name }) => name),
    removed: diff.removed.map(({ name }) => name),
    changed: diff.changed.map(({ after: { name } }) => name),
    adjusted: diff.adjusted.map(({ after: { name } }) => name),
    unchanged: diff.unchanged.map(({ name }) => name),
  };
}

function changeOf(before: Record<string, unknown>, after: Record<string, unknown>): string {
  const found = kinds([entryOf(before)], [entryOf(after)]);
  return Object.entries(found).find(([, names]) => names.length > 0)?.[0] ?? '';
}

const base = { command: 'npx', args: ['-y', 'x'], env: { A: '1', B: '2' } };

test('only what changes the launch counts as changed', () => {
  assert.equal(changeOf(base, base), 'unchanged');
  assert.equal(changeOf(base, { env: { B: '2', A: '1' }, args: ['-y', 'x'], command: 'npx' }), 'unchanged');
  assert.equal(changeOf(base, { ...base, note: 'for people' }), 'unchanged');
  assert.equal(changeOf(base, { ...base, env: ['A=1', 'B=2'] }), 'unchanged');
  assert.equal(changeOf(base, { ...base, type: 'stdio' }), 'unchanged');
  assert.equal(changeOf(base, { ...base, timeout: 60 }), 'adjusted');
  assert.equal(changeOf(base, { ...base, disabled: true }), 'adjusted');
  assert.equal(changeOf(base, { ...base, args: ['x', '-y'] }), 'changed');
  assert.equal(changeOf(base, { ...base, env: { A: '1', B: '3' } }), 'changed');
  assert.equal(changeOf(base, { ...base, env: { A: '1', B: null } }), 'changed');
  assert.equal(changeOf(base, { ...base, cwd: 'x' }), 'changed');
  assert.equal(changeOf({ url: 'https://x' }, { url: 'https://x', headers: { A: '1' } }), 'changed');
  assert.equal(changeOf({ type: 'http', url: 'https://x' }, { type: 'sse', url: 'https://x' }), 'changed');
});

test('a changed env restarts only that server', () => {
  const read = (env: string) =>
    parseConfig(
      JSON.stringify({ servers: { a: { command: 'a', env: { X: env } }, b: { command: 'b' } } }),
      'vscode',
      'f',
    ).servers;
  assert.deepEqual(kinds(read('1'), read('2')), {
    added: [],
    removed: [],
    changed: ['a'],
    adjusted: [],
    unchanged: ['b'],
  });
});

test('a move to another file of the same folder, comments and layout change nothing', () => {
  const where = { name: 'a', path: '/a' };
  const before = parseConfig('{"servers":{"s":{"command":"x"}}}', 'vscode', '/a/.vscode/mcp.json', where).servers;
  const after = parseConfig(
    '{\n  // moved\n  "mcpServers": { "s": { "command": "x", }, },\n}',
    'mcpJson',
    '/a/.mcp.json',
    where,
  ).servers;
  assert.deepEqual(kinds(before, after)['unchanged'], ['s']);
  const elsewhere = parseConfig('{"s":{"command":"x"}}', 'mcpJson', '/b/.mcp.json', { name: 'b', path: '/b' }).servers;
  assert.deepEqual(kinds(before, elsewhere)['changed'], ['s']);
});

test('added and removed servers are told apart', () => {
  const read = (...names: readonly string[]) =>
    parseConfig(JSON.stringify(Object.fromEntries(names.map((name) => [name, { command: 'x' }]))), 'mcpJson', 'f')
      .servers;
  assert.deepEqual(kinds(read('a', 'b'), read('b', 'c')), {
    added: ['c'],
    removed: ['a'],
    changed: [],
    adjusted: [],
    unchanged: ['b'],
  });
});

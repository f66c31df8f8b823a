import assert from 'node:assert/strict';
import { proves } from '../../requirements.ts';
import { test } from 'node:test';
import { mergeSources } from '../../../src/core/config/sources/merge.ts';
import type { ConfigKind, ParsedConfig } from '../../../src/core/config/model/model.ts';
import { parseConfig } from '../../../src/core/config/parse/parseConfig.ts';

function config(kind: ConfigKind, file: string, command: string, folder?: string): ParsedConfig {
  const root = kind === 'vscode' || kind === 'user' || kind === 'extension' ? 'servers' : 'mcpServers';
  const text = JSON.stringify({ [root]: { same: { command }, [`only-${command}`]: { command } } });
  return parseConfig(text, kind, file, folder === undefined ? undefined : { name: folder, path: `/${folder}` });
}

function winner(...configs: readonly ParsedConfig[]): string {
  const entry = mergeSources(configs).servers.find(({ name }) => name === 'same');
  return entry?.launch.kind === 'stdio' ? entry.launch.command : '';
}

test(`.vscode/mcp.json wins over .mcp.json, .mcprc, the user and an extension, in that order${proves('R101', 'R106', 'C11')}`, () => {
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

test('each kind of file has its place, and those that are only imported share one', () => {
  const ranks: readonly (readonly ConfigKind[])[] = [
    ['vscode'],
    ['mcpJson'],
    ['mcprc'],
    ['codeWorkspace'],
    ['devcontainer'],
    ['user'],
    ['extension'],
    ['cursor', 'claudeDesktop', 'windsurf', 'copilotCli', 'kimi'],
    ['plain'],
  ];
  const of = (kind: ConfigKind): ParsedConfig => {
    const parsed = config('vscode', '/f', kind);
    const source = { ...parsed.source, kind };
    return { ...parsed, source, servers: parsed.servers.map((entry) => Object.assign({}, entry, { source })) };
  };
  const kinds = ranks.flat();
  const rankOf = (kind: ConfigKind) => ranks.findIndex((rank) => rank.includes(kind));
  for (const first of kinds)
    for (const second of kinds.filter((kind) => kind !== first))
      assert.equal(winner(of(first), of(second)), rankOf(second) < rankOf(first) ? second : first);
});

test('of two folders the first wins, and .mcp.json wins over mcp.json', () => {
  assert.equal(
    winner(config('vscode', '/a/.vscode/mcp.json', 'a', 'a'), config('vscode', '/b/.vscode/mcp.json', 'b', 'b')),
    'a',
  );
  assert.equal(winner(config('mcpJson', '/a/.mcp.json', 'dot'), config('mcpJson', '/a/mcp.json', 'plain')), 'dot');
});

test(`a shadowed entry is shown with who wins, and is not mixed in${proves('C11')}`, () => {
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

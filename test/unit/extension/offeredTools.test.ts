import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readExposure } from '../../../src/core/gateway/exposure/agentPolicy.ts';
import { parseConfig } from '../../../src/core/config/parse/parseConfig.ts';
import { useFakeVscode } from '../../support/useFakeVscode.ts';

useFakeVscode();

const { offeredText } = await import('../../../src/extension/lm/offeredTools.ts');
type Core = Parameters<typeof offeredText>[0];

const tools = ['read', 'write', 'new'].map((name) => ({ name, inputSchema: { type: 'object' } }));

/** A server in this file, with the setting that gives servers to agents. */
function rowOf(file: '.vscode/mcp.json' | '.mcprc', exposed: object): string | undefined {
  const vscode = file === '.vscode/mcp.json';
  const text = JSON.stringify({ [vscode ? 'servers' : 'mcpServers']: { it: { command: 'x' } } });
  const [entry] = parseConfig(text, vscode ? 'vscode' : 'mcprc', `/ws/${file}`).servers;
  const exposure = readExposure(exposed);
  const core = {
    embeddedId: 'own',
    entry: () => entry,
    gateway: { exposure: { peek: () => exposure, value: exposure } },
    held: () => [{ kind: 'tool', key: 'new' }],
    server: () => ({ signInSteps: [], tools: { peek: () => tools }, state: { value: { kind: 'connected' } } }),
  };
  return offeredText(core as unknown as Core, 'it');
}

test('a row names the way to agents, with the number of tools that they get and their cost', () => {
  assert.match(rowOf('.mcprc', { it: true }) ?? '', /^agents via gateway \(2, ≈ \d+ tokens\)$/);
  assert.match(rowOf('.mcprc', { it: { tools: { write: false } } }) ?? '', /^agents via gateway \(1, /);
  assert.match(rowOf('.vscode/mcp.json', {}) ?? '', /^agents via VS Code \(2, /);
});

test('a server that agents get twice is marked, and one that they do not get is not', () => {
  assert.match(rowOf('.vscode/mcp.json', { it: true }) ?? '', /^agents via VS Code and gateway \(twice\)/);
  assert.equal(rowOf('.mcprc', {}), undefined);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Finding } from '../../../src/lsp/document/finding.ts';
import { FindingMemory } from '../../../src/lsp/findings/findingMemory.ts';
import { findingsOf } from '../../../src/lsp/findings/findings.ts';
import { apply, read, surroundings } from './support.ts';

const vscode = '/ws/.vscode/mcp.json';
const before = `{
  "servers": {
    "a": { "command": "node", "args": ["server.js"] },
    "b": { "command": "nodee", "args": ["gone.js"], "env": { "API_KEY": "a1b2c3d4e5f6" } }
  }
}
`;

function plain(findings: readonly Finding[]): unknown {
  return findings.map(({ code, message, at, fixes }) => ({
    code,
    message,
    offset: at.offset,
    length: at.length,
    fixes: fixes?.(),
  }));
}

test('after an edit above, the findings and their fixes are those of a new analysis', () => {
  const memory = new FindingMemory();
  const around = surroundings();
  findingsOf(read(vscode, before), around, memory);
  const after = before.replace('"node",', '"node", "envFile": ".env",');
  const document = read(vscode, after);
  assert.deepEqual(plain(findingsOf(document, around, memory)), plain(findingsOf(document, around)));
});

test('a cached fix applies to the current text', () => {
  const memory = new FindingMemory();
  const around = surroundings();
  findingsOf(read(vscode, before), around, memory);
  const after = `// a new line above\n${before}`;
  const finding = findingsOf(read(vscode, after), around, memory).find(({ code }) => code === 'command-not-found');
  const fixed = apply(after, finding?.fixes?.()[0]?.changes ?? []);
  assert.equal(fixed, after.replace('nodee', 'node'));
});

test('the cache is dropped once the environment has changed', () => {
  const memory = new FindingMemory();
  const document = read(vscode, before);
  const codes = (list: readonly Finding[]) => list.map(({ code }) => code);
  assert.ok(codes(findingsOf(document, surroundings(), memory)).includes('command-not-found'));
  const around = { ...surroundings({ programs: ['node', 'nodee'] }), epoch: 1 };
  assert.ok(!codes(findingsOf(document, around, memory)).includes('command-not-found'));
});

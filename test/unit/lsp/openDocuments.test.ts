import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OpenDocument } from '../../../src/lsp/openDocuments.ts';
import { rangeOf } from '../../../src/lsp/document/toLsp.ts';
import { read, surroundings } from './support.ts';

const file = '/ws/.vscode/mcp.json';
const before = `{
  "servers": {
    "a": { "command": "nodee", "args": ["a.js"] },
    "b": { "command": "node", "args": ["gone.js"] }
  }
}
`;
const around = surroundings();

function opened(): OpenDocument {
  const document = new OpenDocument('file:///ws/.vscode/mcp.json', file, 'jsonc', 1, before);
  document.findings(around);
  return document;
}

/** As an editor sends it: each range is in the text as it is by then. */
function replacement(text: string, part: string, by: string) {
  return { range: rangeOf(read(file, text), { offset: text.indexOf(part), length: part.length }), text: by };
}

function assertIsLike(document: OpenDocument, text: string): void {
  const fresh = new OpenDocument(document.uri, file, 'jsonc', 1, text);
  const plain = (each: OpenDocument) =>
    each.findings(around).map(({ code, message, at }) => ({ code, message, offset: at.offset, length: at.length }));
  assert.equal(document.parsed(around.folders).text, text);
  assert.deepEqual(plain(document), plain(fresh));
}

test('after one change, the file is as if it had been opened so', () => {
  const document = opened();
  document.change([replacement(before, '"nodee"', '"node",\n "cwd": "."')], 2);
  assertIsLike(document, before.replace('"nodee"', '"node",\n "cwd": "."'));
});

test('of several changes each counts in the text that the one before has left', () => {
  const document = opened();
  const first = before.replace('"a.js"', '"a.js",\n"more"');
  const second = first.replace('gone.js', 'server.js');
  document.change([replacement(before, '"a.js"', '"a.js",\n"more"'), replacement(first, 'gone.js', 'server.js')], 2);
  assertIsLike(document, second);
});

test('after a change that breaks the file and one that fixes it, nothing is left of the first', () => {
  const document = opened();
  const broken = before.replace('"gone.js"]', '"gone.js"');
  document.change([replacement(before, '"gone.js"]', '"gone.js"')], 2);
  assertIsLike(document, broken);
  document.change([replacement(broken, '"gone.js"', '"gone.js"]')], 3);
  assertIsLike(document, before);
});

test('a file that is too large to be read keeps its text through every change', () => {
  const line = `  "pad": "${'x'.repeat(4_000_000)}",\n`;
  const large = before.replace('{\n', `{\n${line}`);
  const document = new OpenDocument('file:///ws/.vscode/mcp.json', file, 'jsonc', 1, large);
  assert.deepEqual(
    document.findings(around).map(({ code }) => code),
    ['too-large'],
  );
  const at = { line: 4, character: 4 };
  document.change([{ range: { start: at, end: at }, text: '"c": {}, ' }], 2);
  const longer = large.replace('"b":', '"c": {}, "b":');
  assert.ok(document.parsed(around.folders).text === longer, 'the change went to another place');
  document.change([{ range: { start: { line: 1, character: 0 }, end: { line: 2, character: 0 } }, text: '' }], 3);
  assertIsLike(document, longer.replace(line, ''));
});

test('a column beyond the end of a line is its end, however the line ends', () => {
  for (const end of ['\n', '\r\n', '\r']) {
    const document = new OpenDocument('file:///ws/.vscode/mcp.json', file, 'jsonc', 1, before.replaceAll('\n', end));
    document.findings(around);
    const at = { line: 2, character: 999 };
    document.change([{ range: { start: at, end: at }, text: ' // x' }], 2);
    assertIsLike(document, before.replace('["a.js"] },', '["a.js"] }, // x').replaceAll('\n', end));
  }
});

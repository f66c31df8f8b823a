import assert from 'node:assert/strict';
import { isRecord, parseJson } from '../../../src/base/json.ts';
import { LineIndex } from '../../../src/core/config/text/lineMap.ts';
import { OpenDocument } from '../../../src/lsp/openDocuments.ts';
import { surroundings } from '../../unit/lsp/support.ts';
import type { Dice } from '../dice.ts';
import { type FuzzTarget, assertInside } from '../target.ts';
import { configTexts } from './config.ts';

const around = surroundings();
const files = ['/ws/.vscode/mcp.json', '/ws/.mcp.json', '/ws/.cursor/mcp.json', '/ws/app.code-workspace'];
const typed = [
  ...'x"{}[],:\\/\n $',
  '"url": "',
  '/*',
  '//',
  '\r\n',
  '"${input:key}"',
  '${env:',
  'é',
  '',
  '"command": "npx",',
];

/** `[file, text, [offset, length, inserted]…]` */
export const language: FuzzTarget = {
  name: 'language',
  promise: 'after any edits a document is as if it had been opened so, and every finding is inside of it',
  make: (dice) => {
    const text = dice.pick(configTexts);
    return JSON.stringify([dice.pick(files), text, ...dice.times(4, () => edit(dice, text.length))]);
  },
  run: (input) => {
    const parsed = parseJson(input);
    const [file, start, ...edits] = parsed.ok && Array.isArray(parsed.value) ? (parsed.value as unknown[]) : [];
    if (!files.includes(String(file)) || typeof start !== 'string') return;
    const document = open(String(file), start);
    document.findings(around);
    let text = start;
    for (const each of edits) text = change(document, text, each);
    const fresh = open(String(file), text);
    assert.equal(document.parsed(around.folders).text, text);
    assert.deepEqual(plain(document), plain(fresh));
    for (const { at, code } of fresh.findings(around)) assertInside(text, at, code);
  },
};

function edit(dice: Dice, length: number): readonly unknown[] {
  return [dice.below(length), dice.chance(30) ? dice.below(9) : 0, dice.pick(typed)];
}

function open(file: string, text: string): OpenDocument {
  return new OpenDocument(`file://${file}`, file, 'jsonc', 1, text);
}

function plain(document: OpenDocument): unknown {
  return document
    .findings(around)
    .map(({ code, message, at: { offset, length } }) => ({ code, message, offset, length }));
}

/** As an editor sends it; returns the new text. */
function change(document: OpenDocument, text: string, edit: unknown): string {
  if (!Array.isArray(edit) || isRecord(edit)) return text;
  const [offset, length, inserted] = edit as unknown[];
  const from = Math.min(Math.max(0, Math.trunc(Number(offset) || 0)), text.length);
  const to = Math.min(from + Math.max(0, Math.trunc(Number(length) || 0)), text.length);
  const lines = new LineIndex(text);
  const position = (at: number) => ({ line: lines.at(at).line, character: lines.at(at).column });
  if (isInsideOfPair(text, from) || isInsideOfPair(text, to)) return text; // no editor can say that place
  document.change([{ range: { start: position(from), end: position(to) }, text: String(inserted) }], 2);
  document.findings(around);
  return text.slice(0, from) + String(inserted) + text.slice(to);
}

/** Between the halves of a character or of a line break. */
function isInsideOfPair(text: string, at: number): boolean {
  return /^(?:\r\n|[\ud800-\udbff][\udc00-\udfff])$/.test(text.slice(at - 1, at + 1));
}

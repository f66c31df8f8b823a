import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { type SearchPart, searchTraffic } from '../../../src/core/traffic/analysis/search.ts';
import { RecordingReader } from '../../../src/core/traffic/recording/recordingReader.ts';
import { failOnLeaks } from '../../support/leaks.ts';
import { found, slowly } from './searching.ts';

failOnLeaks();

const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-search-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const mebibyte = 1024 * 1024;
const ours = { mcptrace: 1, created: 1, product: 'MCP Switchboard 0.1.0', redacted: true, firstSeq: 5 };

function line(id: number, text: string): string {
  const meta = { at: id, server: 's', connection: 'c', direction: 'toClient', kind: 'response', bytes: 1 };
  return `${JSON.stringify(meta).slice(0, -1)},"frame":${JSON.stringify({ id, result: { text } })}}`;
}

async function write(lines: readonly string[], header: object = ours): Promise<RecordingReader> {
  const file = path.join(folder, `${Math.random()}.mcptrace`);
  writeFileSync(file, [JSON.stringify(header), ...lines].join('\n'));
  return RecordingReader.open(file);
}

test('a word is found wherever it stands, also over the border of what is read at once, and in a last line without an end', async () => {
  const lines: string[] = [];
  const size = { bytes: JSON.stringify(ours).length + 1 };
  const add = (text: string): void => {
    const next = line(lines.length, text);
    lines.push(next);
    size.bytes += Buffer.byteLength(next) + 1;
  };
  const fill = (to: number): void => {
    while (size.bytes < to - 3_000) add(`é${'x'.repeat(1_500)}${lines.length % 97 === 0 ? ' NeEdLe ' : ''}`);
  };
  for (const border of [1, 2, 3]) {
    fill(border * mebibyte);
    const room = border * mebibyte - size.bytes - line(lines.length, '').length;
    add(`${'y'.repeat(Math.max(0, room))}needle${'z'.repeat(900)}`);
    lines.push('', '\r');
    size.bytes += 3;
  }
  add('the last needle');
  const reader = await write(lines);
  await reader.indexed;
  const fast = await found(reader, 'body:needle');
  assert.ok(fast.length > 20);
  assert.deepEqual(fast, await found(slowly(reader), 'body:needle'));
  assert.deepEqual(
    await found(reader, 'body:needle body:xxx', 400),
    await found(slowly(reader), 'body:needle body:xxx', 400),
  );
  assert.deepEqual(await found(reader, 'body:needle server:other'), []);
  reader.dispose();
});

test('a search that begins while the rows are still counted finds all of them', async () => {
  const lines = Array.from({ length: 20_000 }, (_, id) => line(id, id % 1_000 === 0 ? 'needle' : 'hay'));
  const reader = await write(lines);
  assert.equal((await found(reader, 'body:needle')).length, 20);
  reader.dispose();
});

test('only our own files tell by their bytes what a body holds', async () => {
  const { signal } = new AbortController();
  const asked = async (words: readonly string[], header: object = ours): Promise<boolean> => {
    const reader = await write([line(1, 'a/b')], header);
    const parts = reader.candidates(words, 0, signal);
    reader.dispose();
    return parts !== undefined;
  };
  assert.equal(await asked(['a/b']), true);
  assert.equal(await asked(['x', 'a/b']), true);
  for (const word of ['"a"', String.raw`a\b`, 'é', 'a\nb', 'a']) assert.equal(await asked([word]), false, word);
  assert.equal(await asked(['a/b'], { ...ours, redacted: false }), false);
  assert.equal(await asked(['a/b'], { ...ours, product: 'another' }), false);
});

test('whether a call is answered, and what must not be there, are looked for in every row', async () => {
  const reader = await write([line(1, 'needle'), line(2, 'hay')]);
  for (const query of ['body:needle is:paired', '-body:needle', 'body:needle status:ok', 'body:/needle/'])
    assert.deepEqual(await found(reader, query), await found(slowly(reader), query), query);
  reader.dispose();
});

test('lines that were read in two parts, or are long, are found and tested like the others', async () => {
  const texts = [70_000, 10, 1_200_000, 10, 500_000].map((length) => `needle ${'x'.repeat(length)} end`);
  const reader = await write(texts.map((text, id) => line(id, text)));
  await reader.indexed;
  const heads: (boolean | undefined)[] = [];
  for await (const { found: some } of reader.candidates(['needle'], 0, new AbortController().signal)!)
    heads.push(...some.map(({ record }) => record?.body.text.endsWith('end"}}')));
  assert.deepEqual(heads, [undefined, true, undefined, true, undefined]);
  assert.deepEqual(await found(reader, 'body:needle body:end'), [5, 6, 7, 8, 9]);
  reader.dispose();
});

test('a pattern that takes too long ends the search of the rows that hold a word', async () => {
  const reader = await write([line(1, `needle ${'a'.repeat(40)}!`)]);
  await reader.indexed;
  const parts: SearchPart[] = [];
  const stop = new AbortController();
  const query = 'body:needle body:/(a+)+$/';
  const search = searchTraffic(
    reader,
    { query, pinned: new Set(), from: 0 },
    (part) => {
      parts.push(part);
      if (part.caughtUp) stop.abort();
    },
    stop.signal,
  );
  await search.catch(() => {});
  assert.deepEqual(parts, [{ seqs: [], caughtUp: true, tooSlow: true }]);
  reader.dispose();
});

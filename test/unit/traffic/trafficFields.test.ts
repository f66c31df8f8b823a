import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TrafficRow } from '../../../src/contract/traffic/traffic.ts';
import { computedFields, fieldEntries } from '../../../src/contract/traffic/trafficFields.ts';
import { fields, parseQuery } from '../../../src/contract/traffic/trafficQuery.ts';
import { Entry, entryLine, toRow } from '../../../src/core/traffic/log/entry.ts';
import { readRecord, recordLine } from '../../../src/core/traffic/recording/recordFormat.ts';
import type { TrafficRecord } from '../../../src/core/traffic/trafficSource.ts';
import { fieldText } from '../../../webview/model/traffic/query/queryText.ts';
import { completeQuery, knownValues } from '../../../webview/model/traffic/query/queryCompletion.ts';
import { RowStore } from '../../../webview/model/traffic/rowStore.ts';
import { assertSection, markdownTable } from '../../support/docSection.ts';

type Field = (typeof fieldEntries)[number][1];

const seq = 9;

/** One that is not like that of another field. */
function sampleOf(name: string, { type, values = {} }: Field, at: number): unknown {
  if (type === 'choice') return Object.keys(values)[0];
  if (type === 'row') return 1 + (at % 8);
  return type === 'number' ? 100 + at : `${name} "sample"`;
}

const samples = Object.fromEntries(fieldEntries.map(([name, field], at) => [name, sampleOf(name, field, at)]));
const row = { seq, ...samples } as unknown as TrafficRecord['row'];
const shown: TrafficRow = { ...row, preview: '' };
const body = { kind: 'frame', text: '{"jsonrpc":"2.0"}' } as const;
const read = (text: string): TrafficRecord => readRecord(seq, { text: text.trim(), whole: true }, { created: 0 });

test('every field of the table is written and read again', () => {
  const line = recordLine({ row, body });
  assert.deepEqual(Object.keys(JSON.parse(line) as object), [...fieldEntries.map(([name]) => name), 'frame']);
  assert.deepEqual(read(line), { row, body });
});

test('an entry in memory has every field of the table, and is written and shown with it', () => {
  const { server, connection, direction, kind, bytes, httpStatus: status, ...more } = row;
  const entry = new Entry({ server, connection }, direction, kind, bytes, { jsonrpc: '2.0' });
  Object.assign(entry, more, { http: { status } });
  assert.deepEqual(read(entryLine(entry)), { row, body, http: { status } });
  assert.deepEqual(toRow(entry), { ...row, preview: body.text });
});

for (const [name, { required, fallback, sameAs }] of fieldEntries) {
  const isMalformed = required === true && fallback === undefined && sameAs === undefined;
  test(`a line without ${name} is ${isMalformed ? 'malformed' : 'read'}, and so is one with a wrong value`, () => {
    const { [name]: _, ...rest } = row;
    for (const meta of [rest, { ...rest, [name]: [true] }]) {
      const { row: got } = read(`${JSON.stringify(meta).slice(0, -1)},"frame":{}}`);
      assert.equal(got.kind === 'malformed', isMalformed);
      if (!isMalformed) assert.equal(got[name], sameAs ? row.server : fallback);
    }
  });
}

const context = { isPinned: () => true, isPending: () => true, body: () => 'x' };

for (const [name, { query }] of fieldEntries) {
  if (!query) continue;
  test(`a query finds a row by ${query.name}, by its other names, and it is suggested`, () => {
    for (const asked of [query.name, ...(query.aliases ?? [])]) {
      const parsed = parseQuery(`${asked}:${String(row[name]).split(' ')[0]}`);
      assert.ok(parsed.kind === 'some' && parsed.test(shown, context), asked);
      const { [name]: _, ...without } = shown;
      assert.ok(!parsed.test(without as TrafficRow, context), asked);
    }
    const typed = query.name.slice(0, -1);
    const offered = completeQuery(typed, typed.length, { server: [], method: [], tool: [] }).map(({ text }) => text);
    const found = offered.find((text) => text.slice(0, -1) === query.name) ?? '';
    assert.match(found, /[:>]$/);
    assert.notEqual(fieldText(found), '');
  });
}

test('the values of rows are suggested for the fields that say so', () => {
  const store = new RowStore(10);
  store.put({ ...shown, seq: 0 });
  store.put({ ...shown, seq: 2, server: 'other' });
  const known = knownValues(store);
  assert.deepEqual(known, { server: ['other', row.server], method: [row.method], tool: [row.name] });
  assert.deepEqual(
    completeQuery('server:oth', 10, known).map(({ text }) => text),
    ['server:other'],
  );
});

const code = (text: string): string => `\`${text}\``;

function meaningOf({ meaning, values }: Pick<Field, 'meaning' | 'values'>): string {
  const list = Object.entries(values ?? {}).map(([value, what]) => `${code(value)} (${what})`);
  return list.length === 0 ? meaning : `${meaning}: ${list.join(', ')}`;
}

test('docs/mcptrace.md lists the fields of the table', () => {
  const rows = fieldEntries.map(([name, field]) => [code(name), field.required ? 'yes' : '', meaningOf(field)]);
  assertSection('docs/mcptrace.md', 'fields', markdownTable(['member', 'always', 'meaning'], rows));
});

/** What may follow the name of a field. */
function operandsOf(name: string): string {
  const field = fields.get(name);
  if (field?.kind === 'choice') return Object.keys(field.choices).map(code).join(', ');
  if (field?.kind !== 'number') return 'text, `"a phrase"` or `/a pattern/`';
  const units = Object.keys(field.units);
  return units.length === 0 ? 'a number' : `a number, also with ${units.map(code).join(', ')}`;
}

test('docs/reference/query.md lists the fields of a query', () => {
  const known = new Map<string, Pick<Field, 'meaning' | 'query'>>([
    ...fieldEntries.flatMap(([, field]) => (field.query ? [[field.query.name, field] as const] : [])),
    ...Object.entries(computedFields).map(([name, field]) => [name, { meaning: meaningOf(field) }] as const),
  ]);
  const rows = [...fields.keys()].map((name) => {
    const names = [name, ...(known.get(name)?.query?.aliases ?? [])];
    return [names.map(code).join(', '), known.get(name)?.meaning ?? '', operandsOf(name)];
  });
  assertSection('docs/reference/query.md', 'query', markdownTable(['field', 'meaning', 'value'], rows));
});

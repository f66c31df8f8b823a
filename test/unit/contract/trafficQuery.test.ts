import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TrafficRow } from '../../../src/contract/traffic/traffic.ts';
import { parseQuery } from '../../../src/contract/traffic/trafficQuery.ts';
import { tokenize } from '../../../src/contract/traffic/trafficTokens.ts';

function row(seq: number, more: Partial<TrafficRow> = {}): TrafficRow {
  const base = { seq, at: seq, server: 's', connection: 'c', bytes: 100, preview: `body ${seq}` };
  return { ...base, direction: 'toClient', kind: 'notification', method: 'm', ...more };
}

const all = [
  row(0, { method: 'tools/call', direction: 'toServer', kind: 'request', name: 'echo' }),
  row(1, { method: 'tools/list', status: 'error', durationMs: 250, kind: 'response', pair: 9 }),
  row(2, { server: 'files', status: 'ok', durationMs: 5, bytes: 20_000, httpStatus: 404 }),
  row(3, { kind: 'stderr', preview: 'a "quoted": 1 <b> http://x/y' }),
];
const context = {
  isPinned: (seq: number) => seq === 2,
  isPending: ({ kind }: TrafficRow) => kind === 'request',
  body: (seq: number) => `deep inside ${seq}`,
};

for (const [query, seqs] of [
  ['', [0, 1, 2, 3]],
  ['   ', [0, 1, 2, 3]],
  ['tools', [0, 1]],
  ['TOOLS call', [0]],
  ['-tools', [2, 3]],
  ['method:tools/call', [0]],
  ['-method:tools/call,tools/list', [2, 3]],
  ['method:/^tools/', [0, 1]],
  ['tool:ECHO', [0]],
  ['status:error', [1]],
  ['status:ok,error', [1, 2]],
  ['status:pending', [0]],
  ['status:e', [1]],
  ['is:pinned', [2]],
  ['-is:pinned -is:pending', [1, 3]],
  ['is:paired', [1]],
  ['server:files', [2]],
  ['duration>100ms', [1]],
  ['duration<=250', [1, 2]],
  ['duration>0.2s', [1]],
  ['>100ms', [1]],
  ['<1s status:ok', [2]],
  ['size>10kb', [2]],
  ['http>=400', [2]],
  ['http:404', [2]],
  ['/body [01]$/', [0, 1]],
  ['-/body [01]$/ -server:/^FILES$/', [3]],
  ['"body 2"', [2]],
  ['dir:out', [0]],
  ['direction:toServer', [0]],
  ['kind:stderr', [3]],
  ['KIND:StdErr', [3]],
  ['http://x', [3]],
  ['"quoted":', [3]],
  ['<b>', [3]],
  ['body:"inside 1"', [1]],
  ['body:/inside [23]$/ -kind:stderr', [2]],
  ['(', []],
  ['-', []],
] as const) {
  test(`the query "${query}" finds ${seqs.length} of 4`, () => {
    const parsed = parseQuery(query);
    assert.notEqual(parsed.kind, 'invalid');
    const fits = (pattern: number, seq: number): boolean => {
      const { source, texts } = (parsed.kind === 'some' && parsed.patterns[pattern]) || assert.fail();
      return texts(all[seq]!, context).some((text) => text !== undefined && new RegExp(source, 'i').test(text));
    };
    const found = parsed.kind === 'some' ? all.filter((one) => parsed.test(one, { ...context, fits })) : all;
    assert.deepEqual(
      found.map((one) => one.seq),
      seqs,
    );
  });
}

for (const [query, code, from, end] of [
  ['ok methd:x', 'unknown-field', 3, 10],
  ['status:maybe', 'unknown-value', 0, 12],
  ['duration>soon', 'bad-number', 0, 13],
  ['size>5parsecs', 'bad-number', 0, 13],
  ['/(/', 'bad-pattern', 0, 3],
  ['method:', 'no-value', 0, 7],
] as const) {
  test(`the query "${query}" is refused with ${code}, and where`, () => {
    const parsed = parseQuery(query);
    assert.ok(parsed.kind === 'invalid');
    assert.deepEqual([parsed.problem.code, parsed.from, parsed.end], [code, from, end]);
  });
}

test('only a query about bodies needs the host', () => {
  const needs = (query: string): boolean | undefined => {
    const parsed = parseQuery(query);
    return parsed.kind === 'some' ? parsed.needsBody : undefined;
  };
  assert.deepEqual([needs('body:x'), needs('x -body:y'), needs('status:ok')], [true, true, false]);
});

test('where a regular expression cannot be stopped it is not run: the other terms decide', () => {
  const parsed = parseQuery('-/(a+)+$/ status:error body:/(x*)*y/');
  assert.ok(parsed.kind === 'some');
  const found = all.filter((one) => parsed.test(one, context));
  assert.deepEqual(
    [found.map(({ seq }) => seq), parsed.patterns.map(({ source }) => source)],
    [[1], ['(a+)+$', '(x*)*y']],
  );
});

test('hostile text ends, and nothing of it is lost between the terms', () => {
  for (const query of [
    '-'.repeat(9_999),
    '"'.repeat(9_999),
    '/'.repeat(9_999),
    'a:'.repeat(5_000),
    '\\'.repeat(9_999),
  ]) {
    const tokens = tokenize(query);
    assert.equal(tokens.map(({ from, end }) => query.slice(from, end)).join(''), query);
    parseQuery(query);
  }
});

function matching(query: string, rows: readonly TrafficRow[]): number[] {
  const parsed = parseQuery(query);
  return rows.filter((one) => parsed.kind === 'some' && parsed.test(one, context)).map(({ seq }) => seq);
}

function templates(seq: number, code: number): TrafficRow {
  const preview = JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code, message: 'no' } });
  return row(seq, { kind: 'response', status: 'error', method: 'resources/templates/list', preview });
}

test('status:error finds errors of the protocol and of tools, each also on its own, and no refusal', () => {
  const ends = [
    row(0, { kind: 'response', status: 'error' }),
    row(1, { kind: 'response', status: 'toolError' }),
    row(2, { kind: 'response', status: 'error', method: 'server/discover' }),
    row(3, { kind: 'response', status: 'error', method: 'ping' }),
    row(4, { kind: 'malformed' }),
    row(5, { kind: 'response', status: 'error', method: 'ping', server: 'gateway' }),
    templates(6, -32_601),
    templates(7, -32_603),
  ];
  assert.deepEqual(matching('status:error', ends), [0, 1, 4, 5, 7]);
  assert.deepEqual(matching('status:toolError', ends), [1]);
  assert.deepEqual(matching('status:rpcError -is:probe', ends), [0, 5, 6, 7]);
  assert.deepEqual(matching('is:probe', ends), [2, 3]);
  assert.deepEqual(matching('time>=2 time<=3', ends), [2, 3]);
});

test('a term holds for an exchange if it holds for its request or its response; a negated one if for neither', () => {
  const request = row(0, { kind: 'request', direction: 'toServer', name: 'echo', preview: 'asked' });
  const response = row(1, { kind: 'response', name: 'echo', status: 'error', durationMs: 20, pair: 0 });
  const holds = (query: string): boolean => {
    const parsed = parseQuery(query);
    return parsed.kind === 'some' && parsed.test(request, context, response);
  };
  assert.deepEqual(
    ['asked status:error', 'kind:request >10ms', '-status:error', '-asked', 'echo -status:ok'].map(holds),
    [true, true, false, false, true],
  );
  assert.equal(holds('-/pattern/'), true, 'one that is not run decides nothing');
});

test('our own server is found by its id and by its name', () => {
  const ours = [row(0, { server: 'embedded' }), row(1)];
  for (const query of ['server:embedded', 'server:"MCP Switchboard"', 'switchboard']) {
    assert.deepEqual(matching(query, ours), [0], query);
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CallView } from '../../../src/contract/calls.ts';
import type { Cut } from '../../../src/contract/rpc/trimmed.ts';
import { Fault } from '../../../src/base/fault.ts';
import { CallOptionsDraft } from '../../../webview/model/calls/callOptions.ts';
import { Calls } from '../../../webview/model/calls/calls.ts';
import { matchesCall } from '../../../webview/model/calls/callSearch.ts';
import { flatten } from '../../../webview/model/json/jsonTree.ts';
import { RawRequest } from '../../../webview/model/calls/rawRequest.ts';
import { FakeHostLink, settled } from './fakeHostLink.ts';

test('options are read as typed, and an empty one is the default', () => {
  const draft = new CallOptionsDraft();
  assert.deepEqual([draft.result.value, draft.isSet.value], [{ ok: true, options: {} }, false]);
  draft.timeout.value = '1.5';
  draft.meta.value = '{"k": 1}';
  draft.times.value = '10';
  draft.concurrency.value = '3';
  const options = { timeoutMs: 1_500, meta: { k: 1 }, times: 10, concurrency: 3 };
  assert.deepEqual([draft.result.value, draft.isSet.value], [{ ok: true, options }, true]);
});

test('invalid options are refused with a sentence', () => {
  for (const [field, text] of [
    ['timeout', 'soon'],
    ['times', '0'],
    ['times', '1000000'],
    ['concurrency', '-1'],
    ['meta', '[1]'],
    ['meta', '{'],
  ] as const) {
    const draft = new CallOptionsDraft();
    draft[field].value = text;
    assert.equal(draft.result.value.ok, false, `${field} ${text}`);
  }
});

test('a search finds calls by tool, arguments, result and outcome, and needs every word', () => {
  const end = { status: 'ok', durationMs: 1, bytes: 1, preview: 'The capital is Paris', kept: true } as const;
  const view: CallView = {
    id: '1',
    number: 4,
    server: 'geo',
    tool: 'ask',
    args: { country: 'France' },
    startedAt: 0,
    rounds: [],
    state: { kind: 'done', end },
  };
  for (const query of ['', 'geo', 'ASK france', 'paris #4', 'ok']) assert.ok(matchesCall(view, query), query);
  for (const query of ['failed', 'ask spain']) assert.ok(!matchesCall(view, query), query);
});

test('a tree shows where its value is truncated, and how much is left', () => {
  const at = (cut: Partial<Cut>): Cut => ({ at: '', kind: 'list', size: 10, shown: 2, ...cut });
  const cuts = new Map([
    ['/list', at({ at: '/list' })],
    ['/text', at({ at: '/text', kind: 'text', size: 9_000, shown: 3 })],
    ['/far', at({ at: '/far', kind: 'object', size: 7, shown: 0 })],
  ]);
  const rows = flatten({ list: [1, 2], text: 'abc', far: {} }, new Set(['', '/list', '/far']), cuts);
  assert.deepEqual(
    rows.filter(({ cut }) => cut).map(({ id, text }) => [id, text]),
    [
      ['/list#more', '… 8 more'],
      ['/text#more', '… 8,997 more characters'],
      ['/far#more', '… 7 more'],
    ],
  );
  assert.deepEqual(
    rows.filter(({ id }) => id === '/list' || id === '/far').map(({ text, branch }) => [text, branch]),
    [
      ['[10]', true],
      ['{7}', true],
    ],
  );
});

test('a raw message is sent as it is, and its failure is shown in place', async () => {
  const link = new FakeHostLink();
  const draft = new RawRequest(link, 's');
  draft.text.value = '{ no JSON';
  void draft.send();
  assert.deepEqual(link.last('raw/send').params, { server: 's', text: '{ no JSON' });
  assert.equal(draft.state.value.kind, 'sending');
  link.last('raw/send').answer.resolve({ status: 'sent', durationMs: 1 } as never);
  await settled();
  assert.deepEqual(draft.state.value, { kind: 'done', answer: { status: 'sent', durationMs: 1 } });
});

test('a template does not replace what was typed before it came', async () => {
  const link = new FakeHostLink();
  const draft = new RawRequest(link, 's');
  void draft.fill('tools/list');
  draft.text.value = '{"typed": 1}';
  link.last('raw/template').answer.resolve({ text: '{}' } as never);
  await settled();
  assert.equal(draft.text.value, '{"typed": 1}');
});

test('a complete value replaces the truncated one, and other truncated values stay', async () => {
  const link = new FakeHostLink();
  const calls = new Calls(link);
  const call = calls.run('samples', 'rows', {});
  const end = { status: 'ok', durationMs: 1, bytes: 9_000_000, preview: '', kept: true } as const;
  calls.update({ ...call.view.peek(), state: { kind: 'done', end } });
  const cut = (at: string): Cut => ({ at, kind: 'list', size: 3, shown: 1 });
  const value = { status: 'ok', durationMs: 1, content: [{ list: [0] }], structuredContent: { rows: [1] } };
  const cuts = [cut('/content/0/list'), cut('/structuredContent/rows')];
  link.ready['calls/result'] = () => ({ value, cuts });
  call.loadResult();
  await settled();
  const parts = [
    { values: [[2]], cuts: [{ ...cut('/structuredContent/rows'), shown: 2 }] },
    { values: [[3]], cuts: [] },
  ];
  link.ready['calls/parts'] = () => parts.shift();
  call.loadAll('/structuredContent');
  assert.equal(call.isLoadingAll.value, true);
  await settled();
  assert.equal(call.isLoadingAll.value, false);
  const outcome = { ...value, structuredContent: { rows: [1, 2, 3] } };
  assert.deepEqual(call.result.value, { kind: 'ready', outcome, cuts: [cuts[0]] });
});

test('a value that cannot be loaded is reported, and what was there stays', async () => {
  const link = new FakeHostLink();
  const calls = new Calls(link);
  const call = calls.run('samples', 'rows', {});
  const end = { status: 'ok', durationMs: 1, bytes: 90_000_000, preview: '', kept: true } as const;
  calls.update({ ...call.view.peek(), state: { kind: 'done', end } });
  const value = { status: 'ok', durationMs: 1, content: [], structuredContent: [1] };
  const cuts = [{ at: '/structuredContent', kind: 'list', size: 3, shown: 1 }] as const;
  link.ready['calls/result'] = () => ({ value, cuts });
  call.loadResult();
  await settled();
  call.loadAll('/structuredContent');
  link.last('calls/parts').answer.reject(new Fault('limit/message-too-large', 'too large'));
  await settled();
  assert.deepEqual(call.result.value, { kind: 'ready', outcome: value, cuts });
  assert.equal(call.isLoadingAll.value, false);
  assert.equal(call.actionFailure.value?.message, 'too large');
});

test('the newest call of a tool is shown unless the user chose another, which may be forgotten', () => {
  const calls = new Calls(new FakeHostLink(), () => 0);
  const { shown, open } = calls.of('geo', 'ask');
  assert.equal(shown.value, undefined);
  const first = calls.run('geo', 'ask', {});
  const second = calls.run('geo', 'ask', {});
  assert.equal(shown.value, second);
  open.value = first.id;
  assert.equal(shown.value, first);
  calls.drop([first.id]);
  assert.equal(shown.value, second);
});

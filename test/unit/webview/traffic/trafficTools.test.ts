import assert from 'node:assert/strict';
import { proves } from '../../../requirements.ts';
import { test } from 'node:test';
import type { CallSpan, MethodStatistics } from '../../../../src/contract/traffic/trafficTools.ts';
import { completeQuery } from '../../../../webview/model/traffic/query/queryCompletion.ts';
import { RowSelection } from '../../../../webview/model/traffic/rowSelection.ts';
import { filterStatistics, nextSorting, sortStatistics } from '../../../../webview/model/traffic/statisticsTable.ts';
import { isColumnChoice, toggleColumn, withWidth } from '../../../../webview/model/traffic/columnChoice.ts';
import { exclude, hasValue, toggleValue, withTerms } from '../../../../webview/model/traffic/query/queryTerms.ts';
import {
  axisTicks,
  brushOf,
  brushTerms,
  concurrency,
  positionOf,
  recentRange,
  spansIn,
  ticks,
  Timeline,
  wholeRange,
} from '../../../../webview/model/traffic/timeline.ts';
import type { CallView } from '../../../../src/contract/calls.ts';
import { matchesCall } from '../../../../webview/model/calls/callSearch.ts';
import { ruleText } from '../../../../webview/model/traffic/interceptionRules.ts';

const known = { server: ['files', 'my server'], method: ['tools/call', 'tools/list'], tool: ['echo'] };
const offered = (query: string, caret = query.length): string[] =>
  completeQuery(query, caret, known).map(({ text }) => text);

test('fields are offered first, then their values', () => {
  assert.deepEqual(offered('st'), ['status:']);
  assert.deepEqual(offered('d'), ['duration>', 'direction:']);
  assert.deepEqual(offered('ok method:tools'), ['method:tools/call', 'method:tools/list']);
  assert.deepEqual(offered('server:my'), ['server:"my server"']);
  assert.deepEqual(offered('status:ok,pen'), ['status:ok,pending']);
  assert.deepEqual(offered('-is:pin'), ['-is:pinned']);
  assert.ok(offered('').includes('server:'));
});

test('a completion replaces the term that the caret is in, and nothing else', () => {
  const [first] = completeQuery('meth status:ok', 4, known);
  assert.deepEqual(first, { text: 'method:', from: 0, end: 4 });
});

test('one row is shown; Ctrl adds another to it, Shift a range; a plain click starts over', () => {
  const selection = new RowSelection();
  const between = (from: number, to: number): number[] => [from, 99, to];
  selection.pick(3, {}, between);
  assert.deepEqual([selection.active.value, selection.chosen.value], [3, []]);
  selection.pick(7, { toggle: true }, between);
  assert.deepEqual([selection.active.value, selection.chosen.value], [7, [3, 7]]);
  selection.pick(7, { toggle: true }, between);
  assert.deepEqual(selection.chosen.value, [3]);
  selection.pick(5, { range: true }, between);
  assert.deepEqual(selection.chosen.value, [5, 7, 99]);
  selection.pick(1, {}, between);
  assert.deepEqual(selection.chosen.value, []);
});

function span(seq: number, at: number, more: Partial<CallSpan> = {}): CallSpan {
  return { seq, at, server: 's', direction: 'toServer', method: 'tools/call', durationMs: 10, ...more };
}

test('a call that has ended keeps its position, and another generation starts over', () => {
  const timeline = new Timeline();
  const { durationMs: _, ...open } = span(1, 0);
  timeline.add({ generation: 1, version: 2, spans: [open, span(2, 5)], more: false });
  timeline.add({ generation: 1, version: 3, spans: [span(1, 0, { status: 'error' })], more: false });
  assert.deepEqual(
    timeline.matching('').map(({ seq, status }) => [seq, status]),
    [
      [1, 'error'],
      [2, undefined],
    ],
  );
  assert.deepEqual(timeline.since, { since: 3, generation: 1 });
  assert.equal(timeline.matching('status:error').length, 1);
  timeline.add({ generation: 2, version: 1, spans: [span(9, 0)], more: false });
  assert.deepEqual(
    timeline.matching('').map(({ seq }) => seq),
    [9],
  );
});

test('zooming keeps the time under the pointer, stays within the whole range and ends at it', () => {
  const timeline = new Timeline();
  const whole = { fromMs: 0, toMs: 1_000 };
  timeline.zoomBy(0.5, whole, 0.25);
  assert.deepEqual(timeline.zoom.value, { fromMs: 125, toMs: 625 });
  timeline.panBy(10, whole);
  assert.deepEqual(timeline.zoom.value, { fromMs: 500, toMs: 1_000 });
  timeline.zoomBy(4, whole);
  assert.deepEqual(timeline.zoom.value, undefined);
  for (let i = 0; i < 60; i++) timeline.zoomBy(0.5, whole);
  const { fromMs, toMs } = timeline.zoom.peek() ?? whole;
  assert.equal(toMs - fromMs, 1);
});

test('bars are where their calls ran, clipped at the edges; a pending one ends now', () => {
  const { durationMs: _, ...waiting } = span(3, 80);
  const spans = [span(1, 0, { durationMs: 50 }), span(2, 40), waiting];
  const whole = wholeRange(spans, 100);
  assert.deepEqual(whole, { fromMs: 0, toMs: 100 });
  assert.deepEqual(positionOf(spans[0] as CallSpan, { fromMs: 25, toMs: 75 }, 100), { left: 0, width: 0.5 });
  assert.deepEqual(positionOf(waiting, whole, 100), { left: 0.8, width: 0.19999999999999996 });
  assert.deepEqual(
    spansIn(spans, { fromMs: 60, toMs: 70 }, 100).map(({ seq }) => seq),
    [],
  );
  const bars = concurrency(spans, whole, 100);
  assert.deepEqual(
    [Math.max(...bars), bars[0], bars.at(-1)],
    [0.5, 0.25, 0.25],
    'two at once are half of the least scale',
  );
  assert.deepEqual(wholeRange(spans, 100_000), { fromMs: 0, toMs: 50 }, 'a stream does not stretch it');
  const stream = span(4, -1_000_000, { method: 'subscriptions/listen', durationMs: 2_000_000 });
  assert.deepEqual(wholeRange([stream, ...spans], 100), whole, 'nor does one that began long before');
  assert.deepEqual(concurrency([stream, ...spans], whole, 100), bars);
  const nextDay = [...spans.slice(0, 2), span(5, 86_400_000)];
  const days = wholeRange(nextDay, 86_400_100);
  assert.deepEqual(recentRange(nextDay, days, 86_400_100), { fromMs: 86_400_000, toMs: 86_400_010 });
  assert.equal(recentRange(spans, whole, 100), whole);
  assert.deepEqual(ticks({ fromMs: 0, toMs: 1_000 }), [0, 200, 400, 600, 800, 1_000]);
});

test('an axis has round minutes and hours, and where it is narrow one tick beside its start', () => {
  const minutes = (...offsets: number[]): number[] => offsets.map((offset) => offset * 60_000);
  const lasting = (toMs: number): { fromMs: number; toMs: number } => ({ fromMs: 0, toMs });
  assert.deepEqual(axisTicks(lasting(240_000), false), minutes(0, 1, 2, 3));
  assert.deepEqual(axisTicks(lasting(86_400_000), false), minutes(0, 300, 600, 900, 1_200));
  for (let seconds = 1; seconds < 4_000; seconds++) {
    const range = lasting(seconds * 1_000);
    const [start, tick, ...more] = axisTicks(range, true);
    assert.deepEqual([start, more], [0, []]);
    const place = (tick ?? 0) / range.toMs;
    assert.ok(place >= 0.2 && place < 0.55, `${seconds} s: a tick at ${place}`);
  }
});

test('what is marked in the timeline is part of the query, and is read from it again', () => {
  const terms = brushTerms({ fromMs: 10.4, toMs: 20.2 }).join(' ');
  assert.deepEqual(brushOf(`status:ok ${terms}`), { fromMs: 10, toMs: 21 });
  assert.equal(brushOf('time>=5'), undefined);
  assert.equal(withTerms(`a ${terms} -b`, 'time', []), 'a -b');
});

test('a click adds a value to a field of the query, another one takes it away', () => {
  assert.equal(toggleValue('x', 'kind', 'state'), 'x kind:state');
  assert.equal(toggleValue('kind:state -kind:stderr x', 'kind', 'request'), '-kind:stderr x kind:state,request');
  assert.equal(toggleValue('kind:state,request x', 'kind', 'state'), 'x kind:request');
  assert.equal(toggleValue('server:a', 'server', 'my server'), 'server:"my server"');
  assert.equal(toggleValue('server:"my server"', 'server', 'my server'), '');
  assert.equal(hasValue('server:"my server"', 'server', 'my server'), true);
  assert.equal(exclude('x', 'tool', 'a b'), 'x -tool:"a b"');
});

test('columns are chosen from those in view, and keep their width', () => {
  const some = toggleColumn({ widths: { name: 90 } }, 'size', ['name', 'size']);
  assert.deepEqual(some, { shown: ['name'], widths: { name: 90 } });
  assert.deepEqual(toggleColumn(some, 'id', []).shown, ['name', 'id']);
  assert.ok(isColumnChoice(withWidth(some, 'time', 50)));
  assert.ok(!isColumnChoice({ shown: 5, widths: {} }) && !isColumnChoice({ widths: { a: 'b' } }));
});

const latency = { p50: 1, p95: 1, p99: 1, maxMs: 1, histogram: [] };
const counts = { count: 1, answered: 1, errors: 0, lost: 0, bytes: 0, tokens: 0 };
const figures = (server: string, name: string, more: Partial<MethodStatistics> = {}): MethodStatistics => ({
  server,
  name,
  method: 'tools/call',
  ...counts,
  ...latency,
  ...more,
});

test('statistics are sorted by any column and filtered by the same query', () => {
  const rows = [figures('a', 'x', { count: 5 }), figures('b', 'y', { errors: 2, p95: 300 })];
  const names = (list: readonly MethodStatistics[]): unknown[] => list.map(({ name }) => name);
  assert.deepEqual(names(sortStatistics(rows, { key: 'errors', descending: true })), ['y', 'x']);
  assert.deepEqual(names(sortStatistics(rows, { key: 'what', descending: false })), ['x', 'y']);
  assert.deepEqual(names(filterStatistics(rows, 'status:error')), ['y']);
  assert.deepEqual(names(filterStatistics(rows, 'duration>200ms server:b')), ['y']);
  assert.deepEqual(nextSorting({ key: 'count', descending: true }, 'count'), { key: 'count', descending: false });
  assert.deepEqual(nextSorting({ key: 'count', descending: true }, 'server'), { key: 'server', descending: false });
});

test(`where tools of several servers are listed together each is called mcp:<server>:<tool>${proves('R85', 'C1')}`, () => {
  const rule = { id: 1, enabled: true, hits: 0, action: { kind: 'delay', ms: 5 } } as const;
  assert.equal(ruleText({ ...rule, server: 'notes', tool: 'add' }), 'Delay mcp:notes:add by 5 ms');
  assert.equal(ruleText({ ...rule, server: 'notes' }), 'Delay all tools of notes by 5 ms');
  const call = { id: 'c', number: 1, server: 'notes', tool: 'add', args: {}, startedAt: 0, state: { kind: 'running' } };
  assert.ok(matchesCall(call as unknown as CallView, 'mcp:notes:add'), 'what is shown can be searched');
});

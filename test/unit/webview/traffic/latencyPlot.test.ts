import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CallSpan } from '../../../../src/contract/traffic/trafficTools.ts';
import { nearestPoint, plotLatency } from '../../../../webview/model/traffic/latencyPlot.ts';

function span(seq: number, at: number, durationMs: number, more: Partial<CallSpan> = {}): CallSpan {
  return { seq, at, server: 's', direction: 'toServer', method: 'tools/call', durationMs, status: 'ok', ...more };
}

const range = { fromMs: 0, toMs: 100 };

test('calls are plotted by their start on a logarithmic scale, with a line for every power of ten', () => {
  const plot = plotLatency([span(1, 0, 1), span(2, 50, 10), span(3, 100, 100)], range, 500);
  assert.deepEqual(
    plot.points.map(({ x, y }) => [x, y]),
    [
      [0, 0],
      [0.5, 0.5],
      [1, 1],
    ],
  );
  assert.deepEqual(plot.lines, [
    { ms: 1, y: 0 },
    { ms: 10, y: 0.5 },
    { ms: 100, y: 1 },
  ]);
  assert.deepEqual([plot.calls, plot.errors, plot.maxMs], [3, 0, 100]);
});

test('errors are marked, a refusal is none, and an error is not hidden by calls at its place', () => {
  const failed = span(2, 50, 10, { status: 'toolError' });
  const refused = span(3, 90, 10, { status: 'error', isRefused: true });
  const plot = plotLatency([span(1, 50, 10), failed, span(4, 50, 10), refused], range, 500);
  assert.equal(plot.errors, 1);
  assert.deepEqual(
    plot.points.map(({ seq, isError }) => [seq, isError]),
    [
      [2, true],
      [3, false],
    ],
  );
});

test('streams, waiting calls and calls of other times are left out; without any there is still a scale', () => {
  const { durationMs: _, ...waiting } = span(1, 10, 0);
  const stream = span(2, 10, 50_000, { method: 'subscriptions/listen' });
  const plot = plotLatency([waiting, stream, span(3, 101, 5)], range, 500);
  assert.deepEqual([plot.points, plot.calls], [[], 0]);
  assert.ok(plot.lines.every(({ ms, y }) => Number.isFinite(ms) && Number.isFinite(y)));
});

test('a click finds the nearest call, and none far from all', () => {
  const plot = plotLatency([span(1, 0, 1), span(2, 100, 100)], range, 500);
  assert.equal(nearestPoint(plot, { x: 0.98, y: 0.95 })?.seq, 2);
  assert.equal(nearestPoint(plot, { x: 0.5, y: 0.5 }), undefined);
});

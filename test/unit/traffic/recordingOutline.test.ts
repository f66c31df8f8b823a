import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '../../../src/core/ports/ports.ts';
import { outlineRecording } from '../../../src/core/traffic/recording/recordingOutline.ts';
import { TrafficLog } from '../../../src/core/traffic/log/trafficLog.ts';

function record(firstId: number, answer: unknown): TrafficLog {
  const keep = { text: (text: string) => text, value: (value: unknown) => value };
  const log = new TrafficLog({ rows: 100, bytes: 1e9 }, systemClock, keep);
  const tap = log.open('demo');
  const params = { name: 'echo', arguments: { b: 1, a: 2 }, _meta: { progressToken: firstId } };
  tap.frame('toServer', { jsonrpc: '2.0', id: firstId, method: 'tools/call', params });
  tap.frame('toClient', { jsonrpc: '2.0', id: firstId, result: answer });
  tap.stderr('a line');
  return log;
}

test('two runs with the same messages have the same outline, whatever their ids and order of keys', async () => {
  const one = await outlineRecording(record(1, { content: [], isError: false }));
  const other = await outlineRecording(record(77, { isError: false, content: [] }));
  assert.equal(one, other);
  assert.match(one, /^→ demo request tools\/call echo\n\{\n {2}"method": "tools\/call",/);
  assert.match(one, /← demo stderr\na line\n$/);
});

test('a different response gives a different outline', async () => {
  const one = await outlineRecording(record(1, { content: [] }));
  assert.notEqual(one, await outlineRecording(record(1, { content: [{ type: 'text', text: 'x' }] })));
});

test('an outline that no editor could show is cut, and says so', async () => {
  const big = await outlineRecording(record(1, { content: ['x'.repeat(9_000_000)] }));
  assert.ok(big.length < 1_000);
  assert.match(big, /… 2 more frames/);
});

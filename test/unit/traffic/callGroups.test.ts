import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '../../../src/core/ports/ports.ts';
import { CallGroups } from '../../../src/core/traffic/log/callGroups.ts';
import { TrafficLog } from '../../../src/core/traffic/log/trafficLog.ts';
import type { TrafficRow } from '../../../src/contract/traffic/traffic.ts';

type Frames = readonly (readonly ['toServer' | 'toClient', Record<string, unknown>])[];

function rowsOf(frames: Frames, text = (value: string): string => value): readonly TrafficRow[] {
  const value = (inner: unknown): unknown => JSON.parse(text(JSON.stringify(inner)));
  const log = new TrafficLog({ rows: 100, bytes: 1e6 }, systemClock, { text, value });
  const tap = log.open('demo');
  for (const [direction, message] of frames) tap.frame(direction, message);
  return log.recent(0, 100).rows;
}

const call = (id: number, more: Record<string, unknown> = {}): Frames[number] => [
  'toServer',
  { id, method: 'tools/call', params: { name: 'ask', arguments: {}, ...more } },
];

test('the rounds of a call that wants input are one group, also with two such calls at once', () => {
  const rows = rowsOf([
    call(1),
    call(2),
    ['toClient', { id: 1, result: { resultType: 'input_required', requestState: 'A', inputRequests: {} } }],
    ['toClient', { id: 2, result: { resultType: 'input_required', requestState: 'B', inputRequests: {} } }],
    call(3, { inputResponses: {}, requestState: 'B' }),
    call(4, { inputResponses: {}, requestState: 'A' }),
    ['toClient', { id: 4, result: { content: [] } }],
  ]);
  assert.deepEqual(
    rows.map(({ group }) => group),
    [undefined, undefined, undefined, undefined, 2, 1, 1],
  );
  assert.deepEqual([rows[2]?.status, rows[6]?.status, rows[6]?.name], ['inputRequired', 'ok', 'ask']);
});

test('the polls of a task belong to the call that began it, in both eras', () => {
  const rows = rowsOf([
    call(1),
    ['toClient', { id: 1, result: { task: { taskId: 't1', status: 'working' } } }],
    ['toServer', { id: 2, method: 'tasks/get', params: { taskId: 't1' } }],
    call(3),
    ['toClient', { id: 3, result: { resultType: 'task', taskId: 't2' } }],
    ['toServer', { id: 4, method: 'tasks/get', params: { taskId: 't2' } }],
    ['toServer', { id: 5, method: 'tasks/get', params: { taskId: 'unknown' } }],
  ]);
  assert.deepEqual(
    rows.map(({ group }) => group),
    [undefined, undefined, 1, undefined, undefined, 4, undefined],
  );
});

test('progress and a cancellation name the call they are about', () => {
  const rows = rowsOf([
    call(7, { _meta: { progressToken: 'p' } }),
    ['toClient', { method: 'notifications/progress', params: { progressToken: 'p', progress: 1 } }],
    ['toServer', { method: 'notifications/cancelled', params: { requestId: 7 } }],
    ['toClient', { method: 'notifications/cancelled', params: { requestId: 7 } }],
  ]);
  assert.deepEqual(
    rows.map(({ group }) => group),
    [undefined, 1, 1, undefined],
    "the last one is about a request of the server's own",
  );
});

test('the name that a row keeps has gone through the redactor', () => {
  const [row] = rowsOf(
    [['toServer', { id: 1, method: 'resources/read', params: { uri: 'x://h?token=S3CRET' } }]],
    (text) => text.replaceAll('S3CRET', '***'),
  );
  assert.equal(row?.name, 'x://h?token=***');
});

test('progress is told apart while a call or its task is open, and for a while after it', () => {
  const groups = new CallGroups();
  const begin = (seq: number) => {
    const params = { name: 'x', _meta: { progressToken: `t${seq}` } };
    return { seq, method: 'tools/call', ...groups.request(seq, 'tools/call', params, params) };
  };
  const groupOf = (seq: number) =>
    groups.notification('notifications/progress', { progressToken: `t${seq}` }, () => undefined);
  begin(1);
  groups.response(begin(2), { result: { taskId: 'long' } });
  groups.response(begin(3), { result: {} });
  groups.response(begin(4), { error: { code: 1, message: 'x' } });
  assert.deepEqual([1, 2, 3, 4].map(groupOf), [1, 2, 3, 4]);
  for (let seq = 5; seq < 505; seq++) groups.response(begin(seq), { result: {} });
  assert.deepEqual([1, 2, 3, 4, 504].map(groupOf), [1, 2, undefined, undefined, 504]);
});

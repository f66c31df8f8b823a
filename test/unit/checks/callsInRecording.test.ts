import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callsInRecording } from '../../../src/core/checks/write/callsInRecording.ts';
import type { TrafficRecord } from '../../../src/core/traffic/trafficSource.ts';

let seq = 0;
const record = (row: object, frame: object): TrafficRecord => ({
  row: { seq: seq++, server: 'notes', ...row } as TrafficRecord['row'],
  body: { kind: 'frame', text: JSON.stringify(frame) },
});

/** A call and its response. */
function exchange(tool: string, args: object, response: object, server = 'notes'): readonly TrafficRecord[] {
  const params = { name: tool, arguments: args };
  const asked = record(
    { kind: 'request', direction: 'toServer', method: 'tools/call', server },
    { method: 'tools/call', params },
  );
  return [asked, record({ kind: 'response', direction: 'toClient', pair: asked.row.seq, server }, response)];
}

function source(records: readonly TrafficRecord[]): Parameters<typeof callsInRecording>[0] {
  return {
    readExtent: () => ({ generation: 1, firstSeq: 0, nextSeq: seq, dropped: 0 }),
    async *records() {
      yield* records;
    },
  };
}

test('answered calls become calls to check by server, each once, with how they ended', async () => {
  const found = await callsInRecording(
    source([
      ...exchange('add', { text: 'tea' }, { result: { content: [] } }),
      ...exchange('add', { text: 'tea' }, { result: { content: [] } }),
      ...exchange('add', {}, { result: { isError: true } }),
      ...exchange('gone', {}, { error: { code: -32602, message: 'unknown' } }),
      ...exchange('add', { text: 'x' }, { result: {} }, 'other'),
      ...exchange('never', {}, {}).slice(0, 1),
    ]),
  );
  assert.deepEqual(found.get('notes'), {
    calls: [
      { tool: 'add', args: { text: 'tea' }, isError: false },
      { tool: 'add', args: {}, isError: true },
      { tool: 'gone', args: {}, errorCode: -32602 },
    ],
    redacted: 0,
  });
  assert.equal(found.get('other')?.calls.length, 1);
});

test('of chosen rows, a request or its response is enough, and other calls are left out', async () => {
  const records = ['a', 'b', 'c'].flatMap((text) => exchange('add', { text }, { result: {} }));
  const secret = exchange('login', { token: '[redacted]' }, { result: {} });
  const [asked, , , answer] = records.map(({ row }) => row.seq);
  const found = await callsInRecording(source([...records, ...secret]), new Set([asked!, answer!]));
  assert.deepEqual(
    found.get('notes')?.calls.map(({ args }) => args),
    [{ text: 'a' }, { text: 'b' }],
  );
  assert.equal(found.get('notes')?.redacted, 0);
});

test('a call with a redacted value is counted and left out', async () => {
  const found = await callsInRecording(source(exchange('login', { token: '[redacted]' }, { result: {} })));
  assert.deepEqual(found.get('notes'), { calls: [], redacted: 1 });
});

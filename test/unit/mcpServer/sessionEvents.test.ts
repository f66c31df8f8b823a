import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { SessionEvents } from '../../../src/core/mcpServer/serving/http/sessionEvents.ts';

const limits = { maxEvents: 3, maxBytes: 10_000 };

function notification(text: string): JSONRPCMessage {
  return { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: text } };
}

async function replayed(events: SessionEvents, last: string): Promise<readonly JSONRPCMessage[]> {
  const messages: JSONRPCMessage[] = [];
  await events.replayEventsAfter(last, { send: async (_id, message) => void messages.push(message) });
  return messages;
}

test('what follows an event is replayed in order, of its own stream, and without priming events', async () => {
  const events = new SessionEvents({ ...limits, maxEvents: 10 });
  const first = await events.storeEvent('a', {} as JSONRPCMessage);
  await events.storeEvent('b', notification('other'));
  await events.storeEvent('a', notification('one'));
  await events.storeEvent('a', {} as JSONRPCMessage);
  const last = await events.storeEvent('a', notification('two'));
  assert.deepEqual(await replayed(events, first), [notification('one'), notification('two')]);
  assert.deepEqual(await replayed(events, last), []);
  assert.equal(await events.getStreamIdForEventId(last), 'a');
});

test('beyond the number of events the oldest is forgotten', async () => {
  const events = new SessionEvents(limits);
  const ids = [];
  for (const text of ['1', '2', '3', '4']) ids.push(await events.storeEvent('a', notification(text)));
  assert.deepEqual(
    ids.map((id) => events.has(id)),
    [false, true, true, true],
  );
});

test('beyond the bytes the oldest are forgotten, however few they are', async () => {
  const events = new SessionEvents(limits);
  const first = await events.storeEvent('a', notification('x'.repeat(4_000)));
  const second = await events.storeEvent('a', notification('x'.repeat(4_000)));
  assert.deepEqual([events.has(first), events.has(second)], [false, true]);
});

test('a response that is too large is replaced by an error, a notification by nothing', async () => {
  const events = new SessionEvents(limits);
  const first = await events.storeEvent('a', {} as JSONRPCMessage);
  await events.storeEvent('a', notification('x'.repeat(20_000)));
  await events.storeEvent('a', { jsonrpc: '2.0', id: 7, result: { text: 'x'.repeat(20_000) } });
  const [answer, ...more] = await replayed(events, first);
  assert.match(JSON.stringify(answer), /"id":7,"error":.*too large to be kept/);
  assert.deepEqual(more, []);
});

test('ids of two sessions are never the same, and the stream of notifications is known', async () => {
  const [one, two] = [new SessionEvents(limits), new SessionEvents(limits)];
  const id = await one.storeEvent('_GET_stream', notification('1'));
  const other = await two.storeEvent('a', notification('1'));
  assert.deepEqual([two.has(id), one.has(other)], [false, false]);
  assert.deepEqual([one.isOfListening(id), two.isOfListening(other)], [true, false]);
});

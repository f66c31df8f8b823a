import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { deliveredId, eventStream } from '../../../src/core/servers/transports/eventStream.ts';
import { clippedBody } from '../../../src/core/servers/transports/messageBody.ts';
import { MessageReader } from '../../../src/core/servers/transports/messageReader.ts';
import { defaultBudgets } from '../../../src/core/wire/budgets.ts';
import { MessageGate } from '../../../src/core/wire/messageGate.ts';
import { silentTap } from '../../../src/core/wire/tap.ts';

/** What the SDK gets to see of these bytes, and what was delivered beside it. */
async function read(...texts: string[]): Promise<{ seen: string; delivered: JSONRPCMessage[] }> {
  const delivered: JSONRPCMessage[] = [];
  const reader = new MessageReader({
    gate: new MessageGate(defaultBudgets, { slowed: () => {} }),
    tap: silentTap,
    pause: () => {},
    resume: () => {},
    deliver: (message) => void delivered.push(message),
    failed: assert.fail,
  });
  let told = 0;
  const hadResponse = (): boolean => {
    const responses = delivered.filter((message) => !('method' in message)).length;
    const had = responses > told;
    told = responses;
    return had;
  };
  const parts = { reader, maxMessageBytes: 10_000, received: () => {}, hadResponse, ended: () => {}, failed: () => {} };
  const body = new Blob(texts).stream() as ReadableStream<Uint8Array>;
  const seen = await new Response(eventStream(body, parts)).text();
  return { seen, delivered };
}

const note = '{"jsonrpc":"2.0","method":"x"}';
const response = '{"jsonrpc":"2.0","id":1,"result":{}}';

test('messages are delivered, and the SDK sees only that there was a response', async () => {
  const { seen, delivered } = await read(`data: ${note}\n\nevent: message\ndata: ${response}\n\n`);
  assert.equal(delivered.length, 2);
  assert.deepEqual(JSON.parse(seen.replace(/^data: /, '')), { jsonrpc: '2.0', id: deliveredId, result: {} });
});

test('the SDK sees ids to resume from and the endpoint, but no text that is too long', async () => {
  assert.equal((await read(`id: 7\ndata: ${note}\n\n`)).seen, 'id: 7\ndata:\n\n');
  assert.equal((await read('event: endpoint\ndata: /messages\n\n')).seen, 'event: endpoint\ndata: /messages\n\n');
  assert.equal((await read(`id: ${'x'.repeat(5_000)}\ndata: ${note}\n\n`)).seen, '');
});

test('a time to wait before a reconnect is kept within reason', async () => {
  assert.equal((await read('retry: 0\n\n')).seen, 'retry: 500\n\n');
  assert.equal((await read('retry: 2000\n\n')).seen, 'retry: 2000\n\n');
  assert.equal((await read('retry: 99999999999999\n\n')).seen, 'retry: 60000\n\n');
});

test('an event that is too large ends its stream, however it is cut into lines', async () => {
  await assert.rejects(read(`data: ${'x'.repeat(11_000)}`), { code: 'limit/message-too-large' });
  await assert.rejects(read(`data: ${'x'.repeat(100)}\n`.repeat(200)), { code: 'limit/message-too-large' });
});

test('of a body that is read for its words only the beginning is taken', async () => {
  let isCancelled = false;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(1_000).fill(120)),
    cancel: () => void (isCancelled = true),
  });
  assert.equal((await new Response(clippedBody(endless, 2_500)).text()).length, 2_500);
  assert.ok(isCancelled);
});

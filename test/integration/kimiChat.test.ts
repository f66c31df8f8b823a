import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, test } from 'node:test';
import { type ChatPart, type ChatRequest, streamChat } from '../../src/core/kimi/backends/chat.ts';
import { type FakeProviderOptions, startFakeProvider } from '../fixtures/kimi/fakeProvider.ts';
import { until } from '../support/until.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const key = 'the-key-of-the-test';
const asked: ChatRequest = {
  model: 'kimi-k3',
  messages: [{ role: 'user', content: 'Hi' }],
  tools: [{ name: 'add', description: 'Adds', inputSchema: { type: 'object' } }],
  mustCall: false,
  signal: new AbortController().signal,
};

async function provider(reply: FakeProviderOptions['reply']) {
  const made = await startFakeProvider({ reply, key });
  closing.push(() => made.close());
  return made;
}

async function answer(baseUrl: string, more: Partial<ChatRequest> = {}): Promise<ChatPart[]> {
  const parts: ChatPart[] = [];
  await streamChat({ key, baseUrl }, { ...asked, ...more }, (part) => parts.push(part));
  return parts;
}

/** A provider that sends exactly these events. */
async function serveEvents(...events: readonly object[]): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

function delta(content: object, finish: string | null = null): object {
  return { choices: [{ index: 0, delta: content, finish_reason: finish }] };
}

test('text is streamed in the pieces that the model sends', async () => {
  const { baseUrl, requests } = await provider(() => ({ text: 'Hello you' }));
  assert.deepEqual(await answer(baseUrl), [
    { kind: 'text', text: 'Hello' },
    { kind: 'text', text: ' you' },
  ]);
  assert.deepEqual([requests[0]?.model, requests[0]?.tools], ['kimi-k3', ['add']]);
});

test('a tool call is reported as a whole, after the text', async () => {
  const { baseUrl } = await provider(() => ({ say: 'Let me see.', call: 'add', args: { a: 1 } }));
  const [textPart, called] = await answer(baseUrl);
  assert.deepEqual(textPart, { kind: 'text', text: 'Let me see.' });
  assert.ok(called?.kind === 'call' && called.id !== '');
  assert.deepEqual([called.name, called.input], ['add', { a: 1 }]);
});

test('two calls whose arguments come in pieces are put together apart', async () => {
  const piece = (index: number, json: string, more: object = {}) => ({
    tool_calls: [
      {
        index,
        ...more,
        function: {
          arguments: json,
          ...(index === 0 && 'id' in more && { name: 'a' }),
          ...(index === 1 && 'id' in more && { name: 'b' }),
        },
      },
    ],
  });
  const baseUrl = await serveEvents(
    delta(piece(0, '{"x"', { id: 'c0' })),
    delta(piece(1, '', { id: 'c1' })),
    delta(piece(0, ':1}')),
    delta({}, 'tool_calls'),
  );
  assert.deepEqual(await answer(baseUrl), [
    { kind: 'call', id: 'c0', name: 'a', input: { x: 1 } },
    { kind: 'call', id: 'c1', name: 'b', input: {} },
  ]);
});

test('an incomplete response is a failure with its reason', async () => {
  const failing = async (baseUrl: string, reason: RegExp): Promise<void> =>
    assert.rejects(answer(baseUrl), (error: Error) => reason.test(error.message));
  await failing(await serveEvents(delta({ content: 'half' })), /ended before the answer was complete/);
  await failing(await serveEvents(delta({}, 'content_filter')), /safety policy/);
  await failing(await serveEvents({ error: { message: 'overloaded' } }), /overloaded/);
  const broken = { tool_calls: [{ index: 0, id: 'c', function: { name: 'a', arguments: '{"x":' } }] };
  await failing(await serveEvents(delta(broken), delta({}, 'tool_calls')), /not a JSON object/);
  const { baseUrl } = await provider(() => ({ status: 429, message: 'slow down' }));
  await failing(baseUrl, /^429 slow down$/);
});

test('a cancelled turn ends', async () => {
  const { baseUrl, requests } = await provider(() => ({ hang: true }));
  const abort = new AbortController();
  const turn = answer(baseUrl, { signal: abort.signal });
  await until(() => requests.length === 1, 'the request');
  abort.abort();
  await assert.rejects(turn, { name: 'AbortError' });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { ProtocolSession } from '../../../src/core/mcpServer/session/protocolSession.ts';
import { SessionTransport } from '../../../src/core/mcpServer/session/sessionTransport.ts';
import type { RpcRequest } from '../../../src/core/wire/message.ts';
import { silentTap } from '../../../src/core/wire/tap.ts';
import type { HttpExchange } from '../../../src/contract/traffic/traffic.ts';
import {
  type Json,
  createInitializeRequest,
  createNotification,
  createRequest,
  modernMeta,
} from './support/messages.ts';

const http: HttpExchange = { method: 'POST', path: '/mcp', requestHeaders: {} };
const request = (): Request => new Request('http://127.0.0.1/all', { method: 'POST', headers: { accept: 'a/b' } });
const exchange = { method: 'POST', path: '/all', requestHeaders: { accept: 'a/b' } };
const call = (id: number) => createRequest(id, 'tools/list', { _meta: modernMeta() });
const result = (id: number) => ({ jsonrpc: '2.0', id, result: {} }) as unknown as JSONRPCMessage;

/** The connection, what its tap saw, and what came through to the SDK. */
async function open() {
  const sent: JSONRPCMessage[] = [];
  const seen: { direction: string; message: Json; http?: HttpExchange | undefined }[] = [];
  const [passed, cancelled, errors]: [JSONRPCMessage[], unknown[], Error[]] = [[], [], []];
  let closed = 0;
  const inner: Transport & { refuses?: Error } = {
    start: async () => {},
    close: async () => {},
    send: async (message) => {
      if (inner.refuses) throw inner.refuses;
      sent.push(message);
    },
  };
  const tap = {
    ...silentTap,
    frame: (direction: string, message: object, _bytes?: number, exchange?: HttpExchange) =>
      void seen.push({ direction, message: message as Json, http: exchange }),
  };
  const hooks = { cancelled: (id: unknown) => cancelled.push(id), closed: () => closed++ };
  const transport = new SessionTransport(inner, new ProtocolSession(), tap, hooks);
  let told = 0;
  Object.assign(transport, {
    onmessage: (message: JSONRPCMessage) => passed.push(message),
    onerror: (error: Error) => errors.push(error),
    onclose: () => told++,
  });
  await transport.start();
  const receive = (message: object, extra?: { request: Request }) => inner.onmessage!(message as never, extra as never);
  return { transport, inner, receive, sent, seen, passed, cancelled, errors, closed: () => [closed, told] };
}

test('a request that is refused is answered and shown, and the SDK does not see it', async () => {
  const { receive, passed, sent, seen } = await open();
  receive(createRequest(1, 'tools/list'));
  assert.deepEqual(passed, []);
  assert.equal((sent[0] as unknown as { id: number }).id, 1);
  assert.deepEqual(
    seen.map(({ direction }) => direction),
    ['toServer', 'toClient'],
  );
});

test('an answer that cannot be sent is an error of the transport', async () => {
  const { receive, inner, errors } = await open();
  inner.refuses = new Error('gone');
  receive(createRequest(1, 'tools/list'));
  await Promise.resolve();
  assert.deepEqual(errors, [inner.refuses]);
});

test('a message that is dropped goes nowhere, one that passes goes on as the session has read it', async () => {
  const { receive, passed, sent } = await open();
  receive(createNotification('notifications/initialized'));
  assert.deepEqual([passed, sent], [[], []]);
  receive(createInitializeRequest(1));
  assert.equal(passed.length, 1);
});

test('a response is shown with the HTTP exchange of its request, once and as a 200', async () => {
  const { transport, receive, seen } = await open();
  receive(call(1), { request: request() });
  assert.deepEqual(seen[0]?.http, exchange);
  await transport.send(createNotification('notifications/progress') as JSONRPCMessage);
  assert.equal(seen[1]?.http, undefined, 'a notification belongs to none');
  await transport.send(createRequest(1, 'ping') as JSONRPCMessage);
  assert.equal(seen[2]?.http, undefined, 'a request with the same id neither');
  await transport.send(result(1));
  assert.deepEqual(seen[3]?.http, { ...exchange, status: 200 });
  await transport.send(result(1));
  assert.equal(seen[4]?.http, undefined);
});

test('a notification is kept with no exchange, and in memory there is none', async () => {
  const { transport, receive, seen } = await open();
  receive(createNotification('notifications/roots/list_changed'), { request: request() });
  receive(call(1));
  await transport.send(result(1));
  assert.deepEqual(
    seen.map((each) => each.http),
    [exchange, undefined, undefined],
  );
});

test('a request that was admitted before is passed on once, without being shown or admitted again', async () => {
  const { transport, receive, passed, seen } = await open();
  const message = call(1);
  assert.equal(transport.enter(message as unknown as RpcRequest, http), undefined);
  assert.deepEqual(seen, [{ direction: 'toServer', message, http }]);
  receive(message);
  assert.deepEqual(passed, [message]);
  assert.equal(seen.length, 1);
  receive(message);
  assert.equal(passed.length, 1, 'the second one is a repetition of its id');
  assert.equal(seen.at(-1)?.direction, 'toClient');
});

test('a request that is refused before it reaches the transport is shown with its refusal', async () => {
  const { transport, seen } = await open();
  const refused = transport.enter(createRequest(1, 'tools/list') as unknown as RpcRequest, http);
  assert.equal(refused?.['id'], 1);
  assert.deepEqual(
    seen.map((each) => [each.direction, each.http]),
    [
      ['toServer', http],
      ['toClient', { ...http, status: 200 }],
    ],
  );
});

test('the response to a request that never reaches the transport is shown with its exchange', async () => {
  const { transport, receive, passed, seen } = await open();
  const message = call(1);
  transport.enter(message as unknown as RpcRequest, http);
  const { id } = transport.leave(1, { tools: [] });
  assert.equal(id, 1);
  assert.deepEqual(seen.at(-1)?.http, { ...http, status: 200 });
  receive(message);
  assert.equal(seen.length, 3, 'the id is free, and the next request with it is a new one');
  assert.equal(passed.length, 1);
});

test('only a second request with an id that waits for its response is refused as repeated', async () => {
  const { transport, receive } = await open();
  assert.equal(transport.refuseRepeated(call(1), request()), undefined);
  assert.equal(transport.refuseRepeated(createNotification('notifications/cancelled'), request()), undefined);
  transport.enter(call(1) as unknown as RpcRequest, http);
  assert.equal(transport.refuseRepeated(call(1), request()), undefined, 'it is the same one, on its way');
  receive(call(1));
  assert.equal(transport.refuseRepeated(call(1), request())?.['id'], 1);
});

test('a cancelled request has no exchange any more, and only cancelling tells the hook', async () => {
  const { transport, receive, seen, cancelled, passed } = await open();
  receive(call(1), { request: request() });
  receive(createNotification('notifications/roots/list_changed', { requestId: 1, _meta: modernMeta() }));
  assert.deepEqual(cancelled, []);
  receive(createNotification('notifications/cancelled', { requestId: 1, _meta: modernMeta() }));
  assert.deepEqual(cancelled, [1]);
  assert.equal(passed.length, 3);
  await transport.send(result(1));
  assert.equal(seen.at(-1)?.http, undefined);
  receive(createRequest(7, 'notifications/cancelled', { requestId: 2, _meta: modernMeta() }));
  transport.enter(call(2) as unknown as RpcRequest, http);
  receive(createNotification('notifications/cancelled', { requestId: 2, _meta: modernMeta() }));
  receive(call(2));
  assert.equal(seen.at(-1)?.direction, 'toServer', 'it is admitted anew');
});

test('a closed connection forgets its exchanges and says so once to each side', async () => {
  const { transport, inner, receive, seen, closed } = await open();
  receive(call(1), { request: request() });
  inner.onclose!();
  assert.deepEqual(closed(), [1, 1]);
  await transport.send(result(1));
  assert.equal(seen.at(-1)?.http, undefined);
});

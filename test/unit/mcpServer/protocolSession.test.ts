import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolSession } from '../../../src/core/mcpServer/session/protocolSession.ts';
import { notInitializedText, readInitialize } from '../../../src/core/mcpServer/session/sessionState.ts';
import { readMessage } from '../../../src/core/wire/message.ts';
import { proves } from '../../requirements.ts';
import {
  type Json,
  assertStateEquals,
  createInitializeRequest,
  createNotification,
  createRequest,
  createToolsListRequest,
  modernMeta,
} from './support/messages.ts';

const admit = (session: ProtocolSession, message: Json) => session.admit(readMessage(message));
const answerInitialize = (session: ProtocolSession, id = 1): void =>
  void session.sent({
    jsonrpc: '2.0',
    id,
    result: { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: {} },
  });

function refusalOf(admission: ReturnType<typeof admit>): unknown {
  assert.equal(admission.kind, 'answer');
  return (admission.message['error'] as Json)['message'];
}

test(`the states follow one another: not initialized, initializing, initialized, shutdown${proves('R16', 'R124', 'R170')}`, () => {
  const session = new ProtocolSession();
  assertStateEquals(session.lifecycle, 'notInitialized');
  admit(session, createInitializeRequest(1));
  assertStateEquals(session.lifecycle, 'initializing');
  answerInitialize(session);
  assertStateEquals(session.lifecycle, 'initializing');
  admit(session, createNotification('notifications/initialized'));
  assertStateEquals(session.lifecycle, 'initialized');
  session.shutdown();
  assertStateEquals(session.lifecycle, 'shutdown');
});

test(`the order of the handshake is enforced${proves('R16', 'R17')}`, () => {
  const session = new ProtocolSession();
  admit(session, createNotification('notifications/initialized'));
  assertStateEquals(session.lifecycle, 'notInitialized');
  assert.equal(refusalOf(admit(session, createToolsListRequest(1))), notInitializedText);
  admit(session, createInitializeRequest(2));
  assert.equal(refusalOf(admit(session, createToolsListRequest(3))), notInitializedText);
});

test(`a handshake that is answered with an error can be made again${proves('R16')}`, () => {
  const session = new ProtocolSession();
  admit(session, createInitializeRequest(1));
  session.sent({ jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'x' } });
  assertStateEquals(session.lifecycle, 'notInitialized');
  assert.equal(admit(session, createInitializeRequest(2)).kind, 'pass');
});

test(`after the handshake requests are accepted, also when it came in one piece with them${proves('R16')}`, () => {
  const session = new ProtocolSession();
  admit(session, createInitializeRequest(1));
  admit(session, createNotification('notifications/initialized'));
  assert.equal(admit(session, createToolsListRequest(2)).kind, 'pass');
  answerInitialize(session);
  assert.equal(session.lifecycle.protocolVersion, '2025-06-18');
});

test(`the info and capabilities of the client are kept${proves('R19', 'R153')}`, () => {
  const session = new ProtocolSession();
  admit(session, createInitializeRequest(1, '2025-06-18', { roots: { listChanged: true }, sampling: {} }));
  answerInitialize(session);
  assert.deepEqual(session.lifecycle.client?.capabilities, { roots: { listChanged: true }, sampling: {} });
  assert.deepEqual(session.lifecycle.client.clientInfo, { name: 'test', version: '1.0.0' });
  assert.equal(session.lifecycle.protocolVersion, '2025-06-18');
});

test(`after shutdown every request is refused, a modern one too${proves('R16', 'C6b', 'R170')}`, () => {
  const session = new ProtocolSession();
  session.shutdown();
  assert.equal(refusalOf(admit(session, createInitializeRequest(1))), 'Server is shutting down');
  assert.equal(
    refusalOf(admit(session, createRequest(2, 'tools/list', { _meta: modernMeta() }))),
    'Server is shutting down',
  );
});

test('initialize that is in flight cannot be cancelled', () => {
  const session = new ProtocolSession();
  admit(session, createInitializeRequest(1));
  assert.equal(admit(session, createNotification('notifications/cancelled', { requestId: 1 })).kind, 'drop');
});

test('a connection is modern from its first valid modern request on, and nothing later changes that', () => {
  const session = new ProtocolSession();
  admit(session, createRequest(1, 'server/discover', { _meta: modernMeta() }));
  assert.equal(session.modern, false);
  admit(session, createRequest(2, 'tools/list', { _meta: modernMeta() }));
  session.sent({ jsonrpc: '2.0', id: 2, result: {} });
  admit(session, createInitializeRequest(3));
  session.sent({ jsonrpc: '2.0', id: 3, error: { code: -32022, message: 'Unsupported protocol version' } });
  assert.equal(session.modern, true);
});

test('a modern first request that the SDK refuses leaves the connection as it was', () => {
  const session = new ProtocolSession();
  admit(session, createRequest(1, 'tools/list', { _meta: modernMeta() }));
  session.sent({
    jsonrpc: '2.0',
    id: 1,
    error: { code: -32602, message: 'Invalid _meta envelope for protocol revision 2026-07-28: x' },
  });
  assert.equal(session.modern, false);
  assert.equal(refusalOf(admit(session, createToolsListRequest(2))), notInitializedText);
});

test('a modern claim cannot make a legacy client initialize twice', () => {
  const session = new ProtocolSession();
  admit(session, createInitializeRequest(1));
  admit(session, createNotification('notifications/initialized'));
  answerInitialize(session);
  assert.equal(
    refusalOf(admit(session, createRequest(2, 'initialize', { _meta: modernMeta() }))),
    'Already initialized',
  );
  assertStateEquals(session.lifecycle, 'initialized');
});

test('a ping before the handshake is answered here, one of a modern client and one after it are passed on', () => {
  const session = new ProtocolSession();
  const early = admit(session, createRequest(1, 'ping'));
  assert.deepEqual(early, { kind: 'answer', message: { jsonrpc: '2.0', id: 1, result: {} } });
  assert.equal(admit(new ProtocolSession(), createRequest(1, 'ping', { _meta: modernMeta() })).kind, 'pass');
  admit(session, createInitializeRequest(2));
  assert.equal(admit(session, createRequest(3, 'ping')).kind, 'pass');
});

test('a request that waits for its response keeps its id, the handshake too', () => {
  const session = new ProtocolSession();
  admit(session, createInitializeRequest(1));
  assert.ok(session.isInUse(1));
  assert.equal(refusalOf(admit(session, createRequest(1, 'ping'))), 'Invalid Request');
  answerInitialize(session);
  assert.ok(!session.isInUse(1));
});

test('a request of the server with the same id does not answer the one of the client', () => {
  const session = new ProtocolSession();
  admit(session, createInitializeRequest(1));
  session.sent(createRequest(1, 'ping'));
  assert.ok(session.isInUse(1));
  assertStateEquals(session.lifecycle, 'initializing');
});

test('a modern notification passes on a connection without a handshake, a legacy one is dropped', () => {
  const session = new ProtocolSession();
  const change = (meta?: Json) => createNotification('notifications/roots/list_changed', meta && { _meta: meta });
  assert.equal(admit(session, change()).kind, 'drop');
  assert.equal(admit(session, change(modernMeta())).kind, 'pass');
  admit(session, createRequest(1, 'tools/list', { _meta: modernMeta() }));
  assert.equal(admit(session, change()).kind, 'pass');
});

test('only a refused era undoes a modern beginning, whatever other error it is answered with', () => {
  for (const [code, message, isModern] of [
    [-32022, 'Unsupported protocol version', false],
    [-32602, 'Invalid _meta envelope for protocol revision 2026-07-28: x', false],
    [-32602, 'Invalid arguments', true],
    [-32603, 'Invalid _meta envelope', true],
  ] as const) {
    const session = new ProtocolSession();
    admit(session, createRequest(1, 'tools/list', { _meta: modernMeta() }));
    session.sent({ jsonrpc: '2.0', id: 1, error: { code, message } });
    assert.equal(session.modern, isModern, `${code} ${message}`);
  }
});

test('a stream of changes is watched while it is open, in the modern era only', () => {
  const ended: unknown[] = [];
  const listens = ({ id }: { id: unknown }) => ({ dispose: () => void ended.push(id) });
  const session = new ProtocolSession({ listens });
  const listen = (id: number) => createRequest(id, 'subscriptions/listen', { _meta: modernMeta() });
  admit(session, listen(1));
  admit(session, listen(2));
  admit(session, createNotification('notifications/cancelled', { requestId: 1, _meta: modernMeta() }));
  assert.deepEqual(ended, [1]);
  session.sent({ jsonrpc: '2.0', id: 2, result: {} });
  assert.deepEqual(ended, [1, 2]);
  const legacy = new ProtocolSession({ listens, lenient: true });
  admit(legacy, createRequest(3, 'subscriptions/listen'));
  legacy.sent({ jsonrpc: '2.0', id: 3, result: {} });
  assert.deepEqual(ended, [1, 2]);
});

test('it is idle when everything but streams of changes is answered or cancelled', async () => {
  const session = new ProtocolSession();
  const meta = { _meta: modernMeta() };
  for (const [id, method] of [
    ['a', 'tools/list'],
    ['b', 'tools/call'],
    ['l', 'subscriptions/listen'],
  ] as const)
    admit(session, createRequest(id, method, meta));
  let idle = false;
  const waiting = session.whenIdle().then(() => (idle = true));
  session.sent({ jsonrpc: '2.0', id: 'a', result: {} });
  await Promise.resolve();
  assert.equal(idle, false);
  admit(session, createNotification('notifications/cancelled', { requestId: 'b', ...meta }));
  await waiting;
});

test(`params of initialize: what is missing is filled in, what is wrong is refused${proves('R12', 'R20', 'R153')}`, () => {
  assert.equal(readInitialize(undefined)?.protocolVersion, '2024-11-05');
  assert.deepEqual(readInitialize({ protocolVersion: '2025-11-25', extra: 1 })?.['extra'], 1);
  for (const wrong of [
    null,
    [],
    'x',
    { protocolVersion: 1 },
    { capabilities: null },
    { capabilities: [] },
    { clientInfo: {} },
    { clientInfo: { name: 'x' } },
  ]) {
    assert.equal(wrong === null ? undefined : readInitialize(wrong), undefined, JSON.stringify(wrong));
  }
});

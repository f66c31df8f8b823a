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

const admit = (gate: ProtocolSession, message: Json) => gate.admit(readMessage(message));
const answerInitialize = (gate: ProtocolSession, id = 1): void =>
  void gate.sent({ jsonrpc: '2.0', id, result: { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: {} } });

function refusalOf(verdict: ReturnType<typeof admit>): unknown {
  assert.equal(verdict.kind, 'answer');
  return (verdict.message['error'] as Json)['message'];
}

test(`the states follow one another: not initialized, initializing, initialized, shutdown${proves('R16', 'R124', 'R170')}`, () => {
  const gate = new ProtocolSession();
  assertStateEquals(gate.lifecycle, 'notInitialized');
  admit(gate, createInitializeRequest(1));
  assertStateEquals(gate.lifecycle, 'initializing');
  answerInitialize(gate);
  assertStateEquals(gate.lifecycle, 'initializing');
  admit(gate, createNotification('notifications/initialized'));
  assertStateEquals(gate.lifecycle, 'initialized');
  gate.shutdown();
  assertStateEquals(gate.lifecycle, 'shutdown');
});

test(`the order of the handshake is enforced${proves('R16', 'R17')}`, () => {
  const gate = new ProtocolSession();
  admit(gate, createNotification('notifications/initialized'));
  assertStateEquals(gate.lifecycle, 'notInitialized');
  assert.equal(refusalOf(admit(gate, createToolsListRequest(1))), notInitializedText);
  admit(gate, createInitializeRequest(2));
  assert.equal(refusalOf(admit(gate, createToolsListRequest(3))), notInitializedText);
});

test(`a handshake that is answered with an error can be made again${proves('R16')}`, () => {
  const gate = new ProtocolSession();
  admit(gate, createInitializeRequest(1));
  gate.sent({ jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'x' } });
  assertStateEquals(gate.lifecycle, 'notInitialized');
  assert.equal(admit(gate, createInitializeRequest(2)).kind, 'pass');
});

test(`after the handshake requests are accepted, also when it came in one piece with them${proves('R16')}`, () => {
  const gate = new ProtocolSession();
  admit(gate, createInitializeRequest(1));
  admit(gate, createNotification('notifications/initialized'));
  assert.equal(admit(gate, createToolsListRequest(2)).kind, 'pass');
  answerInitialize(gate);
  assert.equal(gate.lifecycle.protocolVersion, '2025-06-18');
});

test(`what the client said of itself is kept${proves('R19', 'R153')}`, () => {
  const gate = new ProtocolSession();
  admit(gate, createInitializeRequest(1, '2025-06-18', { roots: { listChanged: true }, sampling: {} }));
  answerInitialize(gate);
  assert.deepEqual(gate.lifecycle.client?.capabilities, { roots: { listChanged: true }, sampling: {} });
  assert.deepEqual(gate.lifecycle.client.clientInfo, { name: 'test', version: '1.0.0' });
  assert.equal(gate.lifecycle.protocolVersion, '2025-06-18');
});

test(`after shutdown every request is refused, a modern one too${proves('R16', 'C6b', 'R170')}`, () => {
  const gate = new ProtocolSession();
  gate.shutdown();
  assert.equal(refusalOf(admit(gate, createInitializeRequest(1))), 'Server is shutting down');
  assert.equal(
    refusalOf(admit(gate, createRequest(2, 'tools/list', { _meta: modernMeta() }))),
    'Server is shutting down',
  );
});

test('initialize that is still under way cannot be cancelled', () => {
  const gate = new ProtocolSession();
  admit(gate, createInitializeRequest(1));
  assert.equal(admit(gate, createNotification('notifications/cancelled', { requestId: 1 })).kind, 'drop');
});

test('a connection is modern from its first valid modern request on, and nothing later changes that', () => {
  const gate = new ProtocolSession();
  admit(gate, createRequest(1, 'server/discover', { _meta: modernMeta() }));
  assert.equal(gate.modern, false);
  admit(gate, createRequest(2, 'tools/list', { _meta: modernMeta() }));
  gate.sent({ jsonrpc: '2.0', id: 2, result: {} });
  admit(gate, createInitializeRequest(3));
  gate.sent({ jsonrpc: '2.0', id: 3, error: { code: -32022, message: 'Unsupported protocol version' } });
  assert.equal(gate.modern, true);
});

test('a modern opening that the SDK turns down leaves the connection as it was', () => {
  const gate = new ProtocolSession();
  admit(gate, createRequest(1, 'tools/list', { _meta: modernMeta() }));
  gate.sent({
    jsonrpc: '2.0',
    id: 1,
    error: { code: -32602, message: 'Invalid _meta envelope for protocol revision 2026-07-28: x' },
  });
  assert.equal(gate.modern, false);
  assert.equal(refusalOf(admit(gate, createToolsListRequest(2))), notInitializedText);
});

test('a modern claim cannot make a legacy client initialize twice', () => {
  const gate = new ProtocolSession();
  admit(gate, createInitializeRequest(1));
  admit(gate, createNotification('notifications/initialized'));
  answerInitialize(gate);
  assert.equal(refusalOf(admit(gate, createRequest(2, 'initialize', { _meta: modernMeta() }))), 'Already initialized');
  assertStateEquals(gate.lifecycle, 'initialized');
});

test('it is idle when everything but streams of changes is answered or cancelled', async () => {
  const gate = new ProtocolSession();
  const meta = { _meta: modernMeta() };
  for (const [id, method] of [
    ['a', 'tools/list'],
    ['b', 'tools/call'],
    ['l', 'subscriptions/listen'],
  ] as const)
    admit(gate, createRequest(id, method, meta));
  let idle = false;
  const waiting = gate.whenIdle().then(() => (idle = true));
  gate.sent({ jsonrpc: '2.0', id: 'a', result: {} });
  await Promise.resolve();
  assert.equal(idle, false);
  admit(gate, createNotification('notifications/cancelled', { requestId: 'b', ...meta }));
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

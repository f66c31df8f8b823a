import assert from 'node:assert/strict';
import type { SessionStateMachine, SessionState } from '../../../../src/core/mcpServer/session/sessionState.ts';

export type Json = Record<string, unknown>;

export interface Answer {
  readonly jsonrpc: '2.0';
  readonly id?: string | number;
  readonly result?: Json;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

export const clientInfo = { name: 'test', version: '1.0.0' };

export function createRequest(id: string | number, method: string, params?: Json): Json {
  return { jsonrpc: '2.0', id, method, ...(params && { params }) };
}

export function createInitializeRequest(
  id: string | number = 1,
  protocolVersion = '2025-11-25',
  capabilities: Json = {},
): Json {
  return createRequest(id, 'initialize', { protocolVersion, capabilities, clientInfo });
}

export function createToolsListRequest(id: string | number): Json {
  return createRequest(id, 'tools/list');
}

export function createToolsCallRequest(id: string | number, name: string, args?: Json, meta?: Json): Json {
  return createRequest(id, 'tools/call', { name, ...(args && { arguments: args }), ...(meta && { _meta: meta }) });
}

export function createNotification(method: string, params?: Json): Json {
  return { jsonrpc: '2.0', method, ...(params && { params }) };
}

/** What every request of the modern era carries. */
export function modernMeta(capabilities: Json = {}): Json {
  return {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': clientInfo,
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
}

export function parseResponse(line: string): Answer {
  const answer = JSON.parse(line) as Answer;
  assert.equal(answer.jsonrpc, '2.0');
  return answer;
}

export function parseError(line: string): NonNullable<Answer['error']> {
  const { error } = parseResponse(line);
  assert.ok(error, `${line} is no error`);
  return error;
}

export function assertJsonRpcError(answer: Answer, code: number, message: string): void {
  assert.equal(answer.error?.code, code);
  assert.equal(answer.error.message, message);
  assert.equal(answer.result, undefined);
}

export function assertToolExecutionError(answer: Answer, text: string): void {
  assert.equal(answer.error, undefined, JSON.stringify(answer));
  assert.deepEqual(answer.result, { content: [{ type: 'text', text }], isError: true });
}

export function assertToolSuccess(answer: Answer): Json {
  assert.equal(answer.error, undefined, JSON.stringify(answer));
  assert.equal(answer.result?.['isError'], false);
  return answer.result;
}

export function assertStateEquals(lifecycle: SessionStateMachine, expected: SessionState): void {
  assert.equal(lifecycle.state, expected);
}

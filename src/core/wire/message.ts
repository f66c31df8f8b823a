import { isRecord } from '../../base/json.ts';
import { isTooDeep, maxMessageDepth } from './messageBounds.ts';

export type MessageId = string | number;

export interface RpcRequest {
  readonly jsonrpc: '2.0';
  readonly id: MessageId;
  readonly method: string;
  readonly params?: Record<string, unknown>;
}
export interface RpcNotification {
  readonly jsonrpc: '2.0';
  readonly method: string;
  readonly params?: Record<string, unknown>;
}
export interface RpcResponse {
  readonly jsonrpc: '2.0';
  readonly id: MessageId;
  readonly result?: Record<string, unknown>;
  readonly error?: RpcError;
}
export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** What came in, once it is known to be JSON. */
export type Incoming =
  | { readonly kind: 'request'; readonly message: RpcRequest }
  | { readonly kind: 'notification'; readonly message: RpcNotification }
  | { readonly kind: 'answer'; readonly message: RpcResponse }
  /** To be answered with this error, under this id where one could be read. */
  | { readonly kind: 'invalid'; readonly error: RpcError; readonly id?: MessageId }
  /** Invalid, but must not be answered. */
  | { readonly kind: 'ignored'; readonly reason: string };

export const parseError: RpcError = { code: -32700, message: 'Parse error' };
export const internalError: RpcError = { code: -32603, message: 'Internal error' };

export function invalidRequest(reason: string): RpcError {
  return { code: -32600, message: 'Invalid Request', data: { reason } };
}

export function invalidParams(reason: string): RpcError {
  return { code: -32602, message: 'Invalid params', data: { reason } };
}

/** Error responses carry the id of the request, or none if it could not be read. */
export function refusal(error: RpcError, id?: MessageId): Record<string, unknown> {
  return id === undefined ? { jsonrpc: '2.0', error } : { jsonrpc: '2.0', id, error };
}

/**
 * Decides what a JSON value is. The SDK would silently drop what its schemas do not like;
 * here everything that may be answered is, and what is passed on is sure to fit those schemas.
 */
export function readMessage(value: unknown): Incoming {
  if (!isRecord(value)) return { kind: 'invalid', error: invalidRequest('a message is a JSON object') };
  const id = readId(value['id']);
  const echo =
    id.kind === 'id' ? { id: id.value } : id.kind === 'unsupported' && id.echo !== undefined ? { id: id.echo } : {};
  if (value['jsonrpc'] !== '2.0') return { kind: 'invalid', error: invalidRequest('jsonrpc must be "2.0"'), ...echo };
  if (isTooDeep(value)) return { kind: 'invalid', error: invalidRequest(tooDeepReason), ...echo };
  if (typeof value['method'] !== 'string') return readAnswer(value, id, echo);
  if (id.kind === 'none') return readNotification(value['method'], value['params']);
  if (id.kind !== 'id') return { kind: 'invalid', error: invalidRequest('id must be a string or an integer'), ...echo };
  return readRequest(id.value, value['method'], value['params']);
}

const tooDeepReason = `the message is nested more than ${maxMessageDepth} levels deep`;

type IdReading =
  | { readonly kind: 'none' }
  | { readonly kind: 'id'; readonly value: MessageId }
  /** `echo` is set where the id, though not allowed, can be given back unchanged. */
  | { readonly kind: 'unsupported'; readonly echo?: number };

function readId(id: unknown): IdReading {
  if (id === undefined) return { kind: 'none' };
  if (typeof id === 'string' || Number.isSafeInteger(id)) return { kind: 'id', value: id as MessageId };
  if (typeof id === 'number' && !Number.isInteger(id) && Number.isFinite(id)) return { kind: 'unsupported', echo: id };
  return { kind: 'unsupported' };
}

function readRequest(id: MessageId, method: string, params: unknown): Incoming {
  const problem = problemOfParams(params);
  if (problem) return { kind: 'invalid', error: problem, id };
  const message = {
    jsonrpc: '2.0',
    id,
    method,
    ...(params !== undefined && { params: params as Record<string, unknown> }),
  } as const;
  return { kind: 'request', message };
}

function readNotification(method: string, params: unknown): Incoming {
  if (problemOfParams(params)) return { kind: 'ignored', reason: `notification ${method} has malformed params` };
  const message = {
    jsonrpc: '2.0',
    method,
    ...(params !== undefined && { params: params as Record<string, unknown> }),
  } as const;
  return { kind: 'notification', message };
}

function problemOfParams(params: unknown): RpcError | undefined {
  if (params === undefined) return undefined;
  if (Array.isArray(params)) return invalidParams('params must be an object');
  if (!isRecord(params)) return invalidRequest('params must be an object');
  return isMeta(params['_meta']) ? undefined : invalidParams('_meta is malformed');
}

const relatedTaskKey = 'io.modelcontextprotocol/related-task';

function isMeta(meta: unknown): boolean {
  if (meta === undefined) return true;
  if (!isRecord(meta)) return false;
  const { progressToken: token, [relatedTaskKey]: task } = meta;
  const tokenFits = token === undefined || typeof token === 'string' || Number.isSafeInteger(token);
  return tokenFits && (task === undefined || (isRecord(task) && typeof task['taskId'] === 'string'));
}

/** No method: either a response to a request of ours, or not JSON-RPC. */
function readAnswer(value: Record<string, unknown>, id: IdReading, echo: { readonly id?: MessageId }): Incoming {
  if ('method' in value) return { kind: 'invalid', error: invalidRequest('method must be a string'), ...echo };
  const { result, error } = value;
  const isAnswer = result !== undefined || error !== undefined;
  if (!isAnswer) return { kind: 'invalid', error: invalidRequest('method is missing'), ...echo };
  // A response is never answered, even if invalid: two peers could loop forever.
  if (id.kind !== 'id') return { kind: 'ignored', reason: 'an answer without a usable id' };
  if (isRpcError(error) && result === undefined)
    return { kind: 'answer', message: { jsonrpc: '2.0', id: id.value, error } };
  if (isRecord(result) && error === undefined && isMeta(result['_meta'])) {
    return { kind: 'answer', message: { jsonrpc: '2.0', id: id.value, result } };
  }
  return { kind: 'ignored', reason: 'an answer that is neither a result nor an error' };
}

function isRpcError(value: unknown): value is RpcError {
  return isRecord(value) && Number.isSafeInteger(value['code']) && typeof value['message'] === 'string';
}

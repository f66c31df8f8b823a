import { clip, isRecord, parseJson } from '../../../base/json.ts';
import type { ProgressReport } from '../../mcpServer/tool.ts';

/** The response of a service to a call. */
export type Reply =
  | {
      readonly kind: 'result';
      readonly value: unknown;
      /** The result's JSON as the service wrote it. */ readonly text: string;
    }
  | { readonly kind: 'error'; readonly error: unknown };

export type ServiceLine =
  | { readonly kind: 'reply'; readonly id: number; readonly reply: Reply }
  /** An invalid response to one call. */
  | { readonly kind: 'broken'; readonly id: number; readonly reason: string }
  /** The service could not read our request. */
  | { readonly kind: 'rejected'; readonly error: unknown }
  /** `$/progress` of one call. */
  | { readonly kind: 'progress'; readonly id: number; readonly report: ProgressReport }
  | { readonly kind: 'request'; readonly id: string | number }
  | { readonly kind: 'ignored' }
  | { readonly kind: 'garbage'; readonly reason: string };

const maxNesting = 1000;
const maxProgressText = 1000;
const parseError = -32700;
const invalidRequest = -32600;

/** Reads one line of the service's stream. */
export function readServiceLine(text: string): ServiceLine {
  if (text.length > maxNesting && nestingOf(text) > maxNesting)
    return { kind: 'garbage', reason: `it is nested more than ${maxNesting} deep` };
  const parsed = parseJson(text);
  if (!parsed.ok) return { kind: 'garbage', reason: 'it is not JSON' };
  if (!isRecord(parsed.value)) return { kind: 'garbage', reason: 'it is not a JSON-RPC message' };
  return sort(parsed.value, text);
}

function sort(message: Record<string, unknown>, text: string): ServiceLine {
  const { id, method, error } = message;
  if (typeof method === 'string') return isId(id) ? { kind: 'request', id } : notification(method, message['params']);
  if (typeof id === 'number') return answer(message, id, text);
  if (id === null && isRecord(error)) return isAboutUs(error) ? { kind: 'rejected', error } : { kind: 'ignored' };
  return { kind: 'garbage', reason: 'it answers no call' };
}

/** One that is not known, or not in form, is ignored: a service may tell others more than us. */
function notification(method: string, params: unknown): ServiceLine {
  if (method !== '$/progress' || !isRecord(params)) return { kind: 'ignored' };
  const { id, progress, total, message } = params;
  if (typeof id !== 'number' || !isAmount(progress)) return { kind: 'ignored' };
  const report = {
    progress,
    ...(isAmount(total) && { total }),
    ...(typeof message === 'string' && { message: clip(message, maxProgressText) }),
  };
  return { kind: 'progress', id, report };
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function answer(message: Record<string, unknown>, id: number, text: string): ServiceLine {
  const { jsonrpc, error, result } = message;
  if (jsonrpc !== '2.0') return { kind: 'broken', id, reason: 'the answer is not JSON-RPC 2.0' };
  if (error !== undefined && error !== null) return { kind: 'reply', id, reply: { kind: 'error', error } };
  const value = result ?? null;
  return {
    kind: 'reply',
    id,
    reply: { kind: 'result', value, text: exactText(message, id, text) ?? JSON.stringify(value) },
  };
}

/**
 * The usual layout contains the result verbatim. Taking it from there keeps what a number
 * of JavaScript would lose, such as an id of 19 digits, and saves writing it again.
 */
function exactText(message: Record<string, unknown>, id: number, text: string): string | undefined {
  const start = `{"jsonrpc":"2.0","id":${id},"result":`;
  if (!text.startsWith(start) || !text.endsWith('}') || Object.keys(message).length !== 3) return undefined;
  return text.slice(start.length, -1);
}

/** Without an id it may be about a cancel notice, which a service need not know; only these two say that a call was lost. */
function isAboutUs(error: Record<string, unknown>): boolean {
  return error['code'] === parseError || error['code'] === invalidRequest;
}

function isId(id: unknown): id is string | number {
  return typeof id === 'number' || typeof id === 'string';
}

const quote = 34;
const backslash = 92;

/** The nesting depth; serializing such a value again would overflow the stack. */
function nestingOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === 91 || code === 123) deepest = Math.max(deepest, ++depth);
    else if (code === 93 || code === 125) depth--;
  }
  return deepest;
}

function endOfString(text: string, from: number): number {
  for (let at = from + 1; ; at++) {
    at = text.indexOf('"', at);
    if (at < 0) return text.length;
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === backslash) slashes++;
    if (slashes % 2 === 0) return at;
  }
}

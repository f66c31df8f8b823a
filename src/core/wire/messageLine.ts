import { isRecord, parseJson } from '../../base/json.ts';
import { l10n } from '../../base/l10n.ts';
import { messageTooLarge } from '../../base/commonFaults.ts';
import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import type { Oversize } from '../process/lineReader.ts';
import { type Budgets, defaultBudgets, longestToken } from './budgets.ts';
import { countValues, endOfString } from './messageBounds.ts';

type Id = string | number;

/** What one text of a server is. */
export type Reading =
  | { readonly kind: 'message'; readonly message: JSONRPCMessage }
  /** Not JSON-RPC in any way: a banner, a log line, a stack trace. */
  | { readonly kind: 'noise' }
  /** Meant as JSON-RPC, but not a message of it. */
  | Malformed
  /** More than may be parsed or handled. */
  | { readonly kind: 'hugeBatch' };

type ReadingBudgets = Pick<Budgets, 'batchMessages' | 'messageValues'>;

interface Malformed {
  readonly kind: 'malformed';
  readonly reason: string;
  /** The request that it was meant to answer; `unknown` for an answer with an id that is of no use. */
  readonly answers?: Id | 'unknown' | undefined;
}

/** Beyond this length values are counted before anything is parsed. */
const worthCounting = 64 * 1024;
const edge = 512;

/**
 * Reads one text: a message, or a batch of them. The checks are by hand on purpose: the SDK's schema walks the whole
 * message, which costs more than the rest of a call, and it refuses what old servers really send.
 */
export function readMessages(text: string, budgets: ReadingBudgets = defaultBudgets): readonly Reading[] {
  if (isLargeBatch(text, budgets.batchMessages)) return [{ kind: 'hugeBatch' }];
  if (text.length > worthCounting && countValues(text, budgets.messageValues) > budgets.messageValues)
    return [tooManyValues(text, budgets.messageValues)];
  const parsed = parseJson(text);
  if (!parsed.ok) return [unparsable(text, parsed.reason)];
  // Revision 2025-03-26 allowed batches; nobody else sends arrays.
  const values: readonly unknown[] = Array.isArray(parsed.value) ? parsed.value : [parsed.value];
  return values.length === 0 ? [{ kind: 'noise' }] : values.map(readOne);
}

function tooManyValues(text: string, limit: number): Malformed {
  return { kind: 'malformed', reason: messageTooLarge('values', limit).message, answers: idAtEdge(text) };
}

/** Whether it is a list of more than so many values; told without parsing it. */
export function isLargeBatch(text: string, most: number): boolean {
  return /^\s*\[/.test(text) && countTopLevel(text, text.indexOf('[') + 1, most) > most;
}

/** Values of a list from behind its bracket on, counted no further than the limit. */
function countTopLevel(text: string, from: number, most: number): number {
  let [count, depth] = [1, 0];
  for (let at = from; at < text.length && depth >= 0 && count <= most; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = endOfString(text, at);
    else if (code === 0x5b || code === 0x7b) depth++;
    else if (code === 0x5d || code === 0x7d) depth--;
    else if (code === 0x2c && depth === 0) count++;
  }
  return count;
}

function unparsable(text: string, reason: string): Reading {
  const hasNul = text.includes('\0');
  const clean = hasNul ? text.replaceAll('\0', '') : text;
  if (!clean.trimStart().startsWith('{') || !clean.includes('"jsonrpc"')) return { kind: 'noise' };
  const words = hasNul ? l10n.t('it contains NUL bytes') : l10n.t('Not valid JSON: {0}', reason);
  return { kind: 'malformed', reason: words, answers: idAtEdge(clean) };
}

function readOne(value: unknown): Reading {
  if (!isRecord(value)) return { kind: 'noise' };
  const isCall = 'method' in value;
  const reason = isCall ? problemOfCall(value) : problemOfAnswer(value);
  if (reason === 'noise') return { kind: 'noise' };
  if (reason === undefined) return { kind: 'message', message: repaired(value) as unknown as JSONRPCMessage };
  return { kind: 'malformed', reason, ...(!isCall && { answers: idOfAnswer(value) }) };
}

/** The SDK would drop an error without a code or a sentence, and its caller would wait in vain. */
function repaired(value: Record<string, unknown>): Record<string, unknown> {
  const { error } = value;
  if (!isRecord(error)) return value;
  const { code, message } = error;
  if (Number.isSafeInteger(code) && typeof message === 'string') return value;
  const words = typeof message === 'string' ? message : l10n.t('The server responded with an error');
  return { ...value, error: { ...error, code: Number.isSafeInteger(code) ? code : 0, message: words } };
}

/** Only a result is sure to belong to a request: an error without an id may be about what could not be read. */
function idOfAnswer({ id, result }: Record<string, unknown>): Malformed['answers'] {
  if (isId(id)) return id;
  return result === undefined ? undefined : 'unknown';
}

function problemOfVersion({ jsonrpc }: Record<string, unknown>): string | undefined {
  if (jsonrpc === undefined) return l10n.t('"jsonrpc" is missing');
  return jsonrpc === '2.0' ? undefined : l10n.t('"jsonrpc" is {0}, not "2.0"', shown(jsonrpc));
}

function problemOfCall(value: Record<string, unknown>): string | undefined {
  const { id, method } = value;
  if (!('jsonrpc' in value)) return 'noise';
  const version = problemOfVersion(value);
  if (version !== undefined) return version;
  if (typeof method !== 'string') return l10n.t('the method is not a string');
  if ('params' in value && !isRecord(value['params'])) return l10n.t('the parameters are not an object');
  if (id === undefined) return undefined;
  if (!isId(id)) return notAnId();
  return typeof id === 'string' && id.length > longestToken
    ? l10n.t('the id has more than {0} characters', longestToken)
    : undefined;
}

/** An answer is one of a request and must fail it, however wrong it is: a time-out would say nothing. */
function problemOfAnswer(value: Record<string, unknown>): string | undefined {
  const { id, error, result } = value;
  const isAnswer = 'result' in value || 'error' in value;
  if (!isAnswer && !('jsonrpc' in value)) return 'noise';
  const version = problemOfVersion(value);
  if (version !== undefined) return 'id' in value ? version : 'noise';
  if ('error' in value && !isRecord(error)) return l10n.t('"error" is not an object');
  if (isRecord(error) && (id === undefined || id === null)) return undefined; // about what could not be read
  if (!isAnswer) return l10n.t('it has neither a result nor an error');
  if (id === undefined) return l10n.t('the id is missing');
  if (!isId(id)) return notAnId();
  if (result !== undefined && error !== undefined) return l10n.t('it has both a result and an error');
  return error === undefined ? problemOfResult(result) : undefined;
}

function problemOfResult(result: unknown): string | undefined {
  if (!isRecord(result)) return l10n.t('the result is not an object');
  return result['_meta'] === undefined || isRecord(result['_meta']) ? undefined : l10n.t('"_meta" is not an object');
}

function notAnId(): string {
  return l10n.t('the id is neither a string nor a number');
}

function isId(id: unknown): id is Id {
  return typeof id === 'string' || typeof id === 'number';
}

function shown(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 20)) : typeof value;
}

function idAtEdge(text: string): Id | undefined {
  return idOfOversize({ bytes: text.length, head: text.slice(0, edge), tail: text.slice(-edge) });
}

/** The id of a response that was too long to keep: it is right at its start or right at its end. */
export function idOfOversize(line: Oversize): Id | undefined {
  const start = /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(-?\d+|"[^"\\]{0,200}")\s*,/.exec(line.head);
  const end = /,\s*"id"\s*:\s*(-?\d+|"[^"\\]{0,200}")\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/.exec(line.tail);
  const id = parseJson(start?.[1] ?? end?.[1] ?? '');
  return id.ok && isId(id.value) ? id.value : undefined;
}

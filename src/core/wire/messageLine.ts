import { isRecord, parseJson } from '../../base/json.ts';
import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import type { Oversize } from '../process/lineReader.ts';

type MessageLine =
  | { readonly kind: 'messages'; readonly messages: readonly JSONRPCMessage[] }
  /** Not JSON-RPC in any way: a banner, a log line, a stack trace. */
  | { readonly kind: 'noise' }
  /** Meant as JSON-RPC, but not a message of it. */
  | { readonly kind: 'malformed'; readonly reason: string };

/**
 * Reads one line of a stream. The checks are by hand on purpose: the SDK's schema walks the whole
 * message, which costs more than the rest of a call, and it refuses what old servers really send.
 */
export function readMessageLine(text: string): MessageLine {
  const parsed = parseJson(text);
  if (!parsed.ok) return looksLikeRpc(text) ? { kind: 'malformed', reason: parsed.reason } : { kind: 'noise' };
  if (Array.isArray(parsed.value)) return readBatch(parsed.value);
  const reason = problemOf(parsed.value);
  if (reason === 'noise') return { kind: 'noise' };
  return reason ? { kind: 'malformed', reason } : { kind: 'messages', messages: [parsed.value as JSONRPCMessage] };
}

/** Only revision 2025-03-26 allowed batches. */
function readBatch(values: readonly unknown[]): MessageLine {
  const good = values.filter((value) => problemOf(value) === undefined);
  return good.length > 0 ? { kind: 'messages', messages: good as JSONRPCMessage[] } : { kind: 'noise' };
}

function problemOf(value: unknown): string | undefined {
  if (!isRecord(value) || !('jsonrpc' in value)) return 'noise';
  if (value['jsonrpc'] !== '2.0') return `"jsonrpc" is ${JSON.stringify(value['jsonrpc'])}, not "2.0"`;
  const { id, method } = value;
  if (id !== undefined && typeof id !== 'string' && typeof id !== 'number') {
    return id === null && isRecord(value['error']) ? undefined : 'the id is neither a string nor a number';
  }
  if (typeof method === 'string') return undefined;
  if (isRecord(value['error'])) return undefined;
  return 'result' in value && id !== undefined ? undefined : 'neither a request, a notification nor an answer';
}

function looksLikeRpc(text: string): boolean {
  return text.startsWith('{') && text.includes('"jsonrpc"');
}

/** The id of a response that was too long to keep: it is right at its start or right at its end. */
export function idOfOversize(line: Oversize): string | number | undefined {
  const start = /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(-?\d+|"[^"\\]{0,200}")\s*,/.exec(line.head);
  const end = /,\s*"id"\s*:\s*(-?\d+|"[^"\\]{0,200}")\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/.exec(line.tail);
  const text = start?.[1] ?? end?.[1];
  return text === undefined ? undefined : (JSON.parse(text) as string | number);
}

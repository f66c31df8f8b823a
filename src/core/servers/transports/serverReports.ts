import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { clip, isRecord } from '../../../base/json.ts';

const kept = 3;
const shown = 300;

/** The last things that a server said by itself: some say why they end before the handshake, as messages. */
export class ServerReports {
  readonly #last: string[] = [];

  take(message: JSONRPCMessage): void {
    const text = reportIn(message);
    if (text === undefined) return;
    this.#last.push(clip(text, shown));
    if (this.#last.length > kept) this.#last.shift();
  }

  list(): readonly string[] {
    return this.#last;
  }
}

function reportIn(message: JSONRPCMessage): string | undefined {
  const { method, params, id, error } = message as Readonly<Record<string, unknown>>;
  if (method === 'notifications/message' && isRecord(params)) return textOf(params['data']);
  const isForNobody = (id === null || id === undefined) && isRecord(error);
  return isForNobody && typeof error['message'] === 'string' ? error['message'] : undefined;
}

/** Structured data is not searched for its words: a deep one would be costly, and the beginning usually tells. */
function textOf(data: unknown): string | undefined {
  if (typeof data === 'string') return data;
  const told = isRecord(data) ? (data['message'] ?? data['error'] ?? data['reason']) : undefined;
  return typeof told === 'string' ? told : undefined;
}

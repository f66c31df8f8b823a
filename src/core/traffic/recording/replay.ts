import { isRecord } from '../../../base/json.ts';
import type { RecordedResponse, RecordedResponses } from './recordedResponses.ts';
import type { WireMessage } from '../../wire/wireMessage.ts';

interface ReplayCounts {
  readonly answered: number;
  readonly missed: number;
}

const subscriptionId = 'io.modelcontextprotocol/subscriptionId';
const methodNotFound = -32_601;
const invalidParams = -32_602;

/** A server that answers from a recording. */
export class Replay {
  readonly #answers: RecordedResponses;
  readonly #missed: (what: string) => void;
  #counts = { answered: 0, missed: 0 };

  constructor(answers: RecordedResponses, missed: (what: string) => void) {
    this.#answers = answers;
    this.#missed = missed;
  }

  get counts(): ReplayCounts {
    return this.#counts;
  }

  /** What to send, in order. Notifications and responses of the client want nothing. */
  async handle(message: WireMessage): Promise<readonly WireMessage[]> {
    const { id, method } = message;
    if (typeof method !== 'string' || (typeof id !== 'string' && typeof id !== 'number')) return [];
    const found = await this.#find(method, message['params']);
    if (!found) return [this.#miss(id, method, message['params'])];
    this.#counts.answered++;
    const answer = found.answer && [{ ...found.answer, id }];
    return [...renameTokens(found, message), ...(answer ?? [])];
  }

  async #find(method: string, params: unknown): Promise<RecordedResponse | undefined> {
    const found = await this.#answers.find(method, params);
    if (found) return found;
    // The connecting client and its version differ from the recorded ones.
    if (method === 'initialize' || method === 'server/discover') return this.#handshake(method, params);
    return method === 'ping' || method === 'logging/setLevel' ? resultOf({}) : undefined;
  }

  async #handshake(method: string, params: unknown): Promise<RecordedResponse | undefined> {
    const recorded = await this.#answers.firstOf(method);
    if (recorded || method !== 'initialize') return recorded;
    const modern = (await this.#answers.firstOf('server/discover'))?.answer?.['result'];
    return isRecord(modern) ? resultOf(initializeResult(modern, params)) : undefined;
  }

  #miss(id: string | number, method: string, params: unknown): WireMessage {
    this.#counts.missed++;
    const name = isRecord(params) ? (params['name'] ?? params['uri']) : undefined;
    const known = this.#answers.hasMethod(method);
    const what = typeof name === 'string' ? `${method} "${name}"` : method;
    const text = known
      ? `The recording has no answer to ${what} with these arguments`
      : `The recording has no ${method}`;
    this.#missed(text);
    return { jsonrpc: '2.0', id, error: { code: known ? invalidParams : methodNotFound, message: text } };
  }
}

function resultOf(result: Readonly<Record<string, unknown>>): RecordedResponse {
  return { request: {}, answer: { jsonrpc: '2.0', result }, notifications: [] };
}

/** A modern recording can serve a client of the old era too: only the handshake differs that much. */
function initializeResult(discovered: Readonly<Record<string, unknown>>, params: unknown): Record<string, unknown> {
  const { capabilities, serverInfo, instructions, _meta } = discovered;
  const asked = isRecord(params) ? params['protocolVersion'] : undefined;
  const named = isRecord(_meta) ? _meta['io.modelcontextprotocol/serverInfo'] : undefined;
  return {
    protocolVersion: typeof asked === 'string' ? asked : '2025-11-25',
    capabilities: isRecord(capabilities) ? capabilities : {},
    serverInfo: serverInfo ?? named ?? { name: 'recording', version: '1' },
    ...(typeof instructions === 'string' && { instructions }),
  };
}

/** Progress tokens are chosen by the client, and differ from the recorded ones. */
function renameTokens({ request, notifications }: RecordedResponse, asked: WireMessage): readonly WireMessage[] {
  const [was, is] = [tokenOf(request), tokenOf(asked)];
  return notifications.flatMap((notification) => {
    const params = isRecord(notification['params']) ? notification['params'] : {};
    if (notification['method'] === 'notifications/progress') {
      if (is === undefined || params['progressToken'] !== was) return [];
      return [{ ...notification, params: { ...params, progressToken: is } }];
    }
    const meta = isRecord(params['_meta']) ? params['_meta'] : {};
    if (meta[subscriptionId] === undefined)
      return notification['method'] === 'notifications/message' ? [notification] : [];
    if (meta[subscriptionId] !== request['id']) return [];
    return [{ ...notification, params: { ...params, _meta: { ...meta, [subscriptionId]: asked['id'] } } }];
  });
}

function tokenOf({ params }: WireMessage): unknown {
  const meta = isRecord(params) ? params['_meta'] : undefined;
  return isRecord(meta) ? meta['progressToken'] : undefined;
}

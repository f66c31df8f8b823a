import { isRecord, parseJson } from '../../../../base/json.ts';
import type { HttpExchange } from '../../../../contract/traffic/traffic.ts';
import type { Tap } from '../../../wire/tap.ts';
import { normalizeResponse } from '../../session/normalizeResponse.ts';
import type { ResponseWatch } from '../../../http/exchange.ts';

/** The SDK writes `id: null` where it knows no id; the contract leaves the member out. */
export function withoutNullId(text: string, status: number): string {
  const parsed = status >= 400 ? parseJson(text) : undefined;
  return parsed?.ok && isRecord(parsed.value) ? JSON.stringify(normalizeResponse(parsed.value)) : text;
}

/** Taps one exchange of the modern era: messages of the instance by `frame`, all others as they are sent. */
export class ExchangeTap {
  readonly #tap: Tap;
  readonly #id: unknown;
  readonly #isListen: boolean;
  #http: HttpExchange;
  /** Messages of the instance before the HTTP status was known. */
  #early: Readonly<Record<string, unknown>>[] | undefined = [];
  #shown = false;

  constructor(tap: Tap, body: unknown, http: HttpExchange) {
    this.#tap = tap;
    this.#http = http;
    this.#id = isRecord(body) ? body['id'] : undefined;
    this.#isListen = isRecord(body) && body['method'] === 'subscriptions/listen';
    if (isRecord(body)) tap.frame('toServer', body, undefined, http);
  }

  frame(message: Readonly<Record<string, unknown>>): void {
    this.#shown = true;
    if (this.#early) this.#early.push(message);
    else this.#tap.frame('toClient', message, undefined, this.#http);
  }

  /** How a modern client cancels: there is no message for it. */
  abandoned(): void {
    this.#showEarly();
    this.#tap.lost(this.#id, 'the client closed the stream', 'cancelled');
  }

  /** Refused requests and streams of changes have no instance. */
  createWatch(): ResponseWatch {
    return {
      head: (status, responseHeaders) => {
        this.#http = { ...this.#http, status, responseHeaders };
        this.#showEarly();
      },
      body: (text, status) => {
        const better = withoutNullId(text, status);
        if (!this.#shown) this.#show(better);
        return better;
      },
      ...(this.#isListen && { piece: (bytes: Uint8Array) => this.#showEvents(bytes) }),
    };
  }

  #showEarly(): void {
    for (const message of this.#early ?? []) this.#tap.frame('toClient', message, undefined, this.#http);
    this.#early = undefined;
  }

  #showEvents(bytes: Uint8Array): void {
    const lines = Buffer.from(bytes).toString('utf8').split('\n');
    for (const line of lines) if (line.startsWith('data: ')) this.#show(line.slice(6));
  }

  #show(text: string): void {
    const parsed = parseJson(text);
    if (parsed.ok && isRecord(parsed.value))
      this.#tap.frame('toClient', parsed.value, Buffer.byteLength(text), this.#http);
  }
}

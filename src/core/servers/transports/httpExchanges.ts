import { AsyncLocalStorage } from 'node:async_hooks';
import type { HttpExchange } from '../../../contract/traffic/traffic.ts';

type Id = string | number;
type Filled = { -readonly [K in keyof HttpExchange]: HttpExchange[K] };

/**
 * The HTTP exchange of each request. The SDK's transport is between a message and its
 * `fetch`, and passes nothing through; the asynchronous context does.
 */
export class HttpExchanges {
  readonly #current = new AsyncLocalStorage<Filled | undefined>();
  readonly #open = new Map<Id, Filled>();
  /** `Retry-After` of the last response. */
  retryAfter: string | undefined;
  /** `WWW-Authenticate` of the last response that had one. */
  challenge: string | undefined;

  /** Sends a request; exchanges of `fetch` meanwhile belong to it. */
  carry<T>(id: Id | undefined, send: () => T): T {
    // A notification or response may be sent while a request is handled, and does not belong to it.
    const exchange: Filled | undefined = id === undefined ? undefined : {};
    if (id !== undefined && exchange) this.#open.set(id, exchange);
    return this.#current.run(exchange, send);
  }

  /** Called by `fetch`. Signing in also happens while a request waits, and does not belong to it. */
  note(exchange: HttpExchange): void {
    this.retryAfter = exchange.responseHeaders?.['retry-after'];
    this.challenge = exchange.responseHeaders?.['www-authenticate'] ?? this.challenge;
    const type = exchange.requestHeaders?.['content-type'];
    if (exchange.method === 'POST' && type?.startsWith('application/json') === true)
      Object.assign(this.#current.getStore() ?? {}, exchange);
  }

  /** For the response, or when there will be none. */
  take(id: Id): HttpExchange | undefined {
    const exchange = this.#open.get(id);
    this.#open.delete(id);
    return exchange?.status === undefined ? undefined : exchange;
  }

  clear(): void {
    this.#open.clear();
  }
}

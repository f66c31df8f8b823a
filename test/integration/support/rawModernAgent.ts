import { type Json, modernMeta } from '../../unit/mcpServer/support/messages.ts';
import { type Exchange, readResponse } from './rawAgent.ts';

interface ModernSendOptions {
  /** In place of those that repeat the body; an empty text leaves one out. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** A modern agent by hand over HTTP: each message is alone, and carries all that is known about the agent. */
export class RawModernAgent {
  readonly exchanges: Exchange[] = [];
  readonly unasked: unknown[] = [];
  readonly #url: string;
  readonly #token: string;
  readonly #capabilities: Json;

  constructor(url: string, token: string, capabilities: Json = {}) {
    this.#url = url;
    this.#token = token;
    this.#capabilities = capabilities;
  }

  /** The last message that came back. */
  async send(message: Json, { headers = {}, signal }: ModernSendOptions = {}): Promise<unknown> {
    const params = (message['params'] ?? {}) as Json;
    const meta = { ...modernMeta(this.#capabilities), ...(params['_meta'] as Json | undefined) };
    const sent = { ...message, params: { ...params, _meta: meta } };
    const exchange: Exchange = { sent, got: [] };
    this.exchanges.push(exchange);
    const response = await fetch(this.#url, {
      method: 'POST',
      ...(signal && { signal }),
      headers: this.#headers(message, params, headers),
      body: JSON.stringify(sent),
    });
    exchange.status = response.status;
    await readResponse(response, async (got) => void exchange.got.push(got));
    return exchange.got.at(-1);
  }

  async close(): Promise<void> {}

  #headers({ method }: Json, { name }: Json, given: Readonly<Record<string, string>>): Record<string, string> {
    const headers: Record<string, string> = {
      authorization: `Bearer ${this.#token}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': String(method),
      ...(typeof name === 'string' && { 'mcp-name': name }),
      ...given,
    };
    return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
  }
}

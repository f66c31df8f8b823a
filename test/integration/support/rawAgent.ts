import { type Json, createInitializeRequest, createNotification } from '../../unit/mcpServer/support/messages.ts';

export interface RawAgentOptions {
  readonly url: string;
  readonly token: string;
  readonly capabilities?: Json;
  readonly version?: string;
  /** What the agent answers to requests, by method; a string is an error's message. */
  readonly answers?: Readonly<Record<string, Json | string>>;
  /** Opens the stream for what the server says unasked. */
  readonly listens?: boolean;
}

/** One POST: what was sent, and all that came back for it. */
export interface Exchange {
  readonly sent: unknown;
  status?: number;
  /** Messages, be they a body or a stream. */
  readonly got: unknown[];
}

/** A legacy agent by hand over HTTP: it sees each message as it comes. */
export class RawAgent {
  readonly exchanges: Exchange[] = [];
  readonly unasked: unknown[] = [];
  /** Content types of the responses to calls, in order. */
  readonly types: (string | null)[] = [];
  readonly #options: RawAgentOptions;
  readonly #closed = new AbortController();
  #session: string | undefined;
  #listening = Promise.resolve();

  constructor(options: RawAgentOptions) {
    this.#options = options;
  }

  async open(): Promise<void> {
    const { version = '2025-11-25', capabilities, listens } = this.#options;
    await this.send(createInitializeRequest('init', version, capabilities));
    await this.send(createNotification('notifications/initialized'));
    if (!listens) return;
    const response = await this.#fetch('GET');
    this.#listening = this.#read(response, this.unasked).catch(() => {}); // until it is closed
  }

  async send(message: unknown): Promise<void> {
    const exchange: Exchange = { sent: message, got: [] };
    this.exchanges.push(exchange);
    const response = await this.#fetch('POST', message);
    exchange.status = response.status;
    this.#session ??= response.headers.get('mcp-session-id') ?? undefined;
    if ((message as Json)['method'] === 'tools/call') this.types.push(response.headers.get('content-type'));
    await this.#read(response, exchange.got);
  }

  /** Ends the session; what is under way may still be heard. */
  async end(): Promise<void> {
    await this.#fetch('DELETE');
  }

  async close(): Promise<void> {
    await this.end();
    this.#closed.abort();
    await this.#listening;
  }

  #fetch(method: string, message?: unknown): Promise<Response> {
    const { url, token } = this.#options;
    return fetch(url, {
      method,
      signal: this.#closed.signal,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json, text/event-stream',
        ...(message !== undefined && { 'content-type': 'application/json' }),
        ...(this.#session !== undefined && { 'mcp-session-id': this.#session }),
      },
      ...(message !== undefined && { body: JSON.stringify(message) }),
    });
  }

  #read(response: Response, got: unknown[]): Promise<void> {
    return readResponse(response, (message) => this.#receive(message, got));
  }

  async #receive(message: Json, got: unknown[]): Promise<void> {
    got.push(message);
    if (!('method' in message) || !('id' in message)) return;
    const answer = this.#options.answers?.[String(message['method'])];
    const outcome =
      typeof answer === 'object' ? { result: answer } : { error: { code: -32_000, message: answer ?? 'no' } };
    await this.#fetch('POST', { jsonrpc: '2.0', id: message['id'], ...outcome }).then((response) => response.text());
  }
}

/** The messages of a response, be they a body or a stream. */
export async function readResponse(response: Response, receive: (message: Json) => Promise<void>): Promise<void> {
  if (response.headers.get('content-type') !== 'text/event-stream') {
    const text = await response.text();
    if (text !== '') await receive(JSON.parse(text) as Json);
    return;
  }
  let rest = '';
  for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('data: {')) await receive(JSON.parse(line.slice(6)) as Json);
  }
}

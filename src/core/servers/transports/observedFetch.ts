import { messageTooLarge } from '../../../base/commonFaults.ts';
import type { FetchLike } from '@modelcontextprotocol/client';
import { messageOf } from '../../../base/fault.ts';
import type { Tap } from '../../wire/tap.ts';
import type { HttpExchange } from '../../../contract/traffic/traffic.ts';
import type { Meter } from './channel.ts';
import type { HttpExchanges } from './httpExchanges.ts';
import { bodyToSend } from '../../wire/rawMessageText.ts';

interface ObservedFetchOptions {
  readonly tap: Tap;
  readonly meter: Meter;
  readonly maxMessageBytes: number;
  readonly exchanges?: HttpExchanges;
  /** The last failure below HTTP: some callers above keep only its text. */
  failed(error: unknown): void;
  readonly fetch?: FetchLike;
}

/** `fetch` that taps exchanges, counts bytes and refuses a message beyond the limit. Bodies are not read here. */
export function observedFetch(options: ObservedFetchOptions): FetchLike {
  const { tap, meter } = options;
  return async (url, given) => {
    const init = typeof given?.body === 'string' ? { ...given, body: bodyToSend(given.body) } : given;
    const what = `${init?.method ?? 'GET'} ${pathOf(url)}`;
    if (typeof init?.body === 'string') meter.bytesOut += Buffer.byteLength(init.body);
    try {
      const response = await (options.fetch ?? fetch)(url, init);
      const exchange = describe(url, init, response);
      options.exchanges?.note(exchange);
      const shown = rowFor(what, response);
      if (shown) tap.state(shown, exchange);
      const ended = what.startsWith('GET') && isEventStream(response) ? `${what}: event stream closed` : undefined;
      return response.ok && response.body ? metered(response, response.body, options, ended) : response;
    } catch (error) {
      if (init?.signal?.aborted) throw error;
      options.failed(error);
      tap.state(`${what} failed: ${deepest(error)}`);
      throw error;
    }
  };
}

/** A plain 200 or 202 adds nothing to the frame it carries. */
function rowFor(what: string, response: Response): string | undefined {
  if (what.startsWith('POST') && (response.status === 200 || response.status === 202)) return undefined;
  const challenge = response.headers.get('www-authenticate');
  return `HTTP ${response.status} ${what}${isEventStream(response) ? ' (event stream)' : ''}${challenge ? `, ${challenge.split(' ')[0]}` : ''}`;
}

function isEventStream({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') === true;
}

function describe(url: string | URL, init: RequestInit | undefined, response: Response): HttpExchange {
  return {
    method: init?.method ?? 'GET',
    path: pathOf(url),
    status: response.status,
    requestHeaders: Object.fromEntries(init?.headers instanceof Headers ? init.headers : new Headers(init?.headers)),
    responseHeaders: Object.fromEntries(response.headers),
  };
}

/** `ended` is tapped when the server closes the body. */
function metered(
  response: Response,
  body: ReadableStream<Uint8Array>,
  options: ObservedFetchOptions,
  ended: string | undefined,
): Response {
  const { status, statusText, headers } = response;
  const through = limiter(options, isEventStream(response), ended);
  return new Response(body.pipeThrough(through), { status, statusText, headers });
}

/** In an event stream a message is one line; elsewhere it is the whole body. */
function limiter(
  options: ObservedFetchOptions,
  perLine: boolean,
  ended: string | undefined,
): TransformStream<Uint8Array, Uint8Array> {
  const { tap, meter, maxMessageBytes } = options;
  let held = 0;
  return new TransformStream({
    transform(chunk, controller) {
      meter.bytesIn += chunk.length;
      const newline = perLine ? chunk.lastIndexOf(0x0a) : -1;
      held = newline >= 0 ? chunk.length - newline - 1 : held + chunk.length;
      if (held <= maxMessageBytes) return controller.enqueue(chunk);
      const fault = messageTooLarge('fromServer', maxMessageBytes);
      tap.malformed('toClient', '', fault.message);
      options.failed(fault);
      controller.error(fault);
    },
    flush() {
      if (ended !== undefined) tap.state(ended);
    },
  });
}

function pathOf(url: string | URL): string {
  return new URL(url).pathname;
}

function deepest(error: unknown): string {
  let last = error;
  while (last instanceof Error && last.cause instanceof Error) last = last.cause;
  return (last as { code?: string }).code ?? messageOf(last);
}

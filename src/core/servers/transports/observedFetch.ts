import type { FetchLike } from '@modelcontextprotocol/client';
import { Fault, messageOf } from '../../../base/fault.ts';
import type { Tap } from '../../traffic/tap.ts';
import type { Meter } from './channel.ts';
import { bodyToSend } from './wireText.ts';

export interface ObservedFetchOptions {
  readonly tap: Tap;
  readonly meter: Meter;
  readonly maxMessageBytes: number;
  /** The last failure below HTTP: some callers above keep only its text. */
  failed(error: unknown): void;
  readonly fetch?: FetchLike;
}

/** `fetch` that tells the tap what is worth a row, counts bytes and refuses a message beyond the limit. Bodies are not read here. */
export function observedFetch(options: ObservedFetchOptions): FetchLike {
  const { tap, meter } = options;
  return async (url, given) => {
    const init = typeof given?.body === 'string' ? { ...given, body: bodyToSend(given.body) } : given;
    const what = `${init?.method ?? 'GET'} ${pathOf(url)}`;
    if (typeof init?.body === 'string') meter.bytesOut += Buffer.byteLength(init.body);
    try {
      const response = await (options.fetch ?? fetch)(url, init);
      const shown = rowFor(what, response);
      if (shown) tap.state(shown);
      return response.ok && response.body ? metered(response, response.body, options) : response;
    } catch (error) {
      if (init?.signal?.aborted) throw error;
      options.failed(error);
      tap.state(`${what} failed: ${deepest(error)}`);
      throw error;
    }
  };
}

/** A plain 200 or 202 says no more than the frame it carries. */
function rowFor(what: string, response: Response): string | undefined {
  const stream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (what.startsWith('POST') && (response.status === 200 || response.status === 202)) return undefined;
  const challenge = response.headers.get('www-authenticate');
  return `HTTP ${response.status} ${what}${stream ? ' (event stream)' : ''}${challenge ? `, ${challenge.split(' ')[0]}` : ''}`;
}

function metered(response: Response, body: ReadableStream<Uint8Array>, options: ObservedFetchOptions): Response {
  const { status, statusText, headers } = response;
  const perLine = headers.get('content-type')?.startsWith('text/event-stream') === true;
  return new Response(body.pipeThrough(limiter(options, perLine)), { status, statusText, headers });
}

/** In an event stream a message is one line; elsewhere it is the whole body. */
function limiter(options: ObservedFetchOptions, perLine: boolean): TransformStream<Uint8Array, Uint8Array> {
  const { tap, meter, maxMessageBytes } = options;
  let held = 0;
  return new TransformStream({
    transform(chunk, controller) {
      meter.bytesIn += chunk.length;
      const newline = perLine ? chunk.lastIndexOf(0x0a) : -1;
      held = newline >= 0 ? chunk.length - newline - 1 : held + chunk.length;
      if (held <= maxMessageBytes) return controller.enqueue(chunk);
      const fault = new Fault('limit/message-too-large', `A message exceeds the limit of ${maxMessageBytes} bytes`);
      tap.malformed('toClient', '', fault.message);
      options.failed(fault);
      controller.error(fault);
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

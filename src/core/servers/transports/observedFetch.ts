import { protocolBroken, tooManyRequests } from '../../../base/faults/serverFaults.ts';
import type { FetchLike, JSONRPCMessage } from '@modelcontextprotocol/client';
import { Fault, asError, messageOf } from '../../../base/fault.ts';
import { clip } from '../../../base/json.ts';
import { proseBytes } from '../../wire/budgets.ts';
import type { MessageGate } from '../../wire/messageGate.ts';
import type { Tap } from '../../wire/tap.ts';
import type { HttpExchange } from '../../../contract/traffic/traffic.ts';
import type { Meter } from './channel.ts';
import { canDecode, decodedBody } from '../../http/decodedBody.ts';
import { eventStream } from './eventStream.ts';
import type { HttpExchanges } from './httpExchanges.ts';
import { clippedBody, messageBody } from './messageBody.ts';
import { MessageReader } from './messageReader.ts';
import { bodyToSend } from '../../wire/rawMessageText.ts';

const shownText = 2_000;

interface ObservedFetchOptions {
  readonly tap: Tap;
  readonly meter: Meter;
  readonly gate: MessageGate;
  readonly exchanges?: HttpExchanges;
  deliver(message: JSONRPCMessage): void;
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
    const response = await send(options, url, init, what);
    const exchange = describe(url, init, response);
    options.exchanges?.note(exchange);
    const shown = rowFor(what, response);
    if (shown) tap.state(shown, exchange);
    if (response.status === 429) throw await refused(response);
    if (isRedirect(response)) return withoutBody(response);
    const body = await readable(response, options);
    return body ? bounded(response, body, options, { what, init }) : response;
  };
}

async function send(
  options: ObservedFetchOptions,
  url: string | URL,
  init: RequestInit | undefined,
  what: string,
): Promise<Response> {
  try {
    return await (options.fetch ?? fetch)(url, init);
  } catch (error) {
    if (init?.signal?.aborted) throw error;
    options.failed(error);
    options.tap.state(`${what} failed: ${deepest(error)}`);
    throw error;
  }
}

/** The SDK would keep neither the status nor when to come back. */
async function refused(response: Response): Promise<Error> {
  await response.body?.cancel().catch(() => {});
  return tooManyRequests(response.headers.get('retry-after') ?? '');
}

function isRedirect({ status, headers }: Response): boolean {
  return status >= 300 && status < 400 && headers.has('location');
}

/** The page that comes with a redirect is of no use, and the SDK would hand it on as the reason of a failure. */
async function withoutBody({ status, statusText, headers, body }: Response): Promise<Response> {
  await body?.cancel().catch(() => {});
  return new Response(null, { status, statusText, headers });
}

/** The global `fetch` undoes compression; requests on this machine do not ask for it, and some servers compress all the same. */
async function readable(
  { headers, body }: Response,
  { fetch: own }: ObservedFetchOptions,
): Promise<ReadableStream<Uint8Array> | null> {
  const encoding = headers.get('content-encoding') ?? '';
  if (!own || !body) return body;
  if (canDecode(encoding)) return decodedBody(body, encoding);
  await body.cancel().catch(() => {});
  throw protocolBroken('encoded', clip(encoding, 40));
}

/** A plain 200 or 202 says no more than the frame it carries. */
function rowFor(what: string, response: Response): string | undefined {
  if (what.startsWith('POST') && (response.status === 200 || response.status === 202)) return undefined;
  const challenge = response.headers.get('www-authenticate');
  return `HTTP ${response.status} ${what}${isOfType(response, 'text/event-stream') ? ' (event stream)' : ''}${challenge ? `, ${challenge.split(' ')[0]}` : ''}`;
}

function isOfType({ headers }: Response, type: string): boolean {
  return headers.get('content-type')?.startsWith(type) === true;
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

interface Request {
  readonly what: string;
  readonly init: RequestInit | undefined;
}

function bounded(
  response: Response,
  body: ReadableStream<Uint8Array>,
  options: ObservedFetchOptions,
  request: Request,
): Response {
  const { status, statusText, headers } = response;
  return new Response(boundedBody(response, body, options, request), { status, statusText, headers });
}

function boundedBody(
  response: Response,
  body: ReadableStream<Uint8Array>,
  options: ObservedFetchOptions,
  { what, init }: Request,
): ReadableStream<Uint8Array> {
  const isAnswer = response.status === 200;
  if (isAnswer && isOfType(response, 'text/event-stream'))
    return eventStream(body, { ...readParts(options), ended: () => tellEnd(options, what) });
  const isMessage = typeof init?.body === 'string' && init.body.includes('"jsonrpc"');
  if (isAnswer && isMessage && isOfType(response, 'application/json')) return messageBody(body, readParts(options));
  // What is neither a stream nor a message is read for its words only; metadata of a sign-in is far smaller.
  return clippedBody(body, proseBytes);
}

/** Of a session's stream; others end with their request. */
function tellEnd({ tap }: ObservedFetchOptions, what: string): void {
  if (what.startsWith('GET')) tap.state(`${what}: event stream closed`);
}

interface ReadingParts {
  readonly reader: MessageReader;
  readonly maxMessageBytes: number;
  received(bytes: number): void;
  hadMessage(): boolean;
  hadResponse(): boolean;
  failed(error: unknown): void;
}

function readParts(options: ObservedFetchOptions): ReadingParts {
  const { gate, meter, tap } = options;
  let [messages, responses] = [0, 0];
  const reader = new MessageReader({
    gate,
    tap,
    meter: { received: (bytes) => meter.sizeOfNext(bytes) },
    pause: () => {}, // the body is read only when its messages have been handled
    resume: () => {},
    deliver: (message) => {
      messages++;
      if (!('method' in message)) responses++;
      options.deliver(message);
    },
    noise: (text) => tap.malformed('toClient', clip(text, shownText), 'not a message'),
    failed: (error) => options.failed(asError(error)),
  });
  return {
    reader,
    maxMessageBytes: gate.budgets.maxMessageBytes,
    received: (bytes: number) => void (meter.bytesIn += bytes),
    hadMessage: () => messages > 0,
    hadResponse: () => {
      const had = responses > 0;
      responses = 0;
      return had;
    },
    failed: (error: unknown) => {
      if (Fault.is(error)) tap.malformed('toClient', '', messageOf(error));
      options.failed(error);
    },
  };
}

function pathOf(url: string | URL): string {
  return new URL(url).pathname;
}

function deepest(error: unknown): string {
  let last = error;
  while (last instanceof Error && last.cause instanceof Error) last = last.cause;
  return (last as { code?: string }).code ?? messageOf(last);
}

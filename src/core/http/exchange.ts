import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Parsed, parseJson } from '../../base/json.ts';
import type { HttpExchange } from '../../contract/traffic/traffic.ts';
import { type MessageId, type RpcError, refusal } from '../wire/message.ts';

type Body = Parsed | { readonly ok: false; readonly tooLarge: true };

/** Reads and parses the body once, whatever happens to it later. */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Body> {
  if (Number(request.headers['content-length']) > maxBytes) return Promise.resolve(tooLarge);
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      if (size <= maxBytes) return void chunks.push(chunk);
      request.off('data', take).pause();
      resolve(tooLarge);
    };
    request.on('data', take).once('error', reject);
    request.once('end', () => resolve(parseJson(Buffer.concat(chunks, size).toString('utf8'))));
  });
}

const tooLarge: Body = { ok: false, tooLarge: true };

/** For the SDK, which knows web requests only; the body goes beside it, parsed. */
export function toWebRequest(request: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers();
  for (let at = 0; at < request.rawHeaders.length; at += 2)
    headers.append(request.rawHeaders[at]!, request.rawHeaders[at + 1]!);
  return new Request(`http://localhost${request.url ?? '/'}`, { method: request.method ?? 'GET', headers, signal });
}

/** Without the query: nothing of ours is in it, and others put tokens there. */
export function exchangeOf({ method, url, headers }: IncomingMessage): HttpExchange {
  const requestHeaders: Record<string, string> = {};
  for (const name in headers) requestHeaders[name] = String(headers[name]);
  return { method: method ?? 'GET', path: (url ?? '/').split('?', 1)[0]!, requestHeaders };
}

export function refuseExchange(
  response: ServerResponse,
  status: number,
  error: RpcError,
  headers: Readonly<Record<string, string>> = {},
  id?: MessageId,
): void {
  if (response.destroyed) return;
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(refusal(error, id)));
}

/** A whole response in one piece. */
export function sendMessage(response: ServerResponse, message: Readonly<Record<string, unknown>>): void {
  const text = JSON.stringify(message);
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
  response.writeHead(200, headers).end(text);
}

/** The response to a cancelled request: an empty stream. */
export function sendNothing(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).end();
}

export interface ResponseWatch {
  /** What the response begins with, before anything of it goes out. */
  head?(status: number, headers: Readonly<Record<string, string>>): void;
  /** A whole response that is not a stream, before it goes out; may give a better one. */
  body(text: string, status: number): string;
  /** One piece of a stream as it goes out. */
  piece?(bytes: Uint8Array): void;
}

/** A client that reads this much too slowly is disconnected: what waits for it is in our memory. */
const maxBehindBytes = 16_000_000;

/** Writes a web response as it comes. */
export async function writeWebResponse(web: Response, response: ServerResponse, watch: ResponseWatch): Promise<void> {
  const headers = Object.fromEntries(web.headers);
  watch.head?.(web.status, headers);
  if (!web.body) {
    response.writeHead(web.status, headers).end();
  } else if (web.headers.get('content-type') === 'text/event-stream') {
    response.writeHead(web.status, headers);
    response.flushHeaders();
    await pump(web.body.getReader(), response, watch);
  } else {
    const text = Buffer.from(watch.body(await web.text(), web.status));
    response.writeHead(web.status, { ...headers, 'content-length': text.length }).end(text);
  }
}

async function pump(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  response: ServerResponse,
  watch: ResponseWatch,
): Promise<void> {
  const gone = (): void => void reader.cancel().catch(() => {}); // the SDK closes the stream, which cancels modern calls
  response.once('close', gone);
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      if (response.writableLength > maxBehindBytes) return void response.destroy();
      watch.piece?.(piece.value);
      response.write(piece.value);
    }
  } finally {
    response.off('close', gone);
    response.end();
  }
}

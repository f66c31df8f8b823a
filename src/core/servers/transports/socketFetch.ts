import { request } from 'node:http';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import type { FetchLike } from '@modelcontextprotocol/client';

/** HTTP over a socket of this machine: where it is, and the address that is asked for over it. */
export interface LocalSocket {
  readonly path: string;
  readonly address: URL;
}

/** As in VS Code: `unix:///run/x.sock#/mcp` and, on Windows, `pipe:///pipe/x#/mcp`. */
export function localSocketOf(url: URL): LocalSocket | undefined {
  if (url.protocol !== 'unix:' && url.protocol !== 'pipe:') return undefined;
  const place = decodeURIComponent(url.pathname);
  const path = url.protocol === 'pipe:' ? `\\\\.${place.replaceAll('/', '\\')}` : place;
  return { path, address: new URL(url.hash.slice(1) || '/', 'http://localhost') };
}

/** `fetch` has no way to a socket; Node's own client does. */
export function socketFetch(socketPath: string): FetchLike {
  return (input, init) =>
    new Promise((resolve, reject) => {
      const { pathname, search } = new URL(input);
      const { method = 'GET', headers, signal, body } = init ?? {};
      const sent = request({
        socketPath,
        path: pathname + search,
        method,
        headers: { host: 'localhost', ...Object.fromEntries(new Headers(headers)) },
        ...(signal && { signal }),
      });
      sent.once('error', reject);
      sent.once('response', (answer) => resolve(toResponse(answer)));
      sent.end(typeof body === 'string' || body instanceof Uint8Array ? body : undefined);
    });
}

function toResponse(answer: import('node:http').IncomingMessage): Response {
  const { statusCode: status = 502, statusMessage: statusText = '' } = answer;
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(answer.headersDistinct))
    for (const value of values) headers.append(name, value);
  const isEmpty = status === 204 || status === 205 || status === 304;
  if (isEmpty) answer.resume();
  // Node's web streams and the ones of fetch are the same at run time, and two types.
  const body = isEmpty ? null : (Readable.toWeb(answer) as NodeStream as ReadableStream);
  return new Response(body, { status, statusText, headers });
}

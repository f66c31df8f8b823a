import { Agent, type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import type { LocalAddress } from './localAddress.ts';

export interface ResponseHead {
  readonly status: number;
  readonly statusText: string;
  /** Names and values alternating, as received. */
  readonly headers: readonly string[];
}

interface LocalRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
  readonly signal?: AbortSignal | null | undefined;
}

/** No keep-alive: a server that serves one connection at a time would accept the fast path's only after this one's idle timeout. */
const agent = new Agent({ keepAlive: false });

function sendLocally(
  { address, socketPath }: LocalAddress,
  { method, headers, body, signal }: LocalRequest,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request(address, {
      agent,
      method,
      headers,
      ...(socketPath !== undefined && { socketPath }),
      ...(signal && { signal }),
    });
    sent.once('error', reject);
    sent.once('response', resolve);
    sent.end(body);
  });
}

/** The global `fetch` cannot connect to a socket path, and keeps its connections open. */
export function localFetch(server: LocalAddress): (url: string | URL, init?: RequestInit) => Promise<Response> {
  return async (url, { method = 'GET', headers, body, signal } = {}) => {
    const answer = await sendLocally(
      { ...server, address: new URL(url) },
      {
        method,
        headers: Object.fromEntries(new Headers(headers)),
        body: typeof body === 'string' || body instanceof Uint8Array ? body : undefined,
        signal,
      },
    );
    const { statusCode = 502, statusMessage = '', rawHeaders } = answer;
    // Node's web streams and the ones of fetch are the same at run time, and two types.
    const content = Readable.toWeb(answer) as NodeStream as ReadableStream;
    return toResponse({ status: statusCode, statusText: statusMessage, headers: rawHeaders }, content);
  };
}

export function toResponse({ status, statusText, headers: pairs }: ResponseHead, content: ReadableStream): Response {
  const headers = new Headers();
  for (let at = 0; at < pairs.length; at += 2) headers.append(pairs[at]!, pairs[at + 1]!);
  const isEmpty = status === 204 || status === 205 || status === 304;
  if (isEmpty) void content.cancel();
  return new Response(isEmpty ? null : content, { status, statusText, headers });
}

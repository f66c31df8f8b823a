import { cannotListen } from '../../base/commonFaults.ts';
import {
  type IncomingMessage,
  type Server,
  type ServerResponse,
  createServer,
  request as httpRequest,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { urlToHttpOptions } from 'node:url';
import { deferred } from '../../base/async.ts';
import { messageOf } from '../../base/fault.ts';
import type { HttpExchange } from '../../contract/traffic/traffic.ts';
import { readMessages } from '../wire/messageLine.ts';
import { copyBody } from './httpBodies.ts';
import { TapAddress } from './tapAddress.ts';
import type { FrameCopies } from './tapProtocol.ts';

interface HttpTapOptions {
  readonly target: URL;
  readonly port: number;
  readonly copies: FrameCopies;
  /** Added to each request, for a target whose token the client must not need; not copied. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Foreign Host and Origin headers reach the target, which is tested for how it takes them. The token still counts. */
  readonly passesForeign?: boolean;
}

export interface HttpTap {
  /** What the client uses instead of the target. */
  readonly url: string;
  close(): Promise<void>;
}

interface Forwarding extends HttpTapOptions {
  readonly address: TapAddress;
}

/** A proxy on the loopback interface that forwards everything unchanged, except the Host header and its own token. */
export async function tapHttp(options: HttpTapOptions): Promise<HttpTap> {
  const address = new TapAddress(options.target);
  const server = createServer((request, response) => forward(request, response, { ...options, address }));
  server.requestTimeout = 0; // streams have no time limit
  await listen(server, options.port);
  const { port } = server.address() as AddressInfo;
  return {
    url: address.url(port),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => reject(cannotListen(`port ${port}`, cause, messageOf(cause))));
    server.listen(port, '127.0.0.1', () => resolve());
  });
}

function forward(request: IncomingMessage, response: ServerResponse, means: Forwarding): void {
  const { target, copies, address, headers = {} } = means;
  const place = address.pathFor(request.url ?? '/');
  const refusal = refusalOf(request, means);
  if (refusal || place === undefined) return refuse(refusal ?? unknownAddress, response, copies);
  const about: HttpExchange = {
    method: request.method ?? 'GET',
    path: place.replace(/[?#].*/s, ''),
    requestHeaders: plain(request.headers),
  };
  const send = target.protocol === 'https:' ? httpsRequest : httpRequest;
  const onward = send({
    ...urlToHttpOptions(target),
    path: place, // never resolved against the target: "//other/x" would be another host
    method: request.method,
    headers: [...withHost(passedOn(request.rawHeaders), hostFor(request, target)), ...Object.entries(headers).flat()],
    setHost: false,
  });
  const asked = deferred<string>();
  const lose = (reason: string): void =>
    void asked.promise.then((text) => requestsIn(text).forEach((id) => copies.lost(id, reason)));
  copyBody(request, 'toServer', copies, about, asked.resolve);
  pipeline(request, onward, () => {}); // a broken half is reported by `error` or `close` below
  onward.once('error', (error) => {
    copies.state(`${about.method} ${about.path} failed: ${error.message}`, about);
    lose(error.message);
    if (response.headersSent) response.destroy();
    else response.writeHead(502, { 'content-type': 'text/plain' }).end('The server cannot be reached\n');
  });
  onward.once('response', (answer) => {
    answer.once('close', () => answer.complete || lose('the connection broke off'));
    handBack(answer, response, means, about);
  });
  response.once('close', () => onward.destroy()); // the client is gone: its request is aborted
}

function requestsIn(text: string): readonly unknown[] {
  const messages = readMessages(text).flatMap((read) => (read.kind === 'message' ? [read.message] : []));
  return messages.flatMap((each) => ('method' in each && 'id' in each ? [each.id] : []));
}

function handBack(answer: IncomingMessage, response: ServerResponse, means: Forwarding, asked: HttpExchange): void {
  const { copies, address } = means;
  const status = answer.statusCode ?? 502;
  const about: HttpExchange = { ...asked, status, responseHeaders: plain(answer.headers) };
  const isStream = answer.headers['content-type']?.startsWith('text/event-stream') === true;
  if (status >= 300 || asked.method !== 'POST')
    copies.state(`HTTP ${status} ${asked.method} ${asked.path}${isStream ? ' (event stream)' : ''}`, about);
  if (isStream) answer.once('close', () => copies.state(`stream of ${asked.method} ${asked.path} closed`, about));
  copyBody(answer, 'toClient', copies, about, (data) => {
    if (isStream) address.announce(data);
  });
  response.writeHead(status, answer.statusMessage, passedOn(answer.rawHeaders));
  response.flushHeaders(); // a stream may be silent for long
  pipeline(answer, response, () => {});
}

interface Refusal {
  readonly status: number;
  readonly reason: string;
}

/** Reveals nothing: the client was given the URL, and no one else needs it. */
const unknownAddress: Refusal = { status: 404, reason: 'Not found' };

function refuse({ status, reason }: Refusal, response: ServerResponse, copies: FrameCopies): void {
  copies.state(`refused: ${reason}`);
  response.writeHead(status, { 'content-type': 'text/plain' }).end(`${reason}\n`);
}

/** A web page must not reach the target through us, and no client reaches anything else. */
function refusalOf(
  { headers, url = '/' }: IncomingMessage,
  { passesForeign = false }: HttpTapOptions,
): Refusal | undefined {
  if (!url.startsWith('/')) return { status: 400, reason: 'The address must be a path' };
  if (passesForeign) return undefined;
  if (!isLoopback(`http://${headers.host ?? ''}`)) return { status: 403, reason: 'The host must be this machine' };
  if (headers.origin !== undefined && !isLoopback(headers.origin))
    return { status: 403, reason: 'The origin must be this machine' };
  return undefined;
}

function isLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false;
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname);
}

/** Hop-by-hop headers: they describe one connection and must not be forwarded to the other. */
const ofOneConnection = new Set(['connection', 'keep-alive', 'proxy-connection']);

/** As received, in their order and case. */
function passedOn(raw: readonly string[]): string[] {
  return raw.filter((_, at) => !ofOneConnection.has(raw[at - (at % 2)]!.toLowerCase()));
}

/** Our own address is no name of the target; a foreign one, where it was let through, is what the target must see. */
function hostFor({ headers: { host } }: IncomingMessage, target: URL): string {
  return host === undefined || isLoopback(`http://${host}`) ? target.host : host;
}

function withHost(raw: readonly string[], host: string): string[] {
  return raw.map((text, at) => (at % 2 === 1 && raw[at - 1]?.toLowerCase() === 'host' ? host : text));
}

function plain(headers: IncomingMessage['headers']): Readonly<Record<string, string>> {
  const pairs = Object.entries(headers).map(([name, value]) => [name, String(value ?? '')]);
  return Object.fromEntries(pairs) as Record<string, string>;
}

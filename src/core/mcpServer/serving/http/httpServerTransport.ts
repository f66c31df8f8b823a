import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isJsonContentType, isLegacyRequest } from '@modelcontextprotocol/server';
import { type Deferred, deferred } from '../../../../base/async.ts';
import { isRecord } from '../../../../base/json.ts';
import { type Disposable, Lifetime } from '../../../../base/lifetime.ts';
import type { Tap } from '../../../wire/tap.ts';
import { shuttingDownText } from '../../session/sessionState.ts';
import { internalError, invalidRequest, parseError, readMessage } from '../../../wire/message.ts';
import { claimsModernEra } from '../../../wire/protocolVersions.ts';
import type { ServableServer } from '../../servableServer.ts';
import {
  exchangeOf,
  readBody,
  refuseExchange,
  sendMessage,
  sendNothing,
  toWebRequest,
  writeWebResponse,
} from '../../../http/exchange.ts';
import type { FastPathOutcome } from '../../../fastPath/serving/fastPathCalls.ts';
import type { RequestGuard } from '../../../http/guard.ts';
import { type LegacyRefusal, type SessionLimits, HttpSessions } from './httpSessions.ts';
import { StatelessHttpHandler } from './statelessHttpHandler.ts';
import { type BegunCall, answerStatelessCall, beginStatelessCall } from './statelessFastPath.ts';
import { ExchangeTap, withoutNullId } from './watchResponse.ts';

interface HttpServerOptions extends SessionLimits {
  /** Absent where the request has already been checked. */
  readonly guard?: RequestGuard;
  readonly maxBodyBytes: number;
}

const methods = ['POST', 'GET', 'DELETE'];

/** Both eras over HTTP: sessions for clients with a handshake, stateless requests for the others. */
export class HttpServerTransport implements Disposable {
  readonly #server: ServableServer;
  readonly #options: HttpServerOptions;
  readonly #lifetime = new Lifetime();
  readonly #sessions: HttpSessions;
  readonly #stateless: StatelessHttpHandler;
  readonly #taps = new WeakMap<Socket, Tap>();
  #calls = 0;
  #finishing: Deferred<void> | undefined;

  constructor(server: ServableServer, options: HttpServerOptions) {
    this.#server = server;
    this.#options = options;
    this.#sessions = this.#lifetime.add(new HttpSessions(server, options));
    this.#stateless = new StatelessHttpHandler(server, options.maxBodyBytes);
    this.#lifetime.defer(() => void this.#stateless.close());
  }

  readonly listener = (request: IncomingMessage, response: ServerResponse): void => {
    response.once('finish', () => this.#tellRefusal(request, response));
    this.#serve(request, response).catch((error: unknown) => {
      this.#server.host.log.error('an HTTP exchange failed', { error });
      if (response.headersSent) response.destroy();
      else refuseExchange(response, 500, internalError);
    });
  };

  /** Whether some client has an open stream for notifications. */
  get isListening(): boolean {
    return this.#sessions.isListening;
  }

  /** Accepts no new calls, and resolves when those under way have their responses. */
  finish(): Promise<void> {
    this.#finishing ??= deferred<void>();
    if (this.#calls === 0) this.#finishing.resolve();
    return this.#finishing.promise;
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const refused = this.#options.guard?.refuse(request);
    if (refused)
      return refuseExchange(response, refused.status, { code: -32600, message: refused.message }, refused.headers);
    if (!methods.includes(request.method ?? ''))
      return refuseExchange(response, 405, methodNotAllowed, { allow: methods.join(', ') });
    const body = request.method === 'POST' ? await this.#readMessage(request, response) : { value: undefined };
    if (!body) return;
    if (!isCall(body.value)) return this.#answer(request, response, body.value);
    if (this.#finishing) return refuseExchange(response, 503, { code: -32600, message: shuttingDownText }, closing);
    this.#calls++;
    try {
      await this.#answer(request, response, body.value);
    } finally {
      this.#endCall();
    }
  }

  #endCall(): void {
    this.#calls--;
    if (this.#calls === 0) this.#finishing?.resolve();
  }

  /** `undefined` where the request has been refused. */
  async #readMessage(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<{ readonly value: unknown } | undefined> {
    if (!isJsonContentType(request.headers['content-type'] ?? null)) {
      refuseExchange(response, 415, invalidRequest('Content-Type must be application/json'), closing);
      return undefined;
    }
    const body = await readBody(request, this.#options.maxBodyBytes);
    if (body.ok) return body;
    if ('tooLarge' in body) {
      const message = `Message exceeds limit of ${this.#options.maxBodyBytes} bytes`;
      refuseExchange(response, 413, { code: -32600, message }, closing);
    } else {
      this.#tapOf(request).malformed('toServer', '', body.reason);
      refuseExchange(response, 400, parseError);
    }
    return undefined;
  }

  async #answer(request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void> {
    const early = await this.#answerEarly(request, body);
    if (early.kind === 'answer') return sendMessage(response, early.message);
    if (early.kind === 'cancelled') return sendNothing(response);
    const begun = beginStatelessCall(this.#server, request, response, body, (of) => this.#tapOf(of));
    const result = await begun?.call.promptResult;
    if (begun && response.closed) return;
    if (begun && result !== undefined) return answerStatelessCall(begun, response, result);
    await this.#answerBySdk(request, response, body, begun);
  }

  async #answerBySdk(
    request: IncomingMessage,
    response: ServerResponse,
    body: unknown,
    begun: BegunCall | undefined,
  ): Promise<void> {
    const gone = new AbortController();
    response.once('close', () => gone.abort()); // also after a good end: a signal that never fires is never freed
    const web = toWebRequest(request, gone.signal);
    if (!begun && (await isLegacy(web, body))) return this.#answerLegacy(web, response, body);
    const tool = toolIn(body);
    if (tool !== undefined) await this.#server.features.ready(tool); // the SDK looks its schema up before it asks a handler
    const exchange = begun ?? { tap: this.#exchangeTap(request, response, body) };
    const answer = await this.#stateless.serve(web, body, exchange, gone.signal);
    await writeWebResponse(answer, response, exchange.tap.createWatch());
  }

  #exchangeTap(request: IncomingMessage, response: ServerResponse, body: unknown): ExchangeTap {
    const tap = new ExchangeTap(this.#tapOf(request), body, exchangeOf(request));
    response.once('close', () => {
      if (!response.writableFinished) tap.abandoned();
    });
    return tap;
  }

  async #answerEarly(request: IncomingMessage, body: unknown): Promise<FastPathOutcome> {
    const busy = this.#sessions.occupy(request.headers['mcp-session-id']);
    try {
      return await this.#sessions.answerEarly(request, body);
    } finally {
      busy.dispose();
    }
  }

  async #answerLegacy(web: Request, response: ServerResponse, body: unknown): Promise<void> {
    const busy = this.#sessions.occupy(web.headers.get('mcp-session-id'), web);
    try {
      const outcome = await this.#sessions.serve(web, body);
      if (outcome instanceof Response) await writeWebResponse(outcome, response, { body: withoutNullId });
      else refuseLegacy(response, outcome, body);
    } finally {
      busy.dispose();
    }
  }

  /** A successful response is shown as a frame; a refused request may have none. */
  #tellRefusal(request: IncomingMessage, { statusCode }: ServerResponse): void {
    if (statusCode < 300) return;
    const http = { ...exchangeOf(request), status: statusCode };
    this.#tapOf(request).state(`HTTP ${statusCode} ${http.method} ${http.path}`, http);
  }

  /** On one socket requests follow one another, so their ids cannot be confused. */
  #tapOf(request: IncomingMessage): Tap {
    const known = this.#taps.get(request.socket);
    if (known) return known;
    const tap = this.#server.openTap();
    this.#taps.set(request.socket, tap);
    return tap;
  }
}

/** The unread rest of a body must not be parsed as the next request. */
const closing = { connection: 'close' };
const methodNotAllowed = { code: -32600, message: 'Method not allowed' };

function refuseLegacy(response: ServerResponse, { status, error }: LegacyRefusal, body: unknown): void {
  const incoming = readMessage(body);
  const id = incoming.kind === 'request' ? incoming.message.id : incoming.kind === 'invalid' ? incoming.id : undefined;
  refuseExchange(response, status, error, status === 405 ? { allow: 'POST' } : {}, id);
}

/** A version in `_meta` decides it, except for initialize, which with an invalid version is still the legacy handshake; the SDK decides the rest. */
function isLegacy(web: Request, body: unknown): Promise<boolean> | boolean {
  const claims = isRecord(body) && isRecord(body['params']) && claimsModernEra({ params: body['params'] });
  return claims && body['method'] !== 'initialize' ? false : isLegacyRequest(web, body);
}

/** The name of the called tool, if any. */
function toolIn(body: unknown): string | undefined {
  if (!isRecord(body) || body['method'] !== 'tools/call' || !isRecord(body['params'])) return undefined;
  const { name } = body['params'];
  return typeof name === 'string' ? name : undefined;
}

/** A request that ends by itself, unlike a stream of changes. */
function isCall(body: unknown): boolean {
  return isRecord(body) && 'method' in body && 'id' in body && body['method'] !== 'subscriptions/listen';
}

import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type McpServer, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { type Disposable, disposable } from '../../../../base/lifetime.ts';
import { batchVersion } from '../../session/batch.ts';
import { ProtocolSession } from '../../session/protocolSession.ts';
import { SessionTransport } from '../../session/sessionTransport.ts';
import { readInitialize } from '../../session/sessionState.ts';
import { type MessageId, type RpcError, invalidParams, invalidRequest, readMessage } from '../../../wire/message.ts';
import type { ServableServer } from '../../servableServer.ts';
import { type FastPathOutcome, FastPathCalls } from '../../../fastPath/serving/fastPathCalls.ts';
import { SessionEvents } from './sessionEvents.ts';

export interface SessionLimits {
  /** Maximum number of sessions; beyond it the one idle for longest is closed. */
  readonly maxSessions: number;
  readonly idleMs: number;
}

export interface LegacyRefusal {
  readonly status: number;
  readonly error: RpcError;
}

/** A response of the SDK, or a reason to refuse. */
type LegacyOutcome = Response | LegacyRefusal;

/** Of each session: a client that is away costs no more than this. */
const eventLimits = { maxEvents: 1_000, maxBytes: 2_000_000 };
/** How long a client that lost its stream is to wait. */
const retryMs = 1_000;

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly protocol: ProtocolSession;
  readonly sessionTransport: SessionTransport;
  readonly events: SessionEvents;
  readonly close: () => Promise<void>;
  readonly fastPath: FastPathCalls | undefined;
  /** Exchanges under way; one with any is never idle. */
  busy: number;
  /** Streams for server-initiated messages. */
  streams: number;
  /** It has had such a stream; what is sent while it is away is replayed when it comes back. */
  listens: boolean;
  usedAt: number;
}

/** Legacy HTTP keeps a session per client. The SDK has neither a limit on them nor an end to idle ones. */
export class HttpSessions implements Disposable {
  readonly #server: ServableServer;
  readonly #limits: SessionLimits;
  readonly #byId = new Map<string, Session>();
  readonly #sweeper: NodeJS.Timeout;

  constructor(server: ServableServer, limits: SessionLimits) {
    this.#server = server;
    this.#limits = limits;
    this.#sweeper = setInterval(() => this.#sweep(), Math.max(1000, limits.idleMs / 4));
    this.#sweeper.unref();
  }

  get size(): number {
    return this.#byId.size;
  }

  /** Whether some client has a stream for server-initiated messages. */
  get isListening(): boolean {
    return [...this.#byId.values()].some(({ streams }) => streams > 0);
  }

  async serve(request: Request, body: unknown): Promise<LegacyOutcome> {
    const id = request.headers.get('mcp-session-id');
    if (id === null) return this.#begin(request, body);
    const session = this.#byId.get(id);
    if (!session) return { status: 404, error: { code: -32001, message: 'Session not found' } };
    const problem = problemOf(body, session);
    if (problem) return { status: 400, error: problem };
    const last = request.headers.get('last-event-id');
    if (request.method === 'GET' && last !== null && !session.events.has(last))
      return { status: 400, error: invalidRequest('Last-Event-ID is unknown, or no longer kept') };
    const repeated = session.sessionTransport.refuseRepeated(body, request);
    return repeated ? Response.json(repeated) : session.transport.handleRequest(request, { parsedBody: body });
  }

  /** `none`: the request is to be served. */
  async answerEarly(request: IncomingMessage, body: unknown): Promise<FastPathOutcome> {
    const id = request.headers['mcp-session-id'];
    const session = typeof id === 'string' ? this.#byId.get(id) : undefined;
    return session?.fastPath?.answer(request, body) ?? { kind: 'none' };
  }

  /** Marks the session of a request as in use until the exchange is over. */
  occupy(id: string | readonly string[] | null | undefined, stream?: Request): Disposable {
    const session = typeof id === 'string' ? this.#byId.get(id) : undefined;
    if (!session) return disposable(() => {});
    session.busy++;
    const isStream = stream !== undefined && isListening(stream, session);
    session.listens ||= isStream;
    if (isStream) session.streams++;
    return disposable(() => {
      session.busy--;
      if (isStream) session.streams--;
      session.usedAt = performance.now();
    });
  }

  dispose(): void {
    clearInterval(this.#sweeper);
    for (const session of this.#byId.values()) void session.close();
    this.#byId.clear();
  }

  async #begin(request: Request, body: unknown): Promise<LegacyOutcome> {
    if (request.method !== 'POST') return { status: 405, error: { code: -32600, message: 'Method not allowed' } };
    const incoming = readMessage(body);
    if (incoming.kind === 'invalid') return { status: 400, error: incoming.error };
    if (incoming.kind !== 'request' || incoming.message.method !== 'initialize') {
      return { status: 400, error: invalidRequest('Mcp-Session-Id is missing: send initialize first') };
    }
    const params = readInitialize(incoming.message.params);
    if (!params)
      return { status: 400, error: invalidParams('initialize needs protocolVersion, capabilities and clientInfo') };
    if (!this.#makeRoom()) return { status: 503, error: { code: -32603, message: 'Too many sessions are in use' } };
    const session = await this.#open();
    const response = await session.transport.handleRequest(request, { parsedBody: { ...incoming.message, params } });
    if (session.transport.sessionId === undefined) await session.close(); // rejected by the SDK: no session was created
    return response;
  }

  async #open(): Promise<Session> {
    const protocol = new ProtocolSession();
    const events = new SessionEvents(eventLimits);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      eventStore: events,
      retryInterval: retryMs,
      onsessioninitialized: (id) => void this.#byId.set(id, session),
    });
    primeAsAgreed(transport, protocol);
    const mcp = await this.#server.open('legacy', {
      get open() {
        return protocol.open && session.listens;
      },
    });
    const cancelled = (id: MessageId): void => {
      session.fastPath?.cancel(id);
      endStream(transport, id);
    };
    const tap = this.#server.openTap();
    tap.state('HTTP session opened');
    const closed = (): void => {
      tap.closed('HTTP session closed');
      session.fastPath?.dispose();
      this.#forget(session);
    };
    const sessionTransport = new SessionTransport(transport, protocol, tap, { cancelled, closed });
    const fastPath = fastPathOf(this.#server, mcp, sessionTransport);
    const close = (): Promise<void> => mcp.close();
    const usage = { busy: 0, streams: 0, listens: false, usedAt: performance.now() };
    const session: Session = { transport, protocol, sessionTransport, events, close, fastPath, ...usage };
    await mcp.connect(sessionTransport);
    return session;
  }

  #forget(session: Session): void {
    for (const [id, one] of this.#byId) if (one === session) this.#byId.delete(id);
  }

  #makeRoom(): boolean {
    if (this.#byId.size < this.#limits.maxSessions) return true;
    const idle = [...this.#byId]
      .filter(([, session]) => session.busy === 0)
      .toSorted(([, a], [, b]) => a.usedAt - b.usedAt)[0];
    if (!idle) return false;
    this.#end(...idle);
    return true;
  }

  #sweep(): void {
    const before = performance.now() - this.#limits.idleMs;
    for (const [id, session] of this.#byId) if (session.busy === 0 && session.usedAt < before) this.#end(id, session);
  }

  #end(id: string, session: Session): void {
    this.#byId.delete(id);
    void session.close();
  }
}

/** An event without data is for clients that agreed on it; the SDK asks the header of each request, which may be missing. */
function primeAsAgreed(transport: WebStandardStreamableHTTPServerTransport, { lifecycle }: ProtocolSession): void {
  const supportsEmptySSEData = (asked: string): boolean => (lifecycle.protocolVersion ?? asked) >= '2025-11-25';
  Object.assign(transport, { supportsEmptySSEData });
}

/**
 * A cancelled call is not answered: without this its response would stay open forever. The error goes to nobody; it
 * ends the stream for a client that resumes it all the same.
 */
function endStream(transport: WebStandardStreamableHTTPServerTransport, id: MessageId): void {
  transport.closeSSEStream(id);
  const error = { code: -32603, message: 'The request was cancelled' };
  transport.send({ jsonrpc: '2.0', id, error }).catch(() => {}); // it has never reached the transport
}

/** A request whose stream is resumed is not one for server-initiated messages. */
function isListening({ method, headers }: Request, { events }: Session): boolean {
  const last = headers.get('last-event-id');
  return method === 'GET' && (last === null || events.isOfListening(last));
}

/** Only where the server can begin a call before its request reaches the SDK. */
function fastPathOf(
  { fastPath, beginCall }: ServableServer,
  mcp: McpServer,
  transport: SessionTransport,
): FastPathCalls | undefined {
  return fastPath && beginCall ? new FastPathCalls((request) => beginCall(request, mcp), transport) : undefined;
}

function problemOf(body: unknown, session: Session): RpcError | undefined {
  if (body === undefined) return undefined;
  if (!Array.isArray(body)) {
    const incoming = readMessage(body);
    return incoming.kind === 'invalid' ? incoming.error : undefined;
  }
  const allowed = session.protocol.lifecycle.protocolVersion === batchVersion;
  return allowed ? undefined : invalidRequest('batches are not part of this protocol version');
}

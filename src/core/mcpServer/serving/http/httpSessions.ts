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

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly protocol: ProtocolSession;
  readonly sessionTransport: SessionTransport;
  readonly close: () => Promise<void>;
  readonly fastPath: FastPathCalls | undefined;
  /** Exchanges under way; one with any is never idle. */
  busy: number;
  /** Streams for server-initiated messages. */
  streams: number;
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
  occupy(id: string | readonly string[] | null | undefined, isStream: boolean): Disposable {
    const session = typeof id === 'string' ? this.#byId.get(id) : undefined;
    if (!session) return disposable(() => {});
    session.busy++;
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
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void this.#byId.set(id, session),
    });
    const mcp = await this.#server.open('legacy', {
      get open() {
        return protocol.open && session.streams > 0;
      },
    });
    // A cancelled call is not answered; without this its response would stay open forever.
    const cancelled = (id: MessageId): void => {
      session.fastPath?.cancel(id);
      transport.closeSSEStream(id);
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
    const usage = { busy: 0, streams: 0, usedAt: performance.now() };
    const session: Session = { transport, protocol, sessionTransport, close, fastPath, ...usage };
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

import {
  type JSONRPCMessage,
  type McpHttpHandler,
  type McpServer,
  type Transport,
  type TransportSendOptions,
  createMcpHandler,
} from '@modelcontextprotocol/server';
import { onAbort } from '../../../../base/async.ts';
import type { Lifetime } from '../../../../base/lifetime.ts';
import { watchSubscriptions } from '../../session/subscriptionListen.ts';
import type { StatelessFastPathCall } from '../../../fastPath/serving/promptResult.ts';
import { normalizeResponse } from '../../session/normalizeResponse.ts';
import type { ServableServer } from '../../servableServer.ts';
import type { ExchangeTap } from './watchResponse.ts';

type Wire = Readonly<Record<string, unknown>>;

interface Exchange {
  readonly tap: ExchangeTap;
  /** Begun before, on the fast path. */
  readonly call?: StatelessFastPathCall;
}

/** The modern era over HTTP: each request is alone and gets an instance of its own. */
export class StatelessHttpHandler {
  readonly #server: ServableServer;
  readonly #handler: McpHttpHandler;
  readonly #exchanges = new WeakMap<Request, Exchange>();
  readonly #lifetime: Lifetime;

  constructor(server: ServableServer, maxBodyBytes: number) {
    this.#server = server;
    const { features: catalog, host } = server;
    this.#handler = createMcpHandler(({ requestInfo }) => this.#instance(server, requestInfo), {
      legacy: 'reject',
      maxRequestBodySize: maxBodyBytes,
      onerror: (error) => host.log.debug('protocol', { error }),
    });
    const { notify } = this.#handler;
    this.#lifetime = host.lifetime.child();
    this.#lifetime.add(catalog.onDidChangeTools(() => notify.toolsChanged()));
    this.#lifetime.add(catalog.onDidChangeResources(() => notify.resourcesChanged()));
    this.#lifetime.add(catalog.onDidUpdateResource((uri) => notify.resourceUpdated(uri)));
  }

  /** `over` is aborted when the response has ended, for whatever reason. The signal of `request` may be garbage-collected before. */
  async serve(request: Request, body: unknown, exchange: Exchange, over: AbortSignal): Promise<Response> {
    this.#exchanges.set(request, exchange);
    const response = await this.#handler.fetch(request, { parsedBody: body });
    const isOpen = response.headers.get('content-type') === 'text/event-stream' && !over.aborted;
    const watched = isOpen ? watchSubscriptions(this.#server, body, this.#lifetime) : undefined;
    if (watched) onAbort(over, () => watched.dispose());
    return response;
  }

  close(): Promise<void> {
    this.#lifetime.dispose();
    return this.#handler.close();
  }

  async #instance(server: ServableServer, request: Request | undefined): Promise<McpServer> {
    const mcp = await server.open('modern');
    const { tap, call } = (request && this.#exchanges.get(request)) ?? {};
    call?.continueIn(mcp);
    const connect = mcp.server.connect.bind(mcp.server);
    mcp.server.connect = (transport) => connect(new WatchedTransport(transport, tap)); // the handler makes the transport itself
    return mcp;
  }
}

/** Normalizes outgoing messages and passes them to the tap. */
class WatchedTransport implements Transport {
  onmessage?: Transport['onmessage'];
  onclose?: Transport['onclose'];
  onerror?: Transport['onerror'];
  readonly #inner: Transport;
  readonly #tap: ExchangeTap | undefined;

  constructor(inner: Transport, tap: ExchangeTap | undefined) {
    this.#inner = inner;
    this.#tap = tap;
  }

  async start(): Promise<void> {
    Object.assign(this.#inner, {
      onmessage: (...message: Parameters<NonNullable<Transport['onmessage']>>) => this.onmessage?.(...message),
      onclose: () => this.onclose?.(),
      onerror: (error: Error) => this.onerror?.(error),
    });
    await this.#inner.start();
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const outgoing = normalizeResponse(message as unknown as Wire);
    this.#tap?.frame(outgoing);
    await this.#inner.send(outgoing as unknown as JSONRPCMessage, options);
  }

  async close(): Promise<void> {
    await this.#inner.close();
  }
}

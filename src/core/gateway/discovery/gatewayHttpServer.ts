import { cannotListen } from '../../../base/commonFaults.ts';
import { randomBytes } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { messageOf } from '../../../base/fault.ts';
import { type Disposable, Lifetime } from '../../../base/lifetime.ts';
import type { Log } from '../../../base/log.ts';
import { bindPort, portOf } from '../../http/bind.ts';
import { refuseExchange } from '../../http/exchange.ts';
import type { HttpServerTransport } from '../../mcpServer/serving/http/httpServerTransport.ts';
import { RequestGuard, pathOf } from '../../http/guard.ts';
import { messageLimit } from '../../wire/budgets.ts';
import type { ServableServer } from '../../mcpServer/servableServer.ts';
import type { WaitingPort } from './waitingPort.ts';

interface GatewayHttpOptions {
  readonly log: Log;
  /** The preferred port, so that clients find us again. */
  readonly port?: number;
  /** Open already: it is taken over with its token. */
  readonly waiting?: WaitingPort | undefined;
  readonly maxBodyBytes?: number;
  readonly maxSessions?: number;
  /** Finds the server of a path. */
  resolve(path: string): ServableServer | undefined;
}

export interface GatewayAddress {
  /** `http://127.0.0.1:PORT`; a path comes after it. */
  readonly origin: string;
  readonly port: number;
  /** For `Authorization: Bearer`, new for each start. */
  readonly token: string;
}

type SdkSide = typeof import('../../mcpServer/serving/http/httpServerTransport.ts');

const sessionIdleMs = 30 * 60_000;

/** Several endpoints behind one loopback port, which is open from `start` to `dispose`. */
export class GatewayHttpServer implements Disposable {
  readonly #options: GatewayHttpOptions;
  readonly #lifetime = new Lifetime();
  readonly #token: string;
  readonly #faces = new Map<ServableServer, HttpServerTransport>();
  readonly #guard: RequestGuard;
  #starting: Promise<GatewayAddress> | undefined;

  constructor(options: GatewayHttpOptions) {
    this.#options = options;
    this.#token = options.waiting?.token ?? randomBytes(32).toString('base64url');
    this.#guard = new RequestGuard({ isKnownPath: (path) => options.resolve(path) !== undefined, token: this.#token });
  }

  /** The address; repeated calls return the same one. */
  start(): Promise<GatewayAddress> {
    this.#starting ??= this.#listen().catch((error: unknown) => {
      this.#starting = undefined; // the next call may succeed
      throw error;
    });
    return this.#starting;
  }

  /** Whether a client there has a stream for notifications. */
  isListenedTo(path: string): boolean {
    const served = this.#options.resolve(path);
    return served !== undefined && this.#faces.get(served)?.isListening === true;
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  async #listen(): Promise<GatewayAddress> {
    const http = createServer({ keepAliveTimeout: 65_000, requestTimeout: 60_000 }, (request, response) =>
      this.#serve(request, response),
    );
    try {
      await (this.#options.waiting?.handOver(http) ?? bindPort(http, this.#options.port ?? 0));
    } catch (error) {
      throw cannotListen('127.0.0.1', error, messageOf(error));
    }
    this.#lifetime.defer(() => {
      http.close();
      http.closeAllConnections();
    });
    const port = portOf(http);
    this.#options.log.info('listening for agents', { at: `127.0.0.1:${port}` });
    return { origin: `http://127.0.0.1:${port}`, port, token: this.#token };
  }

  #serve(request: IncomingMessage, response: ServerResponse): void {
    const refused = this.#guard.refuse(request);
    if (!refused) return void this.#pass(request, response).catch(() => response.destroy()); // an update removed the code
    const error = { code: -32600, message: refused.message };
    refuseExchange(response, refused.status, error, refused.headers);
  }

  /** The SDK comes with the first request. */
  async #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const served = this.#options.resolve(pathOf(request.url))!;
    const face = this.#faces.get(served) ?? (await this.#faceFor(served));
    face.listener(request, response);
  }

  async #faceFor(served: ServableServer): Promise<HttpServerTransport> {
    const sdkSide = await import('../../mcpServer/serving/http/httpServerTransport.ts');
    const known = this.#faces.get(served) ?? this.#lifetime.add(this.#open(sdkSide, served));
    this.#faces.set(served, known);
    return known;
  }

  #open(sdkSide: SdkSide, served: ServableServer): HttpServerTransport {
    return new sdkSide.HttpServerTransport(served, {
      maxBodyBytes: this.#options.maxBodyBytes ?? messageLimit.default,
      maxSessions: this.#options.maxSessions ?? 256,
      idleMs: sessionIdleMs,
    });
  }
}

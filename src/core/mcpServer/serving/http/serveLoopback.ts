import { cannotListen } from '../../../../base/commonFaults.ts';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { Fault, messageOf } from '../../../../base/fault.ts';
import type { Disposable } from '../../../../base/lifetime.ts';
import { messageLimit } from '../../../wire/budgets.ts';
import type { ServableServer } from '../../servableServer.ts';
import { listenPrivately } from '../../../files/socketFile.ts';
import { bindPort, portOf } from '../../../http/bind.ts';
import { HttpServerTransport } from './httpServerTransport.ts';
import { RequestGuard } from '../../../http/guard.ts';

export interface LoopbackOptions {
  /** On 127.0.0.1; 0 takes any free one, and so does a port that is taken. */
  readonly port?: number;
  /** A Unix socket or named pipe instead of a port. Every process that may open the file may call: there is no token. */
  readonly socketPath?: string;
  readonly token?: string;
  readonly maxBodyBytes?: number;
  readonly maxSessions?: number;
  readonly sessionIdleMs?: number;
}

export interface LoopbackAddress {
  /** `http://127.0.0.1:PORT/mcp`, or `unix:///path#/mcp` as VS Code writes it. */
  readonly url: string;
  /** For `Authorization: Bearer`; absent on a socket file. */
  readonly token?: string;
}

const mcpPath = '/mcp';

/** HTTP for clients on this machine. Nothing listens before `start`, and nothing after `dispose`. */
export class LoopbackServer implements Disposable {
  readonly #server: ServableServer;
  readonly #options: LoopbackOptions;
  #starting: Promise<LoopbackAddress> | undefined;
  #stop: (() => void) | undefined;
  #face: HttpServerTransport | undefined;
  #ended = false;

  constructor(server: ServableServer, options: LoopbackOptions = {}) {
    this.#server = server;
    this.#options = options;
    server.host.lifetime.add(this);
  }

  /** The address; repeated calls return the same one. */
  start(): Promise<LoopbackAddress> {
    this.#starting ??= this.#listen().catch((error: unknown) => {
      this.#starting = undefined; // the next call may succeed
      throw error;
    });
    return this.#starting;
  }

  /** Finishes the calls under way, then stops. */
  async finish(): Promise<void> {
    await this.#face?.finish();
    this.dispose();
  }

  dispose(): void {
    this.#ended = true;
    this.#stop?.();
  }

  async #listen(): Promise<LoopbackAddress> {
    const { socketPath, token = randomBytes(32).toString('base64url') } = this.#options;
    const face = new HttpServerTransport(this.#server, {
      guard: new RequestGuard({
        isKnownPath: (path) => path === mcpPath,
        token: socketPath === undefined ? token : undefined,
      }),
      maxBodyBytes: this.#options.maxBodyBytes ?? messageLimit.default,
      maxSessions: this.#options.maxSessions ?? 64,
      idleMs: this.#options.sessionIdleMs ?? 30 * 60_000,
    });
    this.#face = face;
    const http = createServer({ keepAliveTimeout: 65_000, requestTimeout: 60_000 }, face.listener);
    this.#stop = () => {
      face.dispose();
      http.close();
      http.closeAllConnections();
    };
    try {
      await (socketPath === undefined ? bindPort(http, this.#options.port ?? 0) : listenPrivately(http, socketPath));
    } catch (error) {
      this.#stop();
      if (Fault.is(error, 'embedded/listen-failed')) throw error;
      throw cannotListen(socketPath ?? '127.0.0.1', error, messageOf(error));
    }
    if (this.#ended) this.#stop();
    this.#server.host.log.info('listening', { at: socketPath ?? `127.0.0.1:${portOf(http)}` });
    return socketPath === undefined
      ? { url: `http://127.0.0.1:${portOf(http)}${mcpPath}`, token }
      : { url: `unix://${socketPath}#${mcpPath}` };
  }
}

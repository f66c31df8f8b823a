import { randomBytes } from 'node:crypto';
import { type Server, type Socket, createServer } from 'node:net';
import type { Disposable } from '../../../base/lifetime.ts';
import { bindPort, portOf } from '../../http/bind.ts';

const mostWaiting = 64;

/**
 * A loopback port that is open before anything that could serve it is loaded. VS Code hands definitions to its Agent
 * Host unresolved, so the address must be the real one; the first connection tells that an agent needs the server.
 */
export class WaitingPort implements Disposable {
  readonly token = randomBytes(32).toString('base64url');
  readonly #server: Server;
  readonly #waiting = new Set<Socket>();
  #taken = false;

  private constructor(connected: () => void) {
    this.#server = createServer({ pauseOnConnect: true }, (socket) => {
      if (this.#waiting.size >= mostWaiting) return void socket.destroy();
      this.#waiting.add(socket);
      socket.on('error', () => {}); // a connection that breaks while it waits is not served
      socket.once('close', () => this.#waiting.delete(socket));
      connected();
    });
  }

  /** On the preferred port where that is free. */
  static async open(preferred: number, connected: () => void): Promise<WaitingPort> {
    const port = new WaitingPort(connected);
    await bindPort(port.#server, preferred);
    return port;
  }

  get port(): number {
    return portOf(this.#server);
  }

  /** An agent has connected and waits. */
  get isNeeded(): boolean {
    return this.#waiting.size > 0;
  }

  /** From now on the port is the other server's, with the connections that wait. */
  async handOver(http: Server): Promise<void> {
    this.#taken = true;
    await new Promise<void>((resolve, reject) => {
      http.once('error', reject);
      http.listen(this.#server, () => {
        http.off('error', reject);
        resolve();
      });
    });
    for (const socket of this.#waiting) {
      http.emit('connection', socket);
      socket.resume();
    }
    this.#waiting.clear();
  }

  dispose(): void {
    if (this.#taken) return; // closed by its new owner
    this.#server.close();
    for (const socket of this.#waiting) socket.destroy();
  }
}

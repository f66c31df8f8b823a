import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';

/** What a proxy does to the bytes of a response; `none` passes them on. */
export type Harm = 'none' | 'cut' | 'delay' | 'duplicate' | 'corrupt';

const delayMs = 150;

/** Passes connections on to a port, and harms what comes back as it is told. */
export class BadProxy {
  harm: Harm = 'none';
  readonly #target: number;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;

  constructor(target: number) {
    this.#target = target;
  }

  async start(): Promise<number> {
    this.#server = createServer((client) => this.#pass(client)).listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  stop(): void {
    this.#server?.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #pass(client: Socket): void {
    const server = connect(this.#target, '127.0.0.1');
    for (const socket of [client, server]) {
      this.#sockets.add(socket);
      socket.on('error', () => {}); // the other side is told by its end
      socket.once('close', () => {
        this.#sockets.delete(socket);
        client.destroy();
        server.destroy();
      });
    }
    client.pipe(server);
    server.on('data', (bytes: Buffer) => this.#harm(bytes, client));
  }

  #harm(bytes: Buffer, client: Socket): void {
    switch (this.harm) {
      case 'none':
        return void client.write(bytes);
      case 'cut':
        client.write(bytes.subarray(0, bytes.length >> 1));
        return void client.destroySoon();
      case 'delay':
        return void setTimeout(() => client.write(bytes), delayMs);
      case 'duplicate':
        client.write(bytes);
        return void client.write(bytes);
      case 'corrupt':
        return void client.write(broken(bytes));
      default:
        throw this.harm satisfies never;
    }
  }
}

/** The last brace becomes another letter: what was JSON is none. */
function broken(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  const at = copy.lastIndexOf('}');
  if (at >= 0) copy[at] = 0x23;
  return copy;
}

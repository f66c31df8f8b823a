import { chmodSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { type Server, type Socket, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { deferred } from '../../../../src/base/async.ts';

/** Where a transcript plays: a home folder with manifests, and the service behind their tools. */
export class TranscriptHome {
  readonly dir: string;
  /** The service has got a call of `wait`; it may respond; it was notified that the call is cancelled. */
  readonly started = deferred<void>();
  readonly released = deferred<void>();
  readonly stopped = deferred<void>();
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #manifests = 0;

  private constructor(dir: string) {
    this.dir = dir;
  }

  static async make(): Promise<TranscriptHome> {
    const home = new TranscriptHome(await realpath(await mkdtemp(path.join(tmpdir(), 'sb-'))));
    await mkdir(home.#folder, { recursive: true, mode: 0o700 });
    return home;
  }

  get #folder(): string {
    return path.join(this.dir, '.tairseach', 'manifests');
  }

  /** Tools `say` and `wait`, and the service that carries them out. */
  async serve(): Promise<void> {
    await writeFile(path.join(this.#folder, 'notes.json'), JSON.stringify(manifest));
    const socket = path.join(this.dir, '.tairseach', 'tairseach.sock');
    const server = (this.#server = createServer((client) => this.#read(client)));
    await new Promise<void>((done) => server.listen(socket, done));
    chmodSync(socket, 0o600);
  }

  /** One more tool each time. */
  async addManifest(): Promise<void> {
    const name = `new${++this.#manifests}`;
    const tools = [{ name, description: 'Came later', inputSchema: { type: 'object' } }];
    const added = { id: name, tools, implementation: { methods: { [name]: 'notes.say' } } };
    await writeFile(path.join(this.#folder, `${name}.json`), JSON.stringify(added));
  }

  async remove(): Promise<void> {
    this.released.resolve();
    for (const socket of this.#sockets) socket.destroy();
    this.#server?.close();
    await rm(this.dir, { recursive: true, force: true });
  }

  #read(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => {}); // the bridge may hang up in the middle
    createInterface({ input: socket }).on('line', (line) => void this.#answer(JSON.parse(line) as ServiceCall, socket));
  }

  async #answer({ id, method, params }: ServiceCall, socket: Socket): Promise<void> {
    if (method === '$/cancelRequest') return this.stopped.resolve();
    if (method === 'notes.wait') {
      this.started.resolve();
      await this.released.promise;
    }
    if (!socket.destroyed) socket.write(`${JSON.stringify({ jsonrpc: '2.0', id, result: params })}\n`);
  }
}

interface ServiceCall {
  readonly id?: number;
  readonly method: string;
  readonly params: unknown;
}

const manifest = {
  id: 'notes',
  tools: [
    {
      name: 'say',
      description: 'Says it again',
      inputSchema: {
        type: 'object',
        properties: { text: { type: 'string', minLength: 1 }, style: { type: 'string', enum: ['plain', 'loud'] } },
        required: ['text'],
        additionalProperties: false,
      },
    },
    { name: 'wait', description: 'Waits', inputSchema: { type: 'object' } },
  ],
  implementation: { methods: { say: 'notes.say', wait: 'notes.wait' } },
};

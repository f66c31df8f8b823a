import { once } from 'node:events';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

interface Message {
  readonly id?: number;
  readonly method: string;
}

const results: Readonly<Record<string, object>> = {
  initialize: {
    protocolVersion: '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 'restartable', version: '1' },
  },
  'tools/list': { tools: [{ name: 'echo', inputSchema: { type: 'object' } }] },
  'tools/call': { content: [{ type: 'text', text: 'here' }] },
  ping: {},
};

/** Answers in place of the server, as a proxy in front of it does; `false` lets the server answer. */
type Proxy = (response: ServerResponse) => boolean;

/** A legacy HTTP server that can go away and come back at the same port, with none of its old sessions. */
export class RestartableServer {
  #server: Server | undefined;
  #port = 0;
  #session = 0;
  proxy: Proxy = () => false;
  connections = 0;
  requests = 0;

  get url(): string {
    return `http://127.0.0.1:${this.#port}/mcp`;
  }

  async start(): Promise<this> {
    this.#session++;
    const server = createServer((request, response) => void this.#answer(request, response));
    server.on('connection', () => this.connections++);
    this.#server = server.listen(this.#port, '127.0.0.1');
    await once(server, 'listening');
    this.#port = (server.address() as AddressInfo).port;
    return this;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (!server) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests++;
    if (this.proxy(response)) return;
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const { id, method } = (await json(request)) as Message;
    const session = `session-${this.#session}`;
    const wanted = request.headers['mcp-session-id'];
    if (method !== 'initialize' && wanted !== undefined && wanted !== session)
      return void response.writeHead(404).end();
    if (id === undefined) return void response.writeHead(202).end();
    const result = results[method];
    const body = result ? { result } : { error: { code: -32_601, message: 'Method not found' } };
    response.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': session });
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...body }));
  }
}

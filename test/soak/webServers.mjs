// Servers that are reached by an address, each at a port of its own: node webServers.mjs <name>=<kind>…
// Prints their addresses, then takes lines "down <name>" and "up <name>".
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { json } from 'node:stream/consumers';
import { NodeStreamableHTTPServerTransport, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { WebSocketServer } from 'ws';
import { makeEchoServer } from './echoServer.mjs';

/** @typedef {(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => unknown} Handle */

/** One transport a session. @param {string} name @returns {Handle} */
function legacySessions(name) {
  const sessions = new Map();
  return async (request, response) => {
    const body = request.method === 'POST' ? await json(request) : undefined;
    const known = sessions.get(request.headers['mcp-session-id']);
    if (known) return known.handleRequest(request, response, body);
    if (body?.method !== 'initialize') return response.writeHead(404).end('{}');
    const opened = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (/** @type {string} */ id) => void sessions.set(id, opened),
      onsessionclosed: (/** @type {string} */ id) => void sessions.delete(id),
    });
    await makeEchoServer(name).connect(opened);
    return opened.handleRequest(request, response, body);
  };
}

/** HTTP+SSE of 2024-11-05. @param {string} name @returns {Handle} */
function eventStreams(name) {
  const sessions = new Map();
  return async (request, response) => {
    if (request.method === 'GET') {
      const opened = new SSEServerTransport('/messages', response);
      sessions.set(opened.sessionId, opened);
      response.once('close', () => sessions.delete(opened.sessionId));
      return makeEchoServer(name).connect(/** @type {any} */ (opened));
    }
    const session = new URL(request.url ?? '', 'http://localhost').searchParams.get('sessionId');
    return sessions.get(session)?.handlePostMessage(request, response) ?? response.writeHead(404).end();
  };
}

/** @param {import('node:http').Server} http @param {string} name */
function serveWebSockets(http, name) {
  new WebSocketServer({ server: http }).on('connection', (socket) => {
    const transport = {
      start: async () => void socket.on('message', (data) => transport.onmessage?.(JSON.parse(String(data)))),
      send: async (/** @type {unknown} */ message) => socket.send(JSON.stringify(message)),
      close: async () => socket.close(),
      /** @type {((message: any) => void) | undefined} */
      onmessage: undefined,
      /** @type {(() => void) | undefined} */
      onclose: undefined,
    };
    socket.once('close', () => transport.onclose?.());
    void makeEchoServer(name).connect(/** @type {any} */ (transport));
  });
}

/** @param {string} name @param {string} kind @returns {Handle} */
function handlerOf(name, kind) {
  if (kind === 'legacy') return legacySessions(name);
  if (kind === 'modern') return toNodeHandler(createMcpHandler(() => makeEchoServer(name)));
  if (kind === 'sse') return eventStreams(name);
  return (_, response) => void response.writeHead(426).end();
}

class WebServer {
  #port = 0;
  /** @type {import('node:http').Server | undefined} */
  #http;

  /** @param {string} name @param {string} kind */
  constructor(name, kind) {
    this.name = name;
    this.kind = kind;
  }

  get url() {
    const path = this.kind === 'sse' ? 'sse' : 'mcp';
    return `${this.kind === 'ws' ? 'ws' : 'http'}://127.0.0.1:${this.#port}/${path}`;
  }

  /** Its sessions of before are gone, as those of a server that was started again. */
  async up() {
    const http = createServer(handlerOf(this.name, this.kind));
    if (this.kind === 'ws') serveWebSockets(http, this.name);
    await new Promise((resolve) => http.listen(this.#port, '127.0.0.1', () => resolve(undefined)));
    this.#port = /** @type {import('node:net').AddressInfo} */ (http.address()).port;
    http.on('connection', (socket) => this.#sockets.add(socket.once('close', () => this.#sockets.delete(socket))));
    this.#http = http;
  }

  /** @type {Set<import('node:net').Socket>} */
  #sockets = new Set();

  down() {
    this.#http?.close();
    for (const socket of this.#sockets) socket.destroy();
  }
}

const servers = process.argv.slice(2).map((word) => new WebServer(...splitWord(word)));
await Promise.all(servers.map((server) => server.up()));
console.log(JSON.stringify(Object.fromEntries(servers.map(({ name, url }) => [name, url]))));
createInterface({ input: process.stdin })
  .on('line', (line) => {
    const [verb, name] = line.split(' ');
    const server = servers.find((one) => one.name === name);
    if (verb === 'down') server?.down();
    else void server?.up();
  })
  .on('close', () => process.exit());

/** @param {string} word @returns {[string, string]} */
function splitWord(word) {
  const [name = '', kind = ''] = word.split('=');
  return [name, kind];
}

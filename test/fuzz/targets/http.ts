import assert from 'node:assert/strict';
import { type Server, createServer } from 'node:http';
import { type Duplex, duplexPair } from 'node:stream';
import { RequestGuard } from '../../../src/core/http/guard.ts';
import { HttpServerTransport } from '../../../src/core/mcpServer/serving/http/httpServerTransport.ts';
import { makeRaw } from '../../unit/http/support/rawRequests.ts';
import { type TestServer, makeServer } from '../../unit/mcpServer/support/session.ts';
import { echo } from '../../unit/mcpServer/support/tools.ts';
import type { FuzzTarget } from '../target.ts';

const token = 'T0kenOfThisEndpoint';

interface Endpoint {
  readonly made: TestServer;
  readonly http: Server;
  readonly transport: HttpServerTransport;
}

let endpoint: Endpoint | undefined;

/** A raw request, in Latin-1. */
export const http: FuzzTarget = {
  name: 'http',
  promise: 'nothing is served without the token, and every connection ends',
  make: (dice) => makeRaw(dice.next, token).text,
  run: async (input) => {
    const { http: server, made } = (endpoint ??= open());
    const statuses = await send(server, input);
    const good = statuses.filter((status) => status >= 200 && status < 400);
    if (!input.includes(token)) assert.deepEqual(good, []);
    const failed = made.log.splice(0).filter((line) => /an HTTP exchange failed(?!.*"aborted")/.test(line));
    assert.deepEqual(failed, []);
  },
  dispose: () => {
    endpoint?.transport.dispose();
    endpoint?.made.server.dispose();
    endpoint?.http.close();
    endpoint = undefined;
  },
};

function open(): Endpoint {
  const made = makeServer({ parts: { tools: [echo], toolSources: [], resources: [], prompts: [] } });
  const guard = new RequestGuard({ isKnownPath: (path) => path === '/mcp', token });
  const transport = new HttpServerTransport(made.server, {
    guard,
    maxBodyBytes: 10_000,
    maxSessions: 8,
    idleMs: 60_000,
  });
  return { made, transport, http: createServer(transport.listener) };
}

/** Over a pair of streams: sockets would take most of the time. */
async function send(server: Server, input: string): Promise<readonly number[]> {
  const [near, far] = duplexPair();
  far.on('error', () => {});
  near.on('error', () => {});
  server.emit('connection', far);
  const got = received(near);
  near.end(input, 'latin1');
  return [...(await got).matchAll(/(?:^|\n)HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}

/** Up to its end, or the beginning of a stream that stays open. */
function received(socket: Duplex): Promise<string> {
  let text = '';
  return new Promise((resolve) => {
    const done = (): void => (socket.destroy(), resolve(text));
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      if (text.includes('text/event-stream')) done();
    });
    socket.once('end', done).once('close', done);
  });
}

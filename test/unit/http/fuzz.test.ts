// Raw requests of any kind to the loopback endpoints: nothing is answered without the token, and nothing breaks them.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { silentLog } from '../../../src/base/log.ts';
import { GatewayHttpServer } from '../../../src/core/gateway/discovery/gatewayHttpServer.ts';
import { LoopbackServer } from '../../../src/core/mcpServer/serving/http/serveLoopback.ts';
import type { ServerTool } from '../../../src/core/mcpServer/tool.ts';
import { failOnLeaks } from '../../support/leaks.ts';
import { seeded } from '../config/support.ts';
import { type TestServer, makeServer } from '../mcpServer/support/session.ts';
import { echo } from '../mcpServer/support/tools.ts';
import { type Raw, makeRaw, ordinary } from './support/rawRequests.ts';

failOnLeaks();

let called = 0;
const counted: ServerTool = {
  ...echo,
  load: async (host) => {
    const run = await echo.load(host);
    return (args, context) => (called++, run(args, context));
  },
};

interface Endpoint {
  readonly made: TestServer;
  readonly port: number;
  readonly token: string;
  dispose(): void;
}

const openers: Readonly<Record<string, (made: TestServer) => Promise<Omit<Endpoint, 'made'>>>> = {
  LoopbackServer: async ({ server }) => {
    const { url, token = '' } = await new LoopbackServer(server, { maxBodyBytes: 10_000 }).start();
    return { port: Number(new URL(url).port), token, dispose: () => {} };
  },
  GatewayHttpServer: async ({ server }) => {
    const gateway = new GatewayHttpServer({
      log: silentLog,
      resolve: (path) => (path === '/mcp' ? server : undefined),
    });
    return { ...(await gateway.start()), dispose: () => gateway.dispose() };
  },
};

async function useEndpoint(name: string, run: (endpoint: Endpoint) => Promise<void>): Promise<void> {
  const made = makeServer({ parts: { tools: [counted], toolSources: [], resources: [], prompts: [] } });
  const opened = await openers[name]!(made);
  try {
    await run({ made, ...opened });
  } finally {
    opened.dispose();
    made.server.dispose();
  }
}

/** The statuses of all responses on a connection. */
async function send(port: number, { text, whole }: Pick<Raw, 'text' | 'whole'>): Promise<readonly number[]> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => {}); // refused in the middle of what is sent
  if (whole) socket.write(text, 'latin1');
  else socket.end(text, 'latin1');
  let got = '';
  socket.on('data', (chunk) => {
    got += chunk.toString('latin1');
    socket.end(); // a stream would stay open
  });
  await new Promise((resolve) => socket.once('close', resolve).once('end', () => socket.destroy()));
  return [...got.matchAll(/(?:^|\n)HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}

for (const [at, name] of Object.keys(openers).entries())
  test(`${name}: 3,000 requests of any kind get nothing without Host, Origin and token, and break nothing`, () =>
    useEndpoint(name, async ({ made, port, token }) => {
      const next = seeded(31 + at);
      const entered: number[] = [];
      for (let round = 0; round < 3_000; round += 20) {
        const batch = Array.from({ length: 20 }, () => makeRaw(next, token));
        const guarded = batch.filter(({ mayEnter }) => !mayEnter);
        const before = called;
        for (const [index, statuses] of (await Promise.all(guarded.map((raw) => send(port, raw)))).entries()) {
          const { text, isForeign } = guarded[index]!;
          assert.deepEqual(statuses.filter(isGood), [], JSON.stringify(text.slice(0, 2_000)));
          if (isForeign) assert.deepEqual(statuses, [403], JSON.stringify(text.slice(0, 2_000)));
        }
        assert.equal(called, before);
        const others = batch.filter(({ mayEnter }) => mayEnter);
        entered.push(...(await Promise.all(others.map((raw) => send(port, raw)))).flat().filter(isGood));
      }
      assert.ok(entered.length > 50 && called > 0, `${entered.length} requests were good, ${called} calls`);
      assert.deepEqual(await send(port, ordinary(token)), [200]);
      assert.deepEqual(
        made.log.filter((line) => /^\[ERROR\](?!.*"aborted")/.test(line)),
        [],
      );
    }));

const isGood = (status: number): boolean => status >= 200 && status < 400;

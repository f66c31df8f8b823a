// Calls to an HTTP server on this machine, which the fast path sends over a bare socket.
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { Fault } from '../../src/base/fault.ts';
import type { ManagedServer } from '../../src/core/servers/model/server.ts';
import { type ScriptedHttp, startScriptedHttp } from '../fixtures/fastPath/scriptedHttp.ts';
import type { Message } from '../fixtures/fastPath/scriptedServer.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { until } from '../support/until.ts';
import { type Seen, sameBothWays } from './support/bothWays.ts';
import { CliProcess } from './support/cliProcess.ts';
import { httpFixture } from './serversHttpFixture.ts';
import { type Recorder, manage } from './serversSupport.ts';

failOnLeaks();

interface Exchange {
  readonly server: ManagedServer;
  readonly host: ScriptedHttp;
  readonly received: unknown[];
  readonly taps: Recorder;
  call(name: string, args?: object): Promise<void>;
}

type HttpOptions = NonNullable<Parameters<typeof startScriptedHttp>[0]>;

/** What the caller heard, what the server saw, and what is in Traffic. */
async function exchange(
  fastPath: boolean,
  talk: (parts: Exchange) => Promise<void>,
  options: HttpOptions = {},
): Promise<Seen> {
  const received: unknown[] = [];
  await using host = await startScriptedHttp(options);
  const clientRequests = {
    elicit: async (request: object) => (
      received.push({ elicit: request }),
      { action: 'accept', content: { name: 'Ada' } } as const
    ),
    sample: async (request: object) => (received.push({ sample: request }), { model: 'm', text: 'because' }),
  };
  const launch = { kind: 'http', url: host.url, headers: { 'X-Key': 'k' } } as const;
  const managed = manage(launch, {}, { fastPath, clientRequests });
  await using stopped = managed;
  const { server } = stopped;
  server.onNotification(({ method, params }) => received.push({ method, params }));
  const call = async (name: string, args: object = {}): Promise<void> => {
    const onProgress = (progress: unknown): void => void received.push({ progress });
    received.push(await outcome(() => server.callTool(name, { ...args }, { onProgress })));
  };
  await server.start();
  await talk({ server, host, received, call, taps: managed.taps });
  await server.stop();
  return { received, server: host.seen, traffic: framesOf(managed.taps) };
}

async function outcome(run: () => Promise<unknown>): Promise<unknown> {
  try {
    return { result: await run() };
  } catch (error) {
    return Fault.is(error) ? { fault: error.code, message: error.message } : { error: String(error) };
  }
}

/** Sizes are known only on the fast path. */
function framesOf({ rows }: Recorder): unknown {
  return rows.map(({ kind, message, text }) => (kind === 'frame' ? { message } : { kind, text }));
}

const calling =
  (...names: readonly string[]) =>
  ({ call }: Exchange): Promise<void> =>
    names.reduce((before, name) => before.then(() => call(name, { n: 1 })), Promise.resolve());

const kinds = ['echo', 'structured', 'picture', 'marked', 'fail', 'refuse', 'noContent', 'nonsense', 'extra'];
const odd = ['extraInBlock', 'notText', 'list', 'large', 'meta', 'nowhere'];

for (const asJson of [false, true])
  test(
    ...sameBothWays(
      `results and errors of every kind, in ${asJson ? 'bodies' : 'streams'}`,
      (fastPath) => exchange(fastPath, calling(...kinds, ...odd), { asJson }),
      /not today/,
      /It did not work/,
    ),
  );
const isNotification = (message: unknown): boolean => typeof message === 'object' && 'method' in (message ?? {});

test(...sameBothWays('progress before the result', (fastPath) => exchange(fastPath, calling('progress')), /step 2/));
test(
  ...sameBothWays(
    'questions of the server in the middle of a call',
    (fastPath) => exchange(fastPath, calling('form', 'sample', 'twice')),
    /Ada/,
    /because/,
  ),
);
test(
  ...sameBothWays(
    'log messages and changed lists in the middle of a call',
    (fastPath) =>
      exchange(fastPath, async ({ call, received, host }) => {
        await call('log');
        await call('change');
        const lists = (): number => JSON.stringify(host.seen).split('"tools/list"').length - 1;
        await until(() => lists() === 2, 'the list is read again');
        assert.ok(received.length > 0);
      }),
    /half done/,
    /list_changed/,
  ),
);
test(
  ...sameBothWays(
    'a call that the caller cancels',
    (fastPath) =>
      exchange(fastPath, async ({ server, received, host, call }) => {
        const cancel = new AbortController();
        const held = outcome(() => server.callTool('hold', {}, { signal: cancel.signal }));
        await until(() => JSON.stringify(host.seen).includes('"hold"'), 'the call reaches the server');
        cancel.abort();
        received.push(await held);
        await until(() => JSON.stringify(host.seen).includes('notifications/cancelled'), 'the server is told');
        await call('echo');
      }),
    /notifications\/cancelled/,
  ),
);
test(
  ...sameBothWays(
    'many calls at once',
    (fastPath) =>
      exchange(fastPath, async ({ server, received, host }) => {
        const all = Array.from({ length: 20 }, (_, n) => outcome(() => server.callTool('echo', { n })));
        received.push(await Promise.all(all));
        const id = (entry: unknown): number => Number((entry as { message?: Message }).message?.['id'] ?? -1);
        host.seen.sort((a, b) => id(a) - id(b)); // they come over several connections
      }).then(({ received, server }) => ({ received, server })),
    /"n\\*":19/,
  ),
);

const event = (message: object, id?: string): string =>
  `${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(message)}\n\n`;
const result = (id: unknown, text: string): object => ({
  jsonrpc: '2.0',
  id,
  result: { content: [{ type: 'text', text }] },
});
const stream = { 'content-type': 'text/event-stream' };
const body = { 'content-type': 'application/json' };

/** One call, answered by hand. */
function answered(
  answer: (call: Message, response: ServerResponse) => void,
  more: HttpOptions = {},
  talk = calling('echo'),
): (fastPath: boolean) => Promise<Seen> {
  let first = true;
  const once = (call: Message, response: ServerResponse): boolean => {
    if (!first) return false;
    first = false;
    answer(call, response);
    return true;
  };
  return (fastPath) => {
    first = true;
    return exchange(fastPath, talk, { ...more, answer: once });
  };
}

const responses: readonly (readonly [string, (call: Message, response: ServerResponse) => void])[] = [
  [
    'an empty event first',
    ({ id }, response) => void response.writeHead(200, stream).end(`id: 1\ndata: \n\n${event(result(id, 'x'))}`),
  ],
  [
    'an event of another kind first',
    ({ id }, response) => void response.writeHead(200, stream).end(`event: ping\ndata: 1\n\n${event(result(id, 'x'))}`),
  ],
  [
    'a comment and CRLF',
    ({ id }, response) =>
      void response.writeHead(200, stream).end(`: hello\r\ndata: ${JSON.stringify(result(id, 'x'))}\r\n\r\n`),
  ],
  [
    'an array of messages',
    ({ id }, response) =>
      void response
        .writeHead(200, body)
        .end(JSON.stringify([{ jsonrpc: '2.0', method: 'notifications/message', params: {} }, result(id, 'x')])),
  ],
  [
    'the id as a text',
    ({ id }, response) => void response.writeHead(200, body).end(JSON.stringify(result(String(id), 'x'))),
  ],
  [
    'a content type with a charset',
    ({ id }, response) =>
      void response
        .writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
        .end(JSON.stringify(result(id, 'ü'))),
  ],
  ['HTTP 500', (_, response) => void response.writeHead(500).end('broken')],
  [
    'HTTP 400 with an error of JSON-RPC',
    ({ id }, response) =>
      void response
        .writeHead(400, body)
        .end(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_602, message: 'bad' } })),
  ],
  ['HTTP 401', (_, response) => void response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()],
  [
    'a content type that is none',
    (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
  ],
  ['a body that is not JSON', (_, response) => void response.writeHead(200, body).end('{"half')],
];
for (const [what, answer] of responses) test(...sameBothWays(`an answer with ${what}`, answered(answer)));

test(
  ...sameBothWays(
    'a stream that ends before its result, and is resumed',
    (fastPath) => {
      let id: unknown;
      return answered(
        (call, response) => {
          id = call['id'];
          response.writeHead(200, stream).end('id: at-1\nretry: 10\ndata: \n\n');
        },
        { resume: (lastEventId) => event(result(id, `resumed after ${lastEventId}`), 'at-2') },
      )(fastPath);
    },
    /resumed after at-1/,
  ),
);
test(
  ...sameBothWays(
    'messages after the result, in the same stream',
    answered(
      ({ id }, response) => {
        response.writeHead(200, stream).write(event(result(id, 'x')));
        setImmediate(() =>
          response.end(
            event({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'late' } }),
          ),
        );
      },
      {},
      async ({ call, received }) => {
        await call('echo');
        await until(() => JSON.stringify(received).includes('late'), 'the late message');
        received.sort((a, b) => Number(isNotification(a)) - Number(isNotification(b))); // both may come in one piece
      },
    ),
    /late/,
  ),
);
test(
  ...sameBothWays(
    'a session that the server has forgotten',
    answered(
      (_, response) =>
        void response
          .writeHead(404, body)
          .end('{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}}'),
    ),
  ),
);
/** Each HTTP client has its own words for it. */
const lost = /other side closed|terminated|the server (?:reset|closed) the connection|Connection reset by the server/g;
const broken = answered(
  ({ id }, response) => {
    response.writeHead(200, body).write(JSON.stringify(result(id, 'x')).slice(0, 20));
    setImmediate(() => response.destroy());
  },
  {},
  callAndCheck,
);

/** A lost response makes the client ask whether the server is alive. */
async function callAndCheck({ call, taps }: Exchange): Promise<void> {
  await call('echo');
  const idOf = (row: Recorder['rows'][number] | undefined): unknown => row?.message?.['id'];
  await until(() => {
    const ping = taps.rows.find(({ message }) => message?.['method'] === 'ping');
    return ping && taps.rows.some((row) => idOf(row) === idOf(ping) && 'result' in row.message!);
  }, 'the health check');
}
test(
  ...sameBothWays(
    'a connection that breaks in the middle of the result',
    async (fastPath) => JSON.parse(JSON.stringify(await broken(fastPath)).replaceAll(lost, 'lost')) as Seen,
    /was lost: lost/,
  ),
);

for (const era of ['legacy', 'modern'] as const)
  test(
    ...sameBothWays(`calls of a ${era} server of the SDK`, async (fastPath) => {
      await using host = await httpFixture(era);
      const managed = manage({ kind: 'http', url: host.url, headers: {} }, {}, { fastPath });
      await using stopped = managed;
      const received = [await outcome(() => stopped.server.callTool('echo', { a: 1 }))];
      const cancel = new AbortController();
      const held = outcome(() => stopped.server.callTool('slow', { ms: 60_000 }, { signal: cancel.signal }));
      await until(() => JSON.stringify(managed.taps.rows).includes('60000'), 'the call is sent');
      cancel.abort();
      received.push(await held, await outcome(() => stopped.server.callTool('nowhere', {})));
      return { received };
    }),
  );

for (const isModern of [false, true])
  test(`with the switch on a call to a ${isModern ? 'modern' : 'legacy'} server goes over a bare socket, with it off over fetch`, async () => {
    const callers = async (fastPath: boolean): Promise<unknown> => {
      let seen: readonly unknown[] = [];
      const talk = async ({ call, host }: Exchange): Promise<void> => void (await call('echo'), (seen = host.callers));
      await exchange(fastPath, talk, { isModern });
      return seen;
    };
    assert.deepEqual(await callers(true), [undefined]);
    assert.deepEqual(await callers(false), ['node']);
  });

test('the command line takes the switch from its environment', async () => {
  await using host = await startScriptedHttp();
  const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-fast-'));
  const config = path.join(folder, 'mcp.json');
  writeFileSync(config, JSON.stringify({ servers: { s: { type: 'http', url: host.url } } }));
  for (const value of ['0', '1']) {
    const env = { ...process.env, XDG_STATE_HOME: folder, MCP_SWITCHBOARD_FAST_PATH: value };
    const { code, stderr } = await new CliProcess(['call', 's', 'echo', '--config', config, '--trust'], { env }).ended;
    assert.equal(code, 0, stderr);
  }
  rmSync(folder, { recursive: true, force: true });
  assert.deepEqual(host.callers, ['node', undefined]);
});

// Plain tools over stdio, which the fast path answers without the SDK's server layer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from '../../src/base/log.ts';
import { isFastPathOn } from '../../src/core/fastPath/fastPathSwitch.ts';
import { createEmbeddedServer } from '../../src/core/embedded/server.ts';
import { manifestOptions } from '../../src/core/manifest/options.ts';
import { manifestSourceWith } from '../../src/core/manifest/source.ts';
import { profileNamed } from '../../src/core/mcpServer/profile.ts';
import type { StreamOptions } from '../../src/core/mcpServer/serving/serveStream.ts';
import { textOutcome } from '../../src/core/mcpServer/tool.ts';
import { type RunningService, startService } from '../fixtures/manifest/startService.ts';
import { type Home, echoManifest, makeHome } from '../fixtures/manifest/tools.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { settled } from '../support/until.ts';
import {
  type Json,
  createNotification,
  createRequest,
  createToolsCallRequest,
  modernMeta,
} from '../unit/mcpServer/support/messages.ts';
import { Session } from '../unit/mcpServer/support/session.ts';
import { badContent, breaksPromise, tool } from '../unit/mcpServer/support/tools.ts';
import { type Seen, sameBothWays } from './support/bothWays.ts';

failOnLeaks();

const names = ['say', 'slow', 'fail', 'denied', 'nothing', 'list', 'secret', 'cut'];
const strict = {
  name: 'strict',
  description: 'Wants a number',
  inputSchema: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'], additionalProperties: false },
};

interface Exchange {
  readonly session: Session;
  readonly service: RunningService;
  readonly home: Home;
}

/** Plain tools besides those of manifests: they show what no service can make a manifest's tool do. */
const plain = { plain: true } as const;
const ownTools = [
  { ...breaksPromise, ...plain },
  { ...badContent, ...plain },
  tool('throws', () => Promise.reject(new Error('secret /home/someone')), { type: 'object' }, plain),
  tool('where', async () => textOutcome(new Error('here').stack ?? ''), { type: 'object' }, plain),
  tool('logs', async (_, { log }) => (log.info('half done'), textOutcome('done')), { type: 'object' }, plain),
];

/** What the client saw line by line, what the service saw, and what was logged. */
async function exchange(
  fastPath: boolean,
  talk: (parts: Exchange) => Promise<void>,
  options: StreamOptions & { readonly profile?: 'all' | 'tairseach' } = {},
): Promise<Seen> {
  const home = await makeHome();
  await home.write('echo.json', echoManifest(names));
  await home.write('strict.json', {
    id: 'strict',
    tools: [strict],
    implementation: { methods: { strict: 'echo.say' } },
  });
  const service = await startService(home.socket);
  const log: unknown[] = [];
  const server = createEmbeddedServer({
    fastPath,
    profile: profileNamed(options.profile ?? 'tairseach', '0.0.0'),
    parts: {
      tools: ownTools.map((own) => Object.assign({}, own, { profiles: ['tairseach'] })),
      toolSources: [manifestSourceWith(manifestOptions({ homeDir: home.dir }))],
      resources: [],
      prompts: [],
    },
    host: {
      log: createLog(({ level, message, fields }) => void log.push({ level, message, ...fields })),
      folders: () => [],
      trusted: () => true,
      env: {},
      homeDir: home.dir,
      setting: () => undefined,
      listServers: () => [],
    },
  });
  const session = new Session(server, options);
  try {
    await talk({ session, service, home });
    await session.end();
    const { made, cancelled } = await service.seen();
    return { client: session.lines.map((line) => JSON.parse(line) as unknown), service: { made, cancelled }, log };
  } finally {
    server.dispose();
    await service.stop();
    await home.remove();
  }
}

/** After the handshake, and after the tools are known. */
function talking(talk: (parts: Exchange) => Promise<void>, version?: string) {
  return (fastPath: boolean): Promise<Seen> =>
    exchange(fastPath, async (parts) => {
      await parts.session.initialize(version);
      await parts.session.request(createRequest('list', 'tools/list'));
      await talk(parts);
    });
}

/** One request after the other. */
function asking(...requests: readonly Json[]) {
  return talking(async ({ session }) => {
    for (const request of requests) {
      const lines = session.lines.length;
      session.send(request);
      await session.count(lines + 1);
    }
  });
}

const call = (id: string | number, name: string, args?: Json, meta?: Json): Json =>
  createToolsCallRequest(id, `tairseach_${name}`, args, meta);

test(
  ...sameBothWays(
    'results of every kind',
    asking(
      call(1, 'say', { a: [1, { b: null }] }),
      call(2, 'say'),
      call(3, 'nothing'),
      call(4, 'list'),
      call(5, 'secret'),
    ),
    /"structuredContent"/,
  ),
);
test(
  ...sameBothWays('errors of the tool', asking(call(1, 'fail'), call(2, 'denied'), call(3, 'cut')), /"isError":true/),
);
test(
  ...sameBothWays(
    'arguments that do not fit the schema',
    asking(call(1, 'strict', {}), call(2, 'strict', { n: 'x', more: 1 }), call(3, 'strict', { n: 1.5 })),
    /"isError":true/,
  ),
);
test(
  ...sameBothWays(
    'an unknown tool',
    asking(call(1, 'nowhere', {}), createToolsCallRequest(2, 'where_else')),
    /Unknown tool/,
  ),
);
test(
  ...sameBothWays(
    'bugs of a tool: it throws, breaks its promise, or returns content that is none',
    asking(...['throws', 'breaks_promise', 'bad_content'].map((name, id) => createToolsCallRequest(id, name, {}))),
    /Internal error/,
  ),
);
test(
  ...sameBothWays(
    'params that are wrong',
    asking(
      createRequest(1, 'tools/call', {}),
      createRequest(2, 'tools/call', { name: 7 }),
      createRequest(3, 'tools/call', { name: 'tairseach_say', arguments: [1] }),
      createRequest(4, 'tools/call', { name: 'tairseach_say', arguments: null }),
      createRequest(5, 'tools/call', { name: 'tairseach_say', arguments: {}, extra: true }),
      createRequest(6, 'tools/call', { name: 'tairseach_say', _meta: 7 }),
      createRequest(7, 'tools/call'),
      { ...createRequest(8, 'tools/call'), params: [] },
    ),
    /Invalid params/,
  ),
);
test(
  ...sameBothWays(
    'a progress token, a trace, an unknown key in _meta, and a task',
    asking(
      call(1, 'say', {}, { progressToken: 'p' }),
      call(2, 'say', {}, { progressToken: 0 }),
      call(3, 'say', {}, { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' }),
      call(4, 'say', {}, { 'example.org/x': { y: 1 } }),
      createRequest(5, 'tools/call', { name: 'tairseach_say', arguments: {}, task: { ttl: 1 } }),
    ),
  ),
);
test(
  ...sameBothWays(
    'odd ids',
    asking(
      ...['', 'ü-1', '1', 0, -7, Number.MAX_SAFE_INTEGER, 1.5, 1e300].map((id) => call(id, 'say', { id })),
      { ...call(0, 'say'), id: null },
      { ...call(0, 'say'), id: { a: 1 } },
    ),
    /9007199254740991/,
  ),
);
test(
  ...sameBothWays(
    'the same id again and again',
    asking(call(1, 'say', { n: 1 }), call(1, 'say', { n: 2 }), call(1, 'fail')),
  ),
);
test(
  ...sameBothWays(
    'an id that is still in use',
    talking(async ({ session, service }) => {
      session.send(call(1, 'slow'));
      await service.reached('echo.slow');
      session.send(call(1, 'say'));
      session.send(call('1', 'say', { other: true }));
      await session.count(4);
      service.release();
      await session.count(5);
    }),
    /in use/,
  ),
);
test(
  ...sameBothWays(
    'a call that the client cancels, and one that it cancels too late',
    talking(async ({ session, service }) => {
      session.send(call('gone', 'slow'));
      await service.reached('echo.slow');
      session.send(createNotification('notifications/cancelled', { requestId: 'gone', reason: 'enough' }));
      session.send(createNotification('notifications/cancelled', { requestId: 'gone' }));
      await session.request(call('next', 'say'));
      session.send(createNotification('notifications/cancelled', { requestId: 'next' }));
      service.release();
      await session.request(call('gone', 'say', { again: true }));
      await settled();
    }),
    /"again":true/,
  ),
);
test(
  ...sameBothWays(
    'tools that change while a call is under way',
    talking(async ({ session, service, home }) => {
      session.send(call(1, 'slow'));
      await service.reached('echo.slow');
      await home.write('echo.json', echoManifest(['say', 'fresh']));
      await session.count(3);
      service.release();
      await session.answerTo(1);
      await session.request(call(2, 'slow'));
      await session.request(call(3, 'fresh'));
    }),
    /list_changed/,
  ),
);
test(
  ...sameBothWays(
    'input that ends while a call is under way',
    talking(async ({ session, service }) => {
      session.send(call(1, 'slow', { ms: 100 }));
      await service.reached('echo.slow');
    }),
    /"id":1,"result"|"result".*"id":1/,
  ),
);
test(
  ...sameBothWays(
    'a batch of calls, where the version has them',
    talking(async ({ session }) => {
      session.write(`${JSON.stringify([call(1, 'say'), call(2, 'fail'), call(3, 'nowhere'), { jsonrpc: '2.0' }])}\n`);
      await session.next();
      session.write(
        `${JSON.stringify([call(4, 'say'), createNotification('notifications/cancelled', { requestId: 4 })])}\n`,
      );
      session.send(createRequest(5, 'ping'));
      await session.count(4);
      await settled();
    }, '2025-03-26'),
    /Unknown tool/,
  ),
);
test(
  ...sameBothWays(
    'a batch where the version has none',
    talking(async ({ session }) => {
      session.write(`${JSON.stringify([call(1, 'say')])}\n`);
      await session.count(3);
    }),
    /batches are not part/,
  ),
);
for (const version of ['2025-06-18', '2024-11-05', '2026-07-28'])
  test(
    ...sameBothWays(
      `a handshake with ${version}`,
      talking(async ({ session }) => void (await session.request(call(1, 'say', { a: 1 }))), version),
      /structuredContent|"text"/,
    ),
  );
test(
  ...sameBothWays(
    'log messages of a call, before and after the client has set a level',
    (fastPath) =>
      exchange(
        fastPath,
        async ({ session }) => {
          await session.initialize();
          await session.request(createToolsCallRequest(1, 'logs'));
          await session.request(createRequest(2, 'logging/setLevel', { level: 'debug' }));
          await session.request(createToolsCallRequest(3, 'logs'));
        },
        { profile: 'all' },
      ),
    /half done/,
  ),
);
test(
  ...sameBothWays(
    'calls before the handshake, strict and lenient',
    async (fastPath) => {
      const early = async ({ session }: Exchange): Promise<void> => {
        await session.request(call(1, 'say'));
        await session.request(call(2, 'say'));
      };
      return { strict: await exchange(fastPath, early), lenient: await exchange(fastPath, early, { lenient: true }) };
    },
    /not initialized/i,
  ),
);
test(
  ...sameBothWays(
    'calls of the modern era, with and without an envelope',
    (fastPath) =>
      exchange(fastPath, async ({ session }) => {
        await session.request(call(1, 'say', { a: 1 }, modernMeta()));
        await session.request(call(2, 'fail', {}, modernMeta()));
        await session.request(call(3, 'nowhere', {}, modernMeta()));
        await session.request(call(4, 'say', { a: 1 }));
      }),
    /resultType|structuredContent/,
  ),
);

test('with the switch on a plain call passes by the SDK, with it off it does not', async () => {
  const where = asking(createToolsCallRequest(1, 'where'));
  assert.match(JSON.stringify(await where(true)), /directTool\.ts/);
  assert.doesNotMatch(JSON.stringify(await where(false)), /directTool\.ts/);
});

test('the switch is on unless the environment says 0', () => {
  assert.deepEqual([{}, { MCP_SWITCHBOARD_FAST_PATH: '1' }, { MCP_SWITCHBOARD_FAST_PATH: '0' }].map(isFastPathOn), [
    true,
    true,
    false,
  ]);
});

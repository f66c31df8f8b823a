import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { deferred, withTimeout } from '../../src/base/async.ts';
import { silentLog } from '../../src/base/log.ts';
import { manifestOptions } from '../../src/core/manifest/options.ts';
import { manifestSourceWith } from '../../src/core/manifest/source.ts';
import { connectInMemory } from '../support/connectInMemory.ts';
import { profileNamed } from '../../src/core/mcpServer/profile.ts';
import { type EmbeddedServer, createEmbeddedServer } from '../../src/core/embedded/server.ts';
import { proves } from '../requirements.ts';
import { type RunningService, startService } from '../fixtures/manifest/startService.ts';
import { type Home, echoManifest, makeHome } from '../fixtures/manifest/tools.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { until } from '../support/until.ts';

failOnLeaks();

const windows = process.platform === 'win32' && 'Unix sockets only';

let home: Home;
let service: RunningService;
let server: EmbeddedServer;
let clients: Client[] = [];

beforeEach(async () => {
  home = await makeHome();
  service = await startService(home.socket);
  server = createEmbeddedServer({
    profile: profileNamed('tairseach', '0.0.0'),
    parts: {
      tools: [],
      toolSources: [manifestSourceWith(manifestOptions({ homeDir: home.dir }))],
      resources: [],
      prompts: [],
    },
    host: {
      log: silentLog,
      folders: () => [],
      trusted: () => true,
      env: {},
      homeDir: home.dir,
      setting: () => undefined,
      listServers: () => [],
    },
  });
});
afterEach(async () => {
  for (const client of clients) await client.close();
  clients = [];
  server.dispose();
  await service.stop();
  await home.remove();
});

type Era = 'legacy' | 'modern';

/** Connects, and reports when the list of tools has changed. */
async function connect(era: Era): Promise<{ client: Client; changed: () => Promise<readonly string[]> }> {
  let listed = deferred<readonly string[]>();
  const onChanged = (_: unknown, tools: readonly { name: string }[] | null): void =>
    listed.resolve((tools ?? []).map(({ name }) => name));
  const client = new Client(
    { name: 'test', version: '1' },
    {
      versionNegotiation: { mode: era === 'legacy' ? 'legacy' : 'auto' },
      listChanged: { tools: { onChanged, debounceMs: 0 } },
    },
  );
  clients.push(client);
  await client.connect(connectInMemory(server));
  assert.equal(client.getProtocolEra(), era);
  const changed = (): Promise<readonly string[]> => {
    listed = deferred();
    return withTimeout(listed.promise, 30_000, 'Waiting for list_changed');
  };
  return { client, changed };
}

const strict = {
  id: 'strict',
  tools: [
    {
      name: 'strict_say',
      description: 'Says it',
      inputSchema: {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string', minLength: 1 } },
        additionalProperties: false,
      },
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    },
    { name: 'hidden_say', description: 'Hidden', inputSchema: { type: 'object' }, mcpExpose: false },
  ],
  implementation: { methods: { strict_say: 'echo.say', hidden_say: 'echo.say' } },
};

for (const era of ['legacy', 'modern'] as const) {
  test(`a ${era} client lists and calls the tools of the manifests${proves('R118')}`, { skip: windows }, async () => {
    await home.write('strict.json', strict);
    const { client } = await connect(era);
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(({ name, annotations }) => ({ name, annotations })),
      [{ name: 'tairseach_strict_say', annotations: strict.tools[0]?.annotations }],
    );
    assert.deepEqual(tools[0]?.inputSchema, strict.tools[0]?.inputSchema);
    const result = await client.callTool({ name: 'tairseach_strict_say', arguments: { name: 'Ada' } });
    assert.deepEqual(result.structuredContent, { name: 'Ada' });
    assert.deepEqual(result.content, [{ type: 'text', text: '{"name":"Ada"}' }]);
  });

  test(`a ${era} client is notified of a manifest that is added`, { skip: windows }, async () => {
    await home.write('a.json', echoManifest(['one']));
    const { client, changed } = await connect(era);
    await client.listTools();
    const listed = changed();
    await home.write('b.json', echoManifest(['two']));
    assert.deepEqual(await listed, ['tairseach_one', 'tairseach_two']);
    assert.equal(
      (await client.callTool({ name: 'tairseach_two', arguments: {} })).isError,
      true,
      'echo.two is no method',
    );
  });

  test(`a ${era} client also gets a result that is an array`, { skip: windows }, async () => {
    await home.write('a.json', echoManifest(['list']));
    const { client } = await connect(era);
    const { content, structuredContent } = await client.callTool({ name: 'tairseach_list', arguments: {} });
    assert.deepEqual(content, [{ type: 'text', text: '[1,2,3]' }]);
    assert.deepEqual(structuredContent, era === 'legacy' ? { result: [1, 2, 3] } : [1, 2, 3]);
  });
}

test(`arguments that do not fit never reach the service${proves('R28')}`, { skip: windows }, async () => {
  await home.write('strict.json', strict);
  await home.write('seen.json', echoManifest(['seen']));
  const { client } = await connect('legacy');
  for (const args of [{}, { name: '' }, { name: 7 }, { name: 'a', method: 'echo.die' }]) {
    const result = await client.callTool({ name: 'tairseach_strict_say', arguments: args });
    assert.equal(result.isError, true);
    assert.match(JSON.stringify(result.content), /Invalid arguments/);
  }
  const seen = await client.callTool({ name: 'tairseach_seen', arguments: {} });
  assert.deepEqual((seen.structuredContent as { made: string[] }).made, ['echo.seen']);
});

test(
  `a hidden tool, a method and a name without its prefix are as unknown as any other${proves('R113', 'R158', 'C4')}`,
  { skip: windows },
  async () => {
    await home.write('strict.json', strict);
    const { client } = await connect('legacy');
    for (const name of [
      'tairseach_hidden_say',
      'echo.say',
      'strict_say',
      'tairseach_echo.say',
      '__proto__',
      'constructor',
    ]) {
      await assert.rejects(client.callTool({ name, arguments: {} }), {
        code: -32602,
        message: `Unknown tool: ${name}`,
      });
    }
  },
);

test('cancelling a call at the client stops it at the service', { skip: windows }, async () => {
  await home.write('a.json', echoManifest(['slow']));
  const { client } = await connect('legacy');
  const stop = new AbortController();
  const call = client.callTool({ name: 'tairseach_slow', arguments: {} }, { signal: stop.signal });
  call.catch(() => {});
  await service.reached('echo.slow');
  stop.abort();
  await assert.rejects(call, { name: 'SdkError' });
  await until(async () => (await service.seen()).cancelled.length === 1, 'the service hears of it');
});

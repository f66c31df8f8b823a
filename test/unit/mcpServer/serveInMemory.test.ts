import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { Emitter } from '../../../src/base/event.ts';
import { connectInMemory } from '../../support/connectInMemory.ts';
import type { ServerPrompt } from '../../../src/core/mcpServer/prompt.ts';
import type { ServerResources } from '../../../src/core/mcpServer/resource.ts';
import { serversTool } from '../../../src/core/embedded/serversTool.ts';
import type { ServerView } from '../../../src/contract/inspector.ts';
import { proves } from '../../requirements.ts';
import { failOnLeaks } from '../../support/leaks.ts';
import { until } from '../../support/until.ts';
import { type TestServer, makeServer } from './support/session.ts';
import { echo, tool } from './support/tools.ts';

const open: (() => void)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});
failOnLeaks();

const updated = new Emitter<string>();
const notes: ServerResources = {
  name: 'notes',
  profiles: ['tmkb'],
  load: async () => ({
    list: () => [{ uri: 'note://one', name: 'one', mimeType: 'text/plain' }],
    templates: [{ uriTemplate: 'note://{id}', name: 'note' }],
    read: async (uri) => (uri.startsWith('note://') ? [{ uri, text: `About ${uri.slice(7)}` }] : undefined),
    complete: (_template, _variable, value) => ['one', 'only', 'two'].filter((id) => id.startsWith(value)),
    onDidUpdate: updated.event,
  }),
};
const greeting: ServerPrompt = {
  name: 'greeting',
  description: 'Greets',
  arguments: [
    { name: 'who', description: 'Whom to greet', required: true },
    { name: 'how', description: 'In which way', required: false },
  ],
  profiles: [],
  load: async () => ({
    render: ({ who, how }) => [{ role: 'user', content: { type: 'text', text: `${how ?? 'Hello'}, ${who}` } }],
    complete: (argument, value, others) =>
      argument === 'who'
        ? ['Ann', 'Anton', 'Ben'].filter((name) => name.startsWith(value) && name !== others['how'])
        : [],
  }),
};

const managed: readonly ServerView[] = [
  {
    id: 'a',
    label: 'A',
    source: 'mcp.json',
    transport: 'stdio',
    state: 'connected',
    stateText: 'Connected',
    era: 'modern',
    protocolVersion: '2026-07-28',
    toolCount: 3,
  },
  {
    id: 'b',
    label: 'B',
    source: '.mcprc',
    transport: 'http',
    state: 'error',
    stateText: 'Failed',
    fault: { code: 'server/exited', message: 'It exited with code 1' },
  },
];

function start(profile: 'all' | 'tmkb' | 'kimi' = 'all'): TestServer {
  const made = makeServer({
    profile,
    servers: managed,
    parts: {
      tools: [serversTool, { ...echo, profiles: ['kimi'] }],
      toolSources: [],
      resources: [notes],
      prompts: [greeting],
    },
  });
  open.push(() => made.server.dispose());
  return made;
}

async function connect({ server }: TestServer, mode: 'legacy' | 'auto'): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(connectInMemory(server));
  open.push(() => client.close() as unknown as void);
  return client;
}

for (const [era, mode] of [
  ['legacy', 'legacy'],
  ['modern', 'auto'],
] as const) {
  test(`in memory, a ${era} client sees tools, resources, prompts and completions`, async () => {
    const client = await connect(start(), mode);
    assert.equal(client.getProtocolEra(), era);
    assert.deepEqual(
      (await client.listTools()).tools.map(({ name }) => name),
      ['switchboard_servers', 'echo'],
    );
    assert.deepEqual((await client.listResources()).resources, [
      { uri: 'note://one', name: 'one', mimeType: 'text/plain' },
    ]);
    assert.equal((await client.listResourceTemplates()).resourceTemplates[0]?.uriTemplate, 'note://{id}');
    assert.deepEqual((await client.readResource({ uri: 'note://x' })).contents, [{ uri: 'note://x', text: 'About x' }]);
    await assert.rejects(client.readResource({ uri: 'other://x' }), { code: -32602 });
    assert.equal((await client.listPrompts()).prompts[0]?.arguments?.length, 2);
    const prompt = await client.getPrompt({ name: 'greeting', arguments: { who: 'Ann' } });
    assert.deepEqual(prompt.messages, [{ role: 'user', content: { type: 'text', text: 'Hello, Ann' } }]);
    await assert.rejects(client.getPrompt({ name: 'greeting' }), {
      code: -32602,
      message: /Invalid params: missing required arguments: who/,
    });
    await assert.rejects(client.getPrompt({ name: 'nope' }), { code: -32602, message: /Unknown prompt: nope/ });
    const ref = { type: 'ref/prompt', name: 'greeting' } as const;
    const who = await client.complete({
      ref,
      argument: { name: 'who', value: 'An' },
      context: { arguments: { how: 'Ann' } },
    });
    assert.deepEqual(who.completion.values, ['Anton']);
    const id = await client.complete({
      ref: { type: 'ref/resource', uri: 'note://{id}' },
      argument: { name: 'id', value: 'o' },
    });
    assert.deepEqual(id.completion, { values: ['one', 'only'], total: 2, hasMore: false });
    await assert.rejects(
      client.complete({ ref: { type: 'ref/resource', uri: 'x://' }, argument: { name: 'id', value: '' } }),
      { code: -32602 },
    );
  });
}

test('switchboard_servers returns state, era, number of tools and last error, as text and as structured content', async () => {
  const client = await connect(start(), 'auto');
  const all = await client.callTool({ name: 'switchboard_servers', arguments: {} });
  const expected = {
    servers: [
      {
        id: 'a',
        label: 'A',
        source: 'mcp.json',
        transport: 'stdio',
        state: 'connected',
        era: 'modern',
        protocolVersion: '2026-07-28',
        toolCount: 3,
      },
      { id: 'b', label: 'B', source: '.mcprc', transport: 'http', state: 'error', lastError: 'It exited with code 1' },
    ],
  };
  assert.deepEqual(all.structuredContent, expected);
  assert.deepEqual(JSON.parse((all.content[0] as { text: string }).text), expected);
  const failing = await client.callTool({ name: 'switchboard_servers', arguments: { state: 'error' } });
  assert.deepEqual(
    (failing.structuredContent as typeof expected).servers.map(({ id }) => id),
    ['b'],
  );
  const [listed] = (await client.listTools()).tools;
  assert.deepEqual(listed?.annotations, {
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  });
  assert.ok(listed.outputSchema);
});

test(`a profile has its own tools, resources and prompts, and offers no more${proves('R157', 'C32')}`, async () => {
  const tmkb = await connect(start('tmkb'), 'legacy');
  assert.deepEqual((await tmkb.listTools()).tools, []);
  assert.deepEqual(tmkb.getServerCapabilities(), {
    tools: { listChanged: true },
    resources: { listChanged: true, subscribe: true },
    completions: {},
  });
  const kimi = await connect(start('kimi'), 'legacy');
  assert.deepEqual(
    (await kimi.listTools()).tools.map(({ name }) => name),
    ['echo'],
  );
  assert.deepEqual(kimi.getServerCapabilities(), { tools: { listChanged: true } });
});

test('a change of a resource reaches those that subscribed to it, in both eras', async () => {
  const made = start();
  const seen: string[] = [];
  const legacy = await connect(made, 'legacy');
  const modern = await connect(made, 'auto');
  for (const [name, client] of [
    ['legacy', legacy],
    ['modern', modern],
  ] as const) {
    client.setNotificationHandler(
      'notifications/resources/updated',
      (note) => void seen.push(`${name} ${note.params.uri}`),
    );
    await client.listResources();
  }
  await legacy.subscribeResource({ uri: 'note://one' });
  const stream = await modern.listen({ resourceSubscriptions: ['note://one'] });
  for (const uri of ['note://two', 'note://one']) updated.fire(uri);
  await until(() => seen.length === 2, 'an update in each era');
  assert.deepEqual(seen.toSorted(), ['legacy note://one', 'modern note://one']);
  await legacy.unsubscribeResource({ uri: 'note://one' });
  await stream.close();
  updated.fire('note://one');
  await legacy.ping();
  assert.equal(seen.length, 2);
});

test('each connection has an instance of its own: clients do not see each other', async () => {
  let asked: unknown;
  const made = makeServer({
    parts: {
      tools: [
        tool('who', async (_args, context) => {
          asked = context.clientCapabilities;
          return { content: [], isError: false };
        }),
      ],
      toolSources: [],
      resources: [],
      prompts: [],
    },
  });
  open.push(() => made.server.dispose());
  const first = new Client({ name: 'one', version: '1' }, { capabilities: { roots: {} } });
  const second = new Client({ name: 'two', version: '1' }, { capabilities: { sampling: {} } });
  for (const client of [first, second]) {
    await client.connect(connectInMemory(made.server));
    open.push(() => client.close() as unknown as void);
  }
  await first.callTool({ name: 'who', arguments: {} });
  assert.deepEqual(asked, { roots: {} });
  await second.callTool({ name: 'who', arguments: {} });
  assert.deepEqual(asked, { sampling: {} });
});

// What a service says besides its response: progress and questions; and what manifests offer besides tools.
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { silentLog } from '../../src/base/log.ts';
import { embeddedFeatures } from '../../src/core/embedded/features.ts';
import { type EmbeddedServer, createEmbeddedServer } from '../../src/core/embedded/server.ts';
import { type ProfileName, profileNamed } from '../../src/core/mcpServer/profile.ts';
import { type RunningService, startService } from '../fixtures/manifest/startService.ts';
import { type Home, echoManifest, makeHome } from '../fixtures/manifest/tools.ts';
import { proves } from '../requirements.ts';
import { connectInMemory } from '../support/connectInMemory.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { until } from '../support/until.ts';

failOnLeaks();

const skip = process.platform === 'win32' && 'Unix sockets only';
const eras = ['legacy', 'modern'] as const;

let home: Home;
let service: RunningService;
let servers: EmbeddedServer[] = [];
let clients: Client[] = [];
let asked: string[] = [];

beforeEach(async () => {
  home = await makeHome();
  service = await startService(home.socket);
  asked = [];
});
afterEach(async () => {
  for (const client of clients) await client.close();
  for (const server of servers) server.dispose();
  clients = [];
  servers = [];
  await service.stop();
  await home.remove();
});

type Answer = { action: 'accept'; content: Record<string, string | boolean> } | { action: 'decline' };

/** Without an answer, the client cannot ask its user. */
async function connect(
  era: (typeof eras)[number],
  answer?: Answer,
  profile: ProfileName = 'tairseach',
): Promise<Client> {
  const server = createEmbeddedServer({
    profile: profileNamed(profile, '0.0.0'),
    parts: embeddedFeatures,
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
  servers.push(server);
  const client = new Client(
    { name: 'test', version: '1' },
    {
      versionNegotiation: { mode: era === 'legacy' ? 'legacy' : 'auto' },
      capabilities: answer ? { elicitation: { form: {} } } : {},
    },
  );
  if (answer)
    client.setRequestHandler('elicitation/create', ({ params }) => {
      asked.push(params.message);
      return answer;
    });
  clients.push(client);
  await client.connect(connectInMemory(server));
  return client;
}

async function made(method: string): Promise<number> {
  return (await service.seen()).made.filter((each) => each === method).length;
}

function textOf(result: unknown): string {
  return (result as { content: { text: string }[] }).content[0]?.text ?? '';
}

for (const era of eras)
  test(`a ${era} client gets the progress that the service reports${proves('R136')}`, { skip }, async () => {
    await home.write('echo.json', echoManifest(['count']));
    const client = await connect(era);
    const reports: unknown[] = [];
    await client.callTool({ name: 'tairseach_count' }, { onprogress: (report) => void reports.push(report) });
    assert.deepEqual(
      reports,
      [1, 2, 3].map((progress) => ({ progress, total: 3, message: `step ${progress}` })),
    );
  });

const asks = { asks: true };

for (const era of eras) {
  test(`a question of the service is put to the user of a ${era} client${proves('R143')}`, { skip }, async () => {
    await home.write('echo.json', echoManifest(['ask'], asks));
    const client = await connect(era, { action: 'accept', content: { name: 'Ada' } });
    const { structuredContent } = await client.callTool({ name: 'tairseach_ask', arguments: { n: 1 } });
    assert.deepEqual(structuredContent, { answer: { action: 'accept', content: { name: 'Ada' } }, state: 'page-2' });
    assert.deepEqual(asked, ['Whom do you mean?']);
  });

  test(`a destructive tool runs after the user of a ${era} client has confirmed it`, { skip }, async () => {
    await home.write('echo.json', echoManifest(['say'], { annotations: { destructiveHint: true } }));
    const client = await connect(era, { action: 'accept', content: { confirm: true } });
    const { structuredContent } = await client.callTool({ name: 'tairseach_say', arguments: { name: 'Ada' } });
    assert.deepEqual(structuredContent, { name: 'Ada' });
    assert.match(asked[0] ?? '', /tairseach_say[\s\S]*destructive[\s\S]*"name": "Ada"/);
    assert.equal(asked.length, 1);
  });

  test(`what the user of a ${era} client does not confirm never reaches the service`, { skip }, async () => {
    await home.write('echo.json', echoManifest(['say'], { confirm: 'Delete the contact {name}?' }));
    for (const answer of [{ action: 'decline' }, { action: 'accept', content: { confirm: false } }] as const) {
      const client = await connect(era, answer);
      const result = await client.callTool({ name: 'tairseach_say', arguments: { name: 'Ada' } });
      assert.equal(result.isError, true);
      assert.match(textOf(result), /did not confirm.*Nothing was done/s);
    }
    assert.match(asked[0] ?? '', /^Delete the contact Ada\?/);
    assert.equal(await made('echo.say'), 0);
  });
}

test('a declined question is told to the service as declined', { skip }, async () => {
  await home.write('echo.json', echoManifest(['ask'], asks));
  const client = await connect('modern', { action: 'decline' });
  const { structuredContent } = await client.callTool({ name: 'tairseach_ask' });
  assert.deepEqual(structuredContent, { answer: { action: 'decline' }, state: 'page-2' });
});

test('where the user cannot be asked, the result says so', { skip }, async () => {
  await home.write('ask.json', echoManifest(['ask'], asks));
  await home.write('say.json', { ...echoManifest(['say'], { confirm: 'Delete {name}?' }), id: 'say' });
  const client = await connect('modern');
  const question = await client.callTool({ name: 'tairseach_ask' });
  assert.equal(question.isError, true);
  assert.match(textOf(question), /Whom do you mean\?.*cannot ask/s);
  const unconfirmed = await client.callTool({ name: 'tairseach_say', arguments: { name: 'Ada' } });
  assert.match(textOf(unconfirmed), /needs the user's confirmation, and this client cannot ask/);
  assert.equal(await made('echo.say'), 0);
});

test(
  'a tool that declares nothing works as before: its results are results, its calls go through',
  { skip },
  async () => {
    await home.write('ask.json', echoManifest(['ask']));
    await home.write('say.json', { ...echoManifest(['say'], { annotations: { destructiveHint: true } }), id: 'say' });
    const client = await connect('modern');
    const { structuredContent } = await client.callTool({ name: 'tairseach_ask' });
    assert.equal((structuredContent as { resultType: string }).resultType, 'input_required');
    assert.equal((await client.callTool({ name: 'tairseach_say' })).isError, false);
  },
);

const greeting = {
  name: 'search',
  title: 'Search contacts',
  description: 'Searches the contacts',
  arguments: [{ name: 'name', description: 'Who', required: true }, { name: 'city' }],
  template: 'Search contacts for {name} {city} {other}',
};

for (const era of eras)
  test(`a ${era} client gets the prompts of manifests, as they are now${proves('R133')}`, { skip }, async () => {
    const manifest = { ...echoManifest(['say']), prompts: [greeting] };
    await home.write('echo.json', manifest);
    const client = await connect(era);
    const { prompts } = await client.listPrompts();
    assert.deepEqual(
      prompts.map(({ name, title }) => ({ name, title })),
      [{ name: 'tairseach_search', title: 'Search contacts' }],
    );
    const { messages } = await client.getPrompt({ name: 'tairseach_search', arguments: { name: '{city}' } });
    assert.deepEqual(messages, [
      { role: 'user', content: { type: 'text', text: 'Search contacts for {city}  {other}' } },
    ]);
    await assert.rejects(client.getPrompt({ name: 'tairseach_search', arguments: {} }), /name/);
    await home.write('echo.json', { ...manifest, prompts: [{ ...greeting, name: 'find' }] });
    await until(
      async () => (await client.listPrompts()).prompts.some(({ name }) => name === 'tairseach_find'),
      'the new prompt',
    );
  });

test(`the log of the service is a resource, without credentials${proves('R132')}`, { skip }, async () => {
  assert.deepEqual((await (await connect('modern')).listResources()).resources, []);
  const client = await connect('modern');
  const file = path.join(home.dir, '.tairseach', 'logs', 'server.log');
  await mkdir(path.dirname(file));
  await writeFile(file, `started\nusing ghp_${'a'.repeat(36)}\n`);
  const { resources } = await client.listResources();
  assert.deepEqual(
    resources.map(({ uri, mimeType }) => ({ uri, mimeType })),
    [{ uri: pathToFileURL(file).href, mimeType: 'text/plain' }],
  );
  const { contents } = await client.readResource({ uri: resources[0]!.uri });
  assert.equal((contents[0] as { text: string }).text, 'started\nusing [credential removed]\n');
  await assert.rejects(client.readResource({ uri: pathToFileURL('/etc/passwd').href }), /not found/i);
  await writeFile(file, `first line\n${'x'.repeat(99)}\n`.repeat(10_000));
  const [tail] = (await client.readResource({ uri: resources[0]!.uri })).contents as { text: string }[];
  assert.ok(tail!.text.length <= 256 * 1024, `${tail!.text.length}`);
  assert.match(tail!.text, /^(first line|x{99})\n/);
});

test('the profile tmkb offers its patterns as resources, and its prompts', async () => {
  const client = await connect('modern', undefined, 'tmkb');
  assert.ok((await client.listResources()).resources.length > 0);
  assert.deepEqual(
    (await client.listPrompts()).prompts.map(({ name }) => name),
    ['threat-model-this-change', 'review-for-authorization'],
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRecord } from '../../src/base/json.ts';
import { writeManyManifests } from '../fixtures/manifest/many.ts';
import { echoManifest } from '../fixtures/manifest/tools.ts';
import { BridgeFixture, initialize, initialized } from './support/bridgeProcess.ts';

const windows = process.platform === 'win32' && 'Unix sockets only';
const fixture = new BridgeFixture();

test('a changed manifest is announced with list_changed, and running calls continue', { skip: windows }, async () => {
  const service = await fixture.start();
  await fixture.home.write('echo.json', echoManifest(['slow']));
  const { send, find, responseTo, messages } = fixture.bridge();
  send(initialize, initialized, '{"jsonrpc":"2.0","id":2,"method":"tools/list"}');
  await responseTo(2);
  send('{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"tairseach_slow","arguments":{"n":1200}}}');
  await service.reached('echo.slow');
  await fixture.home.write('echo.json', echoManifest(['say']));
  await find(() => messages.find(({ method }) => method === 'notifications/tools/list_changed'), 'list_changed');
  send('{"jsonrpc":"2.0","id":4,"method":"tools/list"}');
  assert.match(JSON.stringify(await responseTo(4)), /tairseach_say/);
  service.release();
  const slow = await responseTo(3);
  assert.match(JSON.stringify(slow), /"n":1200/);
  assert.ok(isRecord(slow['result']) && slow['result']['isError'] === false);
});

test('1,000 concurrent calls through the bridge: none lost, none crossed', { skip: windows }, async () => {
  await fixture.start();
  await fixture.home.write('echo.json', echoManifest(['say']));
  const { send, find, messages } = fixture.bridge();
  send(initialize, initialized);
  send(
    ...Array.from({ length: 1_000 }, (_, n) =>
      JSON.stringify({
        jsonrpc: '2.0',
        id: `call-${n}`,
        method: 'tools/call',
        params: { name: 'tairseach_say', arguments: { n } },
      }),
    ),
  );
  await find(() => messages.length >= 1_001, 'all answers');
  const answers = messages.filter(({ id }) => typeof id === 'string');
  assert.equal(new Set(answers.map(({ id }) => id)).size, 1_000);
  for (const { id, result } of answers)
    assert.deepEqual((result as { structuredContent: unknown }).structuredContent, { n: Number(String(id).slice(5)) });
});

test('a plain call gets the same response as one that goes through the SDK', { skip: windows }, async () => {
  await fixture.start();
  const strict = {
    type: 'object',
    properties: { n: { type: 'number' } },
    required: ['n'],
    additionalProperties: false,
  };
  const manifest = echoManifest(['say', 'list', 'fail', 'nothing']);
  manifest['tools'] = [
    ...(manifest['tools'] as object[]),
    { name: 'strict', description: 'Calls echo.say', inputSchema: strict, outputSchema: strict },
  ];
  Object.assign((manifest['implementation'] as { methods: object }).methods, { strict: 'echo.say' });
  await fixture.home.write('echo.json', manifest);
  const { send, find, responseTo, messages } = fixture.bridge();
  send(initialize, initialized, '{"jsonrpc":"2.0","id":"list","method":"tools/list"}');
  await responseTo('list');
  const traced = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };
  const calls: readonly (readonly [string, unknown])[] = [
    ['tairseach_say', { n: 1 }],
    ['tairseach_list', {}],
    ['tairseach_fail', {}],
    ['tairseach_nothing', {}],
    ['tairseach_strict', { n: 5 }],
    ['tairseach_strict', { n: 'five' }],
    ['tairseach_strict', {}],
    ['tairseach_absent', {}],
    ['tairseach_say', 'no object'],
  ];
  for (const [at, [name, args]] of calls.entries()) {
    const line = (id: string, meta?: object): string =>
      JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args, ...meta } });
    send(
      line(`short-${at}`),
      line(`token-${at}`, { _meta: { progressToken: 1 } }),
      line(`long-${at}`, { _meta: traced }),
    );
    const [short, token, long] = await find(() => {
      const found = ['short', 'token', 'long'].map((kind) => messages.find(({ id }) => id === `${kind}-${at}`));
      return found.every((one) => one !== undefined) && found;
    }, name);
    assert.deepEqual({ ...short, id: 0 }, { ...long, id: 0 }, name);
    assert.deepEqual({ ...token, id: 0 }, { ...long, id: 0 }, name);
  }
});

test(
  'a plain call that is cancelled gets no response, and is cancelled at the service',
  { skip: windows },
  async () => {
    const service = await fixture.start();
    await fixture.home.write('echo.json', echoManifest(['slow', 'seen', 'say']));
    const { send, responseTo, messages } = fixture.bridge();
    const call = (id: number, name: string, args: object): string =>
      JSON.stringify({
        jsonrpc: '2.0',
        id,
        method: 'tools/call',
        params: { name: `tairseach_${name}`, arguments: args },
      });
    send(initialize, initialized, '{"jsonrpc":"2.0","id":"list","method":"tools/list"}');
    await responseTo('list');
    send(call(2, 'say', {}), call(3, 'say', {}));
    await responseTo(3);
    send(call(4, 'slow', {}));
    await service.reached('echo.slow');
    send('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":4}}', call(5, 'seen', {}));
    const seen = await responseTo(5);
    assert.match(JSON.stringify(seen), /"cancelled":\[\d+\]/);
    service.release(); // the late answer comes before that to the next call, and is dropped
    await service.seen();
    send(call(6, 'say', {}));
    await responseTo(6);
    assert.equal(
      messages.find(({ id }) => id === 4),
      undefined,
    );
  },
);

test('10,000 tools of 1,000 manifests are listed page by page', { skip: windows }, async () => {
  await writeManyManifests(fixture.home.manifests, 1_000, 10);
  const { send, responseTo } = fixture.bridge('--lenient');
  const names = new Set<string>();
  let cursor: string | undefined;
  let pages = 0;
  do {
    const id = ++pages;
    send(
      JSON.stringify({
        jsonrpc: '2.0',
        id,
        method: 'tools/list',
        params: { ...(cursor !== undefined && { cursor }) },
      }),
    );
    const { result } = (await responseTo(id)) as {
      result: { tools: { name: string }[]; nextCursor?: string };
    };
    for (const { name } of result.tools) names.add(name);
    cursor = result.nextCursor;
  } while (cursor !== undefined);
  assert.equal(names.size, 10_000);
  assert.ok(pages > 1, 'one page only');
});

test('progress is passed on over stdio too, where calls bypass the SDK', { skip: windows }, async () => {
  await fixture.start();
  await fixture.home.write('echo.json', echoManifest(['count']));
  const { send, responseTo, messages } = fixture.bridge();
  send(initialize, initialized, '{"jsonrpc":"2.0","id":1,"method":"tools/list"}');
  await responseTo(1);
  const params = { name: 'tairseach_count', arguments: {}, _meta: { progressToken: 'p' } };
  send(JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/call', params }));
  await responseTo(2);
  const reports = messages.filter(({ method }) => method === 'notifications/progress');
  assert.deepEqual(
    reports.map((message) => message['params']),
    [1, 2, 3].map((progress) => ({ progressToken: 'p', progress, total: 3, message: `step ${progress}` })),
  );
});

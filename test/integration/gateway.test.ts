import assert from 'node:assert/strict';
import { type IncomingHttpHeaders, request as httpRequest } from 'node:http';
import { afterEach, test } from 'node:test';
import type { Client } from '@modelcontextprotocol/client';
import { cachedMetaKey } from '../../src/core/gateway/calls/gatewayCalls.ts';
import { allPath, serverPath } from '../../src/core/gateway/discovery/paths.ts';
import type { HeldCall } from '../../src/contract/traffic/interceptionRules.ts';
import { proves } from '../requirements.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { settled, until } from '../support/until.ts';
import { type AgentOptions, type GatewayFixture, everything, openGatewayFixture } from './support/gatewayFixture.ts';

failOnLeaks();
const open: GatewayFixture[] = [];
afterEach(async () => {
  for (const fixture of open.splice(0)) await fixture.close();
});

async function fixtureWith(choice: object, servers: Record<string, object> = { everything }): Promise<GatewayFixture> {
  const fixture = await openGatewayFixture(servers, choice);
  open.push(fixture);
  return fixture;
}

async function names(agent: Client): Promise<string[]> {
  return (await agent.listTools()).tools.map(({ name }) => name);
}

async function call(agent: Client, name: string, args: Record<string, unknown> = {}): Promise<string> {
  return textOf(await agent.callTool({ name, arguments: args }));
}

function textOf({ content }: object & { content?: unknown }): string {
  return (content as { text: string }[]).map(({ text }) => text).join('\n');
}

async function rowsOf(fixture: GatewayFixture, server: string): Promise<string[]> {
  const { rows } = await fixture.core.traffic.page(0, 10_000);
  return rows.filter((row) => row.server === server).map(({ kind, method, preview }) => `${kind} ${method} ${preview}`);
}

test(`a server has its own names at its own address, and prefixed ones where all are together${proves('R83', 'R84', 'R85', 'R97', 'C1')}`, async () => {
  const fixture = await fixtureWith({ everything: true });
  const [single, all] = [await fixture.agent({ at: serverPath('everything') }), await fixture.agent()];
  assert.ok((await names(single)).includes('echo'));
  assert.ok((await names(all)).includes('mcp_everything_echo'));
  assert.equal(await call(single, 'echo', { message: 'one' }), 'Echo: one');
  assert.equal(await call(all, 'mcp_everything_echo', { message: 'two' }), 'Echo: two');
  assert.equal(single.getServerVersion()?.name, 'everything');
  const own = fixture.core.server('everything').tools.value.find(({ name }) => name === 'echo');
  const shown = (await all.listTools()).tools.find(({ name }) => name === 'mcp_everything_echo');
  assert.deepEqual({ ...shown, name: 'echo' }, own, 'all but the name is as the server says it');
});

test(`of two servers with the same tools each gets its own calls${proves('R97', 'C1')}`, async () => {
  const named = (WHO: string): object => ({ ...everything, env: { WHO } });
  const fixture = await fixtureWith({ one: true, two: true }, { one: named('the first'), two: named('the second') });
  const all = await fixture.agent();
  assert.match(await call(all, 'mcp_one_get-env'), /"WHO": "the first"/);
  assert.match(await call(all, 'mcp_two_get-env'), /"WHO": "the second"/);
});

test('all agents share the one connection of a server, and their calls are shown in Traffic', async () => {
  const fixture = await fixtureWith({ everything: true });
  for (const era of ['legacy', 'auto', 'legacy'] as const) {
    assert.equal(await call(await fixture.agent({ era }), 'mcp_everything_echo', { message: era }), `Echo: ${era}`);
  }
  assert.equal(fixture.core.server('everything').readStatistics().connects, 1);
  assert.equal((await rowsOf(fixture, 'everything')).filter((row) => row.startsWith('request tools/call')).length, 3);
  assert.equal((await rowsOf(fixture, 'gateway')).filter((row) => row.startsWith('request tools/call')).length, 3);
});

test('a server that is not exposed, or waits for approval, is not listed', async () => {
  const fixture = await fixtureWith({ everything: true }, { everything, other: everything });
  assert.ok(!(await names(await fixture.agent())).some((name) => name.includes('other')));
  await assert.rejects(fixture.agent({ at: serverPath('other') }), { name: 'SdkHttpError' });
  await fixture.core.server('everything').suspend('changed');
  assert.deepEqual(await names(await fixture.agent()), ['switchboard_missing_servers']);
});

test('a tool that is switched off is neither listed nor callable', async () => {
  const fixture = await fixtureWith({ everything: { tools: { '*': false, echo: true } } });
  const agent = await fixture.agent({ at: serverPath('everything') });
  assert.deepEqual(await names(agent), ['echo']);
  await assert.rejects(call(agent, 'get-env'), /Unknown tool: get-env/);
});

test('a change of the rules reaches the agents that are connected', async () => {
  const fixture = await fixtureWith({ everything: true });
  const changed = Promise.withResolvers<void>();
  const agent = await fixture.agent({
    setUp: (client) => client.setNotificationHandler('notifications/tools/list_changed', () => changed.resolve()),
  });
  await names(agent);
  fixture.core.gateway.follow({ servers: { everything: { tools: { echo: false } } }, toolLimit: undefined });
  await changed.promise;
  assert.ok(!(await names(agent)).includes('mcp_everything_echo'));
  assert.ok(fixture.gatewayServer.isListenedTo(allPath));
  assert.ok(!fixture.gatewayServer.isListenedTo(serverPath('everything')));
  await agent.close();
  while (fixture.gatewayServer.isListenedTo(allPath)) await new Promise(setImmediate);
});

test('a rate limit refuses further calls with a text that a model can use', async () => {
  const fixture = await fixtureWith({ everything: { tools: { echo: { perMinute: 2 } } } });
  const agent = await fixture.agent({ at: serverPath('everything') });
  await call(agent, 'echo', { message: '1' });
  await call(agent, 'echo', { message: '2' });
  assert.match(await call(agent, 'echo', { message: '3' }), /2 times a minute\. Try again in \d+ s\./);
});

test('an approval rule shows the user the whole call, and a closed dialog denies it', async () => {
  const fixture = await fixtureWith({
    everything: { tools: { echo: { approval: 'once' }, 'get-env': { approval: 'always' } } },
  });
  const agent = await fixture.agent({ at: serverPath('everything') });
  fixture.ports.asked.length = 0;
  fixture.ports.answer = undefined;
  assert.match(await call(agent, 'echo', { message: 'may I' }), /user denied echo/);
  assert.match(fixture.ports.asked[0]?.detail ?? '', /may I/);
  fixture.ports.answer = 'Allow';
  await call(agent, 'echo', { message: 'a' });
  await call(agent, 'echo', { message: 'b' });
  assert.equal(fixture.ports.asked.length, 2);
  await call(agent, 'get-env');
  await call(agent, 'get-env');
  assert.equal(fixture.ports.asked.length, 4);
});

test('an agent that cancels a batch closes its dialogs, and no further one is shown', async () => {
  const fixture = await fixtureWith({ everything: { tools: { echo: { approval: 'always' } } } });
  const agent = await fixture.agent();
  await names(agent);
  const asked: unknown[] = [];
  fixture.ports.ask.choose = async (question, signal) => {
    asked.push(question);
    if (!signal?.aborted) await new Promise((resolve) => signal?.addEventListener('abort', resolve));
    return undefined;
  };
  const echo = { tool: 'mcp_everything_echo', arguments: { message: 'x' } };
  const abort = new AbortController();
  const batch = { name: 'switchboard_batch', arguments: { calls: Array.from({ length: 30 }, () => echo) } };
  const answer = agent.callTool(batch, { signal: abort.signal });
  await until(() => asked.length === 8, 'the first questions');
  abort.abort();
  await assert.rejects(answer, { name: 'SdkError' });
  await call(agent, 'mcp_everything_get-sum', { a: 1, b: 2 }); // the cancellation came before it
  await settled();
  assert.equal(asked.length, 8);
});

test(`a cached result is used where the rule and the tool allow it, and Traffic says so${proves('R134')}`, async () => {
  const fixture = await fixtureWith({ everything: { tools: { '*': { cacheSeconds: 60 } } } });
  const agent = await fixture.agent({ at: serverPath('everything') });
  const ask = (a: number, b: number) => agent.callTool({ name: 'get-sum', arguments: { a, b } });
  await ask(1, 2);
  const again = await agent.callTool({ name: 'get-sum', arguments: { b: 2, a: 1 } });
  assert.deepEqual(again._meta?.[cachedMetaKey], { ageSeconds: 0 });
  assert.equal((await ask(2, 2))._meta, undefined);
  const rows = await rowsOf(fixture, 'everything');
  assert.equal(rows.filter((row) => row.startsWith('request tools/call')).length, 2);
  assert.ok(rows.some((row) => /get-sum: answered from the cache/.test(row)));
  await call(agent, 'toggle-simulated-logging'); // not marked as safe to repeat
  await call(agent, 'toggle-simulated-logging');
  assert.equal(
    (await rowsOf(fixture, 'everything')).filter((row) => row.includes('answered from the cache')).length,
    1,
  );
});

test('interception rules apply to calls of agents: managed and embedded servers, both eras, before the cache', async () => {
  const fixture = await fixtureWith({ everything: { tools: { '*': { cacheSeconds: 60 } } } });
  const { interceptionRules: rules, embeddedId } = fixture.core;
  const agent = await fixture.agent({ at: serverPath('everything') });
  const sum = { name: 'get-sum', arguments: { a: 1, b: 2 } };
  await agent.callTool(sum);
  assert.ok((await agent.callTool(sum))._meta?.[cachedMetaKey], 'the cache is on');
  const { id } = await rules.add({
    server: 'everything',
    action: { kind: 'fail', code: -32_050, message: 'no paper' },
  });
  assert.match(await call(agent, 'get-sum', { a: 1, b: 2 }), /no paper/);
  rules.remove(id);
  assert.match(await call(agent, 'get-sum', { a: 1, b: 2 }), /3/);
  await rules.add({ server: embeddedId, tool: 'switchboard_servers', action: { kind: 'pause', on: 'response' } });
  for (const era of ['legacy', 'auto'] as const) {
    const outside = await fixture.agent({ at: serverPath(embeddedId), era });
    const answer = call(outside, 'switchboard_servers');
    const held = await firstHeld(fixture);
    assert.deepEqual([held.server, held.name], [embeddedId, 'switchboard_servers']);
    const message = JSON.parse(rules.heldText(held.id)) as { result: object };
    const result = { ...message.result, content: [{ type: 'text', text: `edited ${era}` }] };
    rules.release(held.id, { how: 'continue', text: JSON.stringify({ ...message, result }) });
    assert.equal(await answer, `edited ${era}`);
  }
});

async function firstHeld({ core }: GatewayFixture): Promise<HeldCall> {
  return until(() => core.interceptionRules.snapshot.value.held[0], 'a held call');
}

test(`a batch runs several tools and returns the outcome of each${proves('R135')}`, async () => {
  const fixture = await fixtureWith({ everything: true });
  const agent = await fixture.agent();
  await names(agent);
  const calls = [
    { tool: 'mcp_everything_echo', arguments: { message: 'first' } },
    { tool: 'nobody' },
    { tool: 'mcp_everything_get-sum', arguments: { a: 2, b: 3 } },
  ];
  const { structuredContent } = await agent.callTool({ name: 'switchboard_batch', arguments: { calls } });
  const { results, failed } = structuredContent as { results: { content: { text: string }[] }[]; failed: number };
  assert.equal(failed, 1);
  assert.deepEqual(
    results.map(({ content }) => content[0]?.text),
    ['Echo: first', 'Unknown tool: nobody. Search for it first.', 'The sum of 2 and 3 is 5.'],
  );
});

test('more tools than the limit are searched instead of listed', async () => {
  const fixture = await fixtureWith({ everything: true });
  fixture.core.gateway.follow({ servers: { everything: true }, toolLimit: 5 });
  const agent = await fixture.agent();
  assert.deepEqual(await names(agent), ['switchboard_search_tools', 'switchboard_call_tool', 'switchboard_batch']);
  const found = await agent.callTool({ name: 'switchboard_search_tools', arguments: { query: 'add two numbers' } });
  const { tools } = found.structuredContent as { tools: { name: string; inputSchema: object }[] };
  assert.equal(tools[0]?.name, 'mcp_everything_get-sum');
  const args = { tool: tools[0].name, arguments: { a: 20, b: 22 } };
  assert.match(await call(agent, 'switchboard_call_tool', args), /42/);
});

test('the budget counts the tools and what their definitions cost', async () => {
  const fixture = await fixtureWith({ everything: true });
  await names(await fixture.agent());
  const { tools, tokens, limit, servers } = fixture.core.gateway.budget.value;
  assert.deepEqual([tools, limit], [13, 128]);
  assert.ok(tokens > 500 && servers[0]?.tokens === tokens);
});

for (const era of ['legacy', 'auto'] as const) {
  test(`log messages of the server reach the agent that set a level, and no other (${era})`, async () => {
    const fixture = await fixtureWith({ everything: true });
    const received: string[] = [];
    const listening = (who: string): AgentOptions => ({
      era,
      setUp: (client) =>
        client.setNotificationHandler(
          'notifications/message',
          ({ params }) => void received.push(`${who} ${params.logger}`),
        ),
    });
    const [loud, quiet] = [await fixture.agent(listening('loud')), await fixture.agent(listening('quiet'))];
    if (era === 'legacy') await loud.setLoggingLevel('debug');
    const level = era === 'legacy' ? {} : { 'io.modelcontextprotocol/logLevel': 'debug' };
    await call(quiet, 'mcp_everything_echo', { message: 'x' });
    await loud.callTool({ name: 'mcp_everything_toggle-simulated-logging', arguments: {}, _meta: level });
    await until(() => received.length > 0, 'a message');
    assert.equal(fixture.core.server('everything').logLevel, 'debug');
    assert.deepEqual([...new Set(received)], ['loud everything']);
  });

  test(`progress passes through, and cancelling ends the call at the server (${era})${proves('R136')}`, async () => {
    const fixture = await fixtureWith({ everything: true });
    const agent = await fixture.agent({ era, at: serverPath('everything') });
    const long = (duration: number) => ({ name: 'trigger-long-running-operation', arguments: { duration, steps: 4 } });
    const steps: number[] = [];
    await agent.callTool(long(0.2), { onprogress: ({ progress }) => void steps.push(progress) });
    assert.deepEqual(steps, [1, 2, 3, 4]);
    const abort = new AbortController();
    const cancelled = agent.callTool(long(60), { signal: abort.signal });
    const rows = (part: string): Promise<number> =>
      rowsOf(fixture, 'everything').then((all) => all.filter((row) => row.includes(part)).length);
    await until(async () => (await rows('request tools/call')) === 2, 'the second call at the server');
    abort.abort();
    await assert.rejects(cancelled, { name: 'SdkError' });
    await until(() => rows('notifications/cancelled'), 'its end at the server');
  });
}

test('a short call gets one response, a long one a stream that begins before it ends', async () => {
  const fixture = await fixtureWith({ everything: true });
  const at = serverPath('everything');
  await names(await fixture.agent({ at }));
  const headers: Record<string, string> = { accept: 'application/json, text/event-stream' };
  const post = (message: object) =>
    knock(fixture, { path: at, headers, body: JSON.stringify({ jsonrpc: '2.0', ...message }) });
  const clientInfo = { name: 'raw', version: '1' };
  const opened = await post({
    id: 0,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
  });
  headers['mcp-session-id'] = (opened.headers as Record<string, string>)['mcp-session-id']!;
  await post({ method: 'notifications/initialized' });
  const run = (id: number, name: string, args: object) =>
    post({ id, method: 'tools/call', params: { name, arguments: args } });
  const typeOf = ({ headers: given }: { headers: object }) => (given as Record<string, string>)['content-type'];
  const short = await run(1, 'echo', { message: 'hi' });
  assert.deepEqual([typeOf(short), JSON.parse(short.text).result.content[0].text], ['application/json', 'Echo: hi']);
  const long = await run(2, 'trigger-long-running-operation', { duration: 1.2, steps: 1 });
  assert.equal(typeOf(long), 'text/event-stream');
  assert.match(long.text, /Long running operation completed/);
  assert.equal((await rowsOf(fixture, 'gateway')).filter((row) => row.startsWith('request tools/call')).length, 2);
});

test('resources and prompts pass through', async () => {
  const fixture = await fixtureWith({ everything: true });
  const [single, all] = [await fixture.agent({ at: serverPath('everything') }), await fixture.agent()];
  const { resources } = await single.listResources();
  const { contents } = await all.readResource({ uri: resources[0]!.uri });
  assert.equal(contents[0]?.uri, resources[0]!.uri);
  const plain = (await single.listPrompts()).prompts.map(({ name }) => name);
  const prefixed = (await all.listPrompts()).prompts.map(({ name }) => name);
  assert.deepEqual(
    prefixed,
    plain.map((name) => `mcp_everything_${name}`),
  );
  const { messages } = await all.getPrompt({ name: 'mcp_everything_simple-prompt' });
  assert.ok(messages.length > 0);
});

test('a subscription of modern agents is kept at the server until no agent listens any more', async () => {
  const fixture = await fixtureWith({ everything: true });
  const server = fixture.core.server('everything');
  const received: string[] = [];
  const setUp = (client: Client): void =>
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => void received.push(params.uri));
  const [first, second] = [await fixture.agent({ era: 'auto', setUp }), await fixture.agent({ era: 'auto' })];
  const [one, two] = (await first.listResources()).resources.map(({ uri }) => uri) as [string, string];
  const stream = await first.listen({ resourceSubscriptions: [one, two] });
  await second.listen({ resourceSubscriptions: [two] });
  await until(() => server.subscribed.length === 2, 'both are watched');
  await call(first, 'mcp_everything_toggle-subscriber-updates');
  await until(() => received.length === 2, 'both updates');
  assert.deepEqual(received, [one, two]);
  await stream.close();
  await until(() => server.subscribed.length === 1, 'one is left');
  assert.deepEqual(server.subscribed, [two]);
  await second.close();
  await until(() => server.subscribed.length === 0, 'none is left');
});

test('a hundred concurrent agents each get their own responses', async () => {
  const fixture = await fixtureWith({ everything: true });
  await Promise.all(
    Array.from({ length: 100 }, async (_, id) => {
      const agent = await fixture.agent({ at: serverPath('everything'), era: id % 2 === 0 ? 'legacy' : 'auto' });
      for (let turn = 0; turn < 3; turn++)
        assert.equal(await call(agent, 'echo', { message: `${id}/${turn}` }), `Echo: ${id}/${turn}`);
    }),
  );
});

interface Knock {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

function knock({ address }: GatewayFixture, { path = allPath, method = 'POST', headers = {}, body = '{}' }: Knock) {
  const all = { 'content-type': 'application/json', authorization: `Bearer ${address.token}`, ...headers };
  return new Promise<{ status: number | undefined; text: string; headers: IncomingHttpHeaders }>((resolve, reject) => {
    const sent = httpRequest(address.origin + path, { method, headers: all }, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
      answer.on('end', () => resolve({ status: answer.statusCode, text, headers: answer.headers }));
    });
    sent.on('error', reject).end(body);
  });
}

test(`a request without the token is refused, and learns nothing about the servers${proves('C27')}`, async () => {
  const fixture = await fixtureWith({ everything: true });
  const refusals: readonly (readonly [string, Knock, number])[] = [
    ['a wrong token', { headers: { authorization: 'Bearer wrong' } }, 404],
    ['no token', { headers: { authorization: '' } }, 401],
    ['no token for a path that is not there', { path: '/x', headers: { authorization: '' } }, 401],
    ['no token and a foreign host', { headers: { authorization: '', host: 'evil.example' } }, 403],
    ['a wrong token for a path that is not there', { path: '/x', headers: { authorization: 'Bearer wrong' } }, 404],
    ['a path that is not there', { path: '/nothing' }, 404],
    ['a server that is not offered', { path: serverPath('secret') }, 404],
    ['a path that cannot be read', { path: '/servers/%E0%A4%A/mcp' }, 404],
    ['a foreign host', { headers: { host: 'evil.example' } }, 403],
    ['a foreign origin', { headers: { origin: 'https://evil.example' } }, 403],
    ['another method', { method: 'PUT' }, 405],
    ['another type of body', { headers: { 'content-type': 'text/plain' } }, 415],
    ['a body that is too large', { body: 'x'.repeat(11 * 1024 * 1024) }, 413],
  ];
  for (const [what, request, status] of refusals) {
    const answer = await knock(fixture, request).catch((error: NodeJS.ErrnoException) => {
      assert.ok(status === 413 && ['EPIPE', 'ECONNRESET'].includes(error.code ?? ''), what); // the rest got no response
      return undefined;
    });
    if (!answer) continue;
    assert.equal(answer.status, status, what);
    assert.doesNotMatch(answer.text, /everything|switchboard|node_modules|\.ts|at /i, what);
    assert.equal(answer.headers['www-authenticate'], status === 401 ? 'Bearer' : undefined, what);
  }
});

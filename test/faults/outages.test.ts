// A server that went away comes back for agents, however often they call meanwhile.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, test } from 'node:test';
import type { Client } from '@modelcontextprotocol/client';
import { failOnLeaks } from '../support/leaks.ts';
import { until } from '../support/until.ts';
import { bad } from '../integration/serversSupport.ts';
import { type GatewayFixture, openGatewayFixture } from '../integration/support/gatewayFixture.ts';
import { RestartableServer } from './support/restartableServer.ts';

failOnLeaks();

const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-outages-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close();
});

async function fixtureWith(servers: Record<string, object>): Promise<GatewayFixture> {
  const choice = Object.fromEntries(Object.keys(servers).map((name) => [name, true]));
  const fixture = await openGatewayFixture(servers, choice);
  open.push(fixture);
  return fixture;
}

async function webServer(): Promise<RestartableServer> {
  const server = await new RestartableServer().start();
  open.push({ close: () => server.stop() });
  return server;
}

async function say(agent: Client, name: string): Promise<string> {
  try {
    const { content } = await agent.callTool({ name, arguments: {} });
    return (content as { text: string }[])[0]?.text ?? '';
  } catch (error) {
    return String(error);
  }
}

/** Ten calls a second until it is stopped; `texts` is what came back. */
function callsOf(agent: Client, name: string): { readonly texts: string[]; stop(): Promise<unknown> } {
  const texts: string[] = [];
  const running: Promise<unknown>[] = [];
  const timer = setInterval(() => running.push(say(agent, name).then((text) => texts.push(text))), 100);
  return {
    texts,
    stop: () => {
      clearInterval(timer);
      return Promise.all(running);
    },
  };
}

const notReachable = /^The server is not reachable(?:, next attempt in \d+ s|\. The next call tries again)\./;

test('calls during a short outage of an HTTP server wait for it, and get their results', async () => {
  const server = await webServer();
  const fixture = await fixtureWith({ web: { type: 'http', url: server.url } });
  const agent = await fixture.agent();
  assert.equal(await say(agent, 'mcp_web_echo'), 'here');
  await server.stop();
  const calls = callsOf(agent, 'mcp_web_echo');
  await until(() => fixture.core.server('web').state.value.kind === 'waiting', 'the loss is noticed');
  assert.deepEqual(calls.texts, []);
  await server.start();
  await until(() => calls.texts.length > 10, 'calls are answered');
  await calls.stop();
  assert.deepEqual([...new Set(calls.texts)], ['here']);
});

test('in a long outage calls say so within their time-out, the tool stays listed, and works when the server is back', async () => {
  const server = await webServer();
  const fixture = await fixtureWith({ web: { type: 'http', url: server.url, toolTimeoutMs: 1_000 } });
  const agent = await fixture.agent();
  await say(agent, 'mcp_web_echo');
  await server.stop();
  const calls = callsOf(agent, 'mcp_web_echo');
  await until(() => calls.texts.length > 20, 'calls gave up');
  const { tools } = await agent.listTools();
  assert.ok(tools.some(({ name }) => name === 'mcp_web_echo'));
  const during = [...calls.texts];
  await server.start();
  await until(() => calls.texts.includes('here'), 'the server is back');
  await calls.stop();
  for (const text of during) assert.match(text, notReachable);
});

test('a program that was killed and does not start for a while is back with the first call after it can', async () => {
  const blocked = path.join(folder, 'blocked');
  const { command, args } = bad('absent', blocked);
  const fixture = await fixtureWith({ local: { type: 'stdio', command, args, toolTimeoutMs: 1_000 } });
  const agent = await fixture.agent();
  const first = Number(await say(agent, 'mcp_local_echo'));
  writeFileSync(blocked, '');
  process.kill(first, 'SIGKILL');
  const calls = callsOf(agent, 'mcp_local_echo');
  await until(() => calls.texts.length > 20, 'calls gave up');
  rmSync(blocked);
  await until(() => calls.texts.some((text) => Number(text) > 0), 'it is back');
  await calls.stop();
  assert.ok(!calls.texts.some((text) => /unknown tool/i.test(text)));
  assert.ok(calls.texts.some((text) => notReachable.test(text)));
});

test('a server that could not be reached at first is found by a later list', async () => {
  const server = await webServer();
  await server.stop();
  const fixture = await fixtureWith({ web: { type: 'http', url: server.url } });
  const agent = await fixture.agent();
  const names = async (): Promise<string[]> => (await agent.listTools()).tools.map(({ name }) => name);
  assert.deepEqual(await names(), ['switchboard_missing_servers']);
  await server.start();
  await until(async () => (await names()).includes('mcp_web_echo'), 'the tool is listed');
});

test('the time that a server names in Retry-After of 503 or 429 is kept, in both forms', async () => {
  const named = [
    { status: 503, 'retry-after': '100' },
    { status: 429, 'retry-after': new Date(Date.now() + 100_000).toUTCString() },
  ];
  for (const { status, ...headers } of named) {
    const server = await webServer();
    server.proxy = (response) => Boolean(response.writeHead(status, headers).end());
    const fixture = await fixtureWith({ web: { type: 'http', url: server.url, toolTimeoutMs: 1_000 } });
    await (await fixture.agent()).listTools();
    const state = fixture.core.server('web').state.value;
    assert.equal(state.kind, 'waiting');
    const waitMs = state.kind === 'waiting' ? state.retryAt - Date.now() : 0;
    assert.ok(waitMs > 60_000 && waitMs <= 101_000, `${status}: ${waitMs} ms`);
  }
});

test('agents learn why servers are missing: by a tool, by the error for an unknown one, and by instructions', async () => {
  const { command, args } = bad('exits');
  const fixture = await fixtureWith({
    gone: { type: 'stdio', command: 'no-such-program-anywhere' },
    broken: { type: 'stdio', command, args },
  });
  for (const era of ['legacy', 'auto'] as const) {
    const agent = await fixture.agent({ era });
    const { tools } = await agent.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      ['switchboard_missing_servers'],
    );
    const reasons = await say(agent, 'switchboard_missing_servers');
    assert.match(reasons, /"server":"gone","reason":"Cannot run no-such-program-anywhere: command not found/);
    assert.match(reasons, /"server":"broken","reason":"The server exited with code/);
    assert.match(await say(agent, 'mcp_gone_anything'), /Unknown tool: mcp_gone_anything\. Not available now: gone \(/);
  }
  const late = await fixture.agent();
  assert.match(
    late.getInstructions() ?? '',
    /Not available now: gone, broken\. switchboard_missing_servers tells why\./,
  );
});

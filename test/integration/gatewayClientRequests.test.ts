import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { allPath, serverPath } from '../../src/core/gateway/discovery/paths.ts';
import type { ClientRequests } from '../../src/core/servers/model/clientRequests.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { until } from '../support/until.ts';
import { type AgentOptions, type GatewayFixture, everything, openGatewayFixture } from './support/gatewayFixture.ts';
import { StatelessAgent } from './support/statelessAgent.ts';

failOnLeaks();
const open: GatewayFixture[] = [];
afterEach(async () => {
  for (const fixture of open.splice(0)) await fixture.close();
});

const script = fileURLToPath(new URL('../fixtures/client-requests/server.mjs', import.meta.url));
const asking = { type: 'stdio', command: process.execPath, args: [script, 'legacy'] };
const at = serverPath('asking');

async function fixtureWith(
  clientRequests: ClientRequests = {},
  others: Record<string, object> = {},
): Promise<GatewayFixture> {
  const window: ClientRequests = {
    elicit: async () => ({ action: 'cancel' }),
    sample: async () => ({ model: 'w', text: 'from the window' }),
    ...clientRequests,
  };
  const choice = Object.fromEntries(['asking', ...Object.keys(others)].map((id) => [id, true]));
  const fixture = await openGatewayFixture({ asking, ...others }, choice, window);
  open.push(fixture);
  await fixture.core.server('asking').start();
  return fixture;
}

/** An agent that lets its model answer so. */
function sampling(answer: () => unknown): AgentOptions {
  return {
    at,
    capabilities: { sampling: {} },
    setUp: (client) => client.setRequestHandler('sampling/createMessage', answer as never),
  };
}

const respondWith = (text: string) => () => ({ role: 'assistant', content: { type: 'text', text }, model: 'm' });

async function call(agent: Client, name: string, args: object = {}): Promise<string> {
  return JSON.stringify((await agent.callTool({ name, arguments: { ...args } })).content);
}

async function framesOf(fixture: GatewayFixture, method: string): Promise<number> {
  const { rows } = await fixture.core.traffic.page(0, 10_000);
  return rows.filter((row) => row.server === 'asking' && row.kind !== 'response' && row.method === method).length;
}

for (const era of ['legacy', 'auto'] as const) {
  const asked = (answer: object): AgentOptions => ({
    era,
    at: serverPath('everything'),
    capabilities: { elicitation: { form: {} }, sampling: {} },
    setUp: (client) => {
      client.setRequestHandler('elicitation/create', () => answer as never);
      client.setRequestHandler('sampling/createMessage', () => answer as never);
    },
  });

  test(`an elicitation of a server goes to the agent whose call it serves (${era})`, async () => {
    const fixture = await fixtureWith({}, { everything });
    const agent = await fixture.agent(asked({ action: 'accept', content: { name: 'Ada', check: true } }));
    assert.match(await call(agent, 'trigger-elicitation-request'), /Ada/);
  });

  test(`a sampling request of a server goes to the agent whose call it serves (${era})`, async () => {
    const fixture = await fixtureWith({}, { everything });
    const content = { type: 'text', text: 'from the agent' };
    const agent = await fixture.agent(asked({ role: 'assistant', content, model: 'm', stopReason: 'endTurn' }));
    assert.match(await call(agent, 'trigger-sampling-request', { prompt: 'Hi', maxTokens: 5 }), /from the agent/);
  });
}

test('a client request that may be for either of two agents goes to the user of the window', async () => {
  const fixture = await fixtureWith({}, { everything });
  const other = await fixture.agent({ at: serverPath('everything') });
  const agent = await fixture.agent({
    at: serverPath('everything'),
    capabilities: { sampling: {} },
    setUp: (client) => client.setRequestHandler('sampling/createMessage', () => assert.fail('not for this agent')),
  });
  const long = other.callTool({ name: 'trigger-long-running-operation', arguments: { duration: 1, steps: 1 } });
  assert.match(await call(agent, 'trigger-sampling-request', { prompt: 'Hi', maxTokens: 5 }), /from the window/);
  await long;
});

test('an agent that declines client requests delays nothing, and the server gets its reason', async () => {
  const fixture = await fixtureWith();
  const agent = await fixture.agent(
    sampling(() => {
      throw new Error('The user declined');
    }),
  );
  for (let turn = 0; turn < 12; turn++) assert.match(await call(agent, 'ask_model'), /The user declined/);
  assert.match(await call(agent, 'echo', { hello: 1 }), /hello/);
});

for (const how of ['cancels', 'leaves'] as const)
  test(`a call ends at the server when its agent ${how} during a client request, and the next agent gets its own request`, async () => {
    const fixture = await fixtureWith();
    const stop = new AbortController();
    let asked = false;
    const agent = await fixture.agent(
      sampling(() => {
        asked = true;
        return new Promise(() => {});
      }),
    );
    const running = agent.callTool({ name: 'ask_model', arguments: {} }, { signal: stop.signal });
    running.catch(() => {});
    await until(() => asked, 'the question');
    if (how === 'cancels') stop.abort();
    else await (agent.transport as StreamableHTTPClientTransport).terminateSession();
    await until(async () => (await framesOf(fixture, 'notifications/cancelled')) > 0, 'the cancel');
    const next = await fixture.agent(sampling(respondWith('from the next one')));
    assert.match(await call(next, 'ask_model'), /from the next one/);
  });

for (const era of ['legacy', 'auto'] as const)
  test(`an agent that only supports forms gets no URL elicitation: the user of the window does (${era})`, async () => {
    const modes: string[] = [];
    const fixture = await fixtureWith({
      elicit: async ({ mode }) => {
        modes.push(mode);
        return { action: 'accept' };
      },
    });
    const agent = await fixture.agent({
      at,
      era,
      capabilities: { elicitation: { form: {} } },
      setUp: (client) =>
        client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { name: 'Ada' } }) as never),
    });
    assert.match(await call(agent, 'ask_url'), /accept/);
    assert.match(await call(agent, 'ask_form'), /Ada/);
    assert.deepEqual(modes, ['url']);
  });

test('in a batch a client request goes to the agent, though other calls of the batch have ended', async () => {
  const fixture = await fixtureWith();
  const agent = await fixture.agent({ ...sampling(respondWith('from the agent')), at: allPath });
  const calls = ['echo', 'ask_model', 'echo', 'ask_model'].map((name) => ({ tool: `mcp_asking_${name}` }));
  const text = await call(agent, 'switchboard_batch', { calls });
  assert.equal(text.split('from the agent').length, 3);
});

test('a response that is sent twice does not run the tool twice', async () => {
  const fixture = await fixtureWith();
  const agent = new StatelessAgent(fixture, at, { elicitation: { form: {} } });
  const { requestState, inputRequests } = (await agent.callTool('ask_form')).result!;
  const [key = ''] = Object.keys(inputRequests as object);
  const answer = { requestState, inputResponses: { [key]: { action: 'accept', content: { name: 'Ada' } } } };
  assert.match(JSON.stringify((await agent.callTool('ask_form', answer)).result), /Ada/);
  assert.equal((await agent.callTool('ask_form', answer)).error?.code, -32602);
  assert.equal(await framesOf(fixture, 'tools/call'), 1);
});

test('a server that does not start delays no call of the others', async () => {
  const silent = { type: 'stdio', command: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)'] };
  const fixture = await fixtureWith({}, { silent });
  void fixture.core
    .server('silent')
    .start()
    .catch(() => {});
  const agent = await fixture.agent({ at: allPath, era: 'auto' });
  assert.match(await call(agent, 'mcp_asking_echo', { hello: 1 }), /hello/);
  assert.equal(fixture.core.server('silent').state.value.kind, 'connecting');
});

test('a subscription reaches the server that has the resource, even before resources were listed', async () => {
  const fixture = await openGatewayFixture({ everything, asking }, { everything: true, asking: true });
  open.push(fixture);
  const agent = await fixture.agent({ at: allPath });
  const updated: string[] = [];
  agent.setNotificationHandler('notifications/resources/updated', ({ params }) => void updated.push(params.uri));
  await agent.listTools();
  await agent.subscribeResource({ uri: 'note://clock' });
  await call(agent, 'mcp_asking_touch');
  await until(() => updated.includes('note://clock'), 'the update');
  assert.equal(await framesOf(fixture, 'resources/subscribe'), 1);
});

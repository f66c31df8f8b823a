// Rounds of agents of 2026-07-28: the response to a call may be a request for input, and a next round may never come.
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { serverPath } from '../../src/core/gateway/discovery/paths.ts';
import { agentOnlyRequests } from '../../src/core/gateway/calls/clientRequestRouter.ts';
import type { ClientRequests } from '../../src/core/servers/model/clientRequests.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { type GatewayFixture, openGatewayFixture } from './support/gatewayFixture.ts';
import { type RpcAnswer, StatelessAgent } from './support/statelessAgent.ts';

failOnLeaks();
const open: GatewayFixture[] = [];
afterEach(async () => {
  for (const fixture of open.splice(0)) await fixture.close();
});

const script = fileURLToPath(new URL('../fixtures/client-requests/server.mjs', import.meta.url));
const suite = fileURLToPath(new URL('../conformance/fixtures/stdioServer.ts', import.meta.url));

async function agentOf(
  server: 'legacy' | 'modern' | 'suite',
  capabilities: object,
  window: ClientRequests = agentOnlyRequests,
): Promise<StatelessAgent> {
  const args = server === 'suite' ? [suite] : [script, server];
  const entry = { type: 'stdio', command: process.execPath, args };
  const fixture = await openGatewayFixture({ asking: entry }, { asking: true }, window);
  open.push(fixture);
  await fixture.core.server('asking').start();
  return new StatelessAgent(fixture, serverPath('asking'), capabilities);
}

const forms = { elicitation: { form: {} } };
const ada = { action: 'accept', content: { name: 'Ada' } };

function keysOf({ result }: RpcAnswer): readonly string[] {
  assert.equal(result?.['resultType'], 'input_required', JSON.stringify(result));
  return Object.keys(result['inputRequests'] as object);
}

/** The next round, with these responses by key. */
function next(answer: RpcAnswer, inputResponses: object): object {
  return { requestState: answer.result?.['requestState'], inputResponses };
}

for (const era of ['legacy', 'modern'] as const)
  test(`a call that its agent abandons keeps no later question from the agent (${era} server)`, async () => {
    const agent = await agentOf(era, forms);
    for (let turn = 0; turn < 12; turn++) keysOf(await agent.callTool('ask_form'));
    const asked = await agent.callTool('ask_form');
    const [key = ''] = keysOf(asked);
    const done = await agent.callTool('ask_form', next(asked, { [key]: ada }));
    assert.match(JSON.stringify(done.result), /Ada/);
  });

test('all that a server asks in one round reaches the agent in one, roots included', async () => {
  const agent = await agentOf('suite', { ...forms, sampling: {}, roots: {} });
  const asked = await agent.callTool('test_input_required_result_multiple_inputs');
  assert.deepEqual(keysOf(asked), ['user_name', 'greeting', 'client_roots']);
  const done = await agent.callTool(
    'test_input_required_result_multiple_inputs',
    next(asked, {
      user_name: ada,
      greeting: { role: 'assistant', content: { type: 'text', text: 'Hello' }, model: 'm' },
      client_roots: { roots: [{ uri: 'file:///of/the/agent' }] },
    }),
  );
  assert.match(JSON.stringify(done.result), /Ada.*Hello.*file:\/\/\/of\/the\/agent/);
});

test('what the agent cannot answer is answered by the user of the window, in the same round', async () => {
  const window: ClientRequests = {
    elicit: async () => ({ action: 'cancel' }),
    sample: async () => ({ model: 'w', text: 'from the window' }),
    roots: async () => [{ uri: 'file:///of/the/window' }],
  };
  const agent = await agentOf('suite', forms, window);
  const asked = await agent.callTool('test_input_required_result_multiple_inputs');
  assert.deepEqual(keysOf(asked), ['user_name']);
  const done = await agent.callTool('test_input_required_result_multiple_inputs', next(asked, { user_name: ada }));
  assert.match(JSON.stringify(done.result), /Ada.*from the window.*file:\/\/\/of\/the\/window/);
});

test('a tool that needs what neither the agent nor a user can give is refused with the code of the protocol', async () => {
  const agent = await agentOf('suite', forms);
  const { error } = await agent.callTool('test_missing_capability');
  assert.equal(error?.code, -32021);
});

test('a prompt that needs input asks the agent', async () => {
  const agent = await agentOf('suite', forms);
  const name = 'test_input_required_result_prompt';
  const asked = await agent.request('prompts/get', name);
  const [key = ''] = keysOf(asked);
  const done = await agent.request('prompts/get', name, next(asked, { [key]: ada }));
  assert.match(JSON.stringify(done.result), /messages/);
});

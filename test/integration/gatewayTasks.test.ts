// Tasks of a managed server, for an agent of 2026-07-28 that reaches it through the gateway.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { allPath, serverPath } from '../../src/core/gateway/discovery/paths.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { until } from '../support/until.ts';
import { type GatewayFixture, openGatewayFixture } from './support/gatewayFixture.ts';
import { type RpcAnswer, StatelessAgent } from './support/statelessAgent.ts';

const suite = fileURLToPath(new URL('../conformance/fixtures/stdioServer.ts', import.meta.url));
const entry = { type: 'stdio', command: process.execPath, args: [suite] };
const tasks = { extensions: { 'io.modelcontextprotocol/tasks': {} }, elicitation: { form: {} } };

let fixture: GatewayFixture;
before(async () => void (fixture = await openGatewayFixture({ working: entry }, { working: true })));
after(() => fixture.close());
failOnLeaks();

function agent(capabilities: object = tasks, path = serverPath('working')): StatelessAgent {
  return new StatelessAgent(fixture, path, capabilities);
}

async function start(of: StatelessAgent, tool: string, args: object = {}): Promise<string> {
  const { result } = await of.callTool(tool, { arguments: args });
  assert.equal(result?.['resultType'], 'task', JSON.stringify(result));
  assert.ok(!('content' in result));
  return String(result['taskId']);
}

function ask(of: StatelessAgent, method: string, taskId: string, more: object = {}): Promise<RpcAnswer> {
  return of.request(method, taskId, { taskId, ...more });
}

function reached(of: StatelessAgent, taskId: string, status: string): Promise<Readonly<Record<string, unknown>>> {
  return until(async () => {
    const { result } = await ask(of, 'tasks/get', taskId);
    return result?.['status'] === status ? result : undefined;
  }, status);
}

test('a call that its server makes a task is one for the agent, which gets its result by the id that it was given', async () => {
  const one = agent();
  const id = await start(one, 'slow_compute', { seconds: 0.05, label: 'x' });
  const done = await reached(one, id, 'completed');
  assert.equal(done['taskId'], id);
  assert.match(JSON.stringify(done['result']), /Computed x/);
});

test('what a task asks reaches the agent, and its answer the task', async () => {
  const one = agent();
  const id = await start(one, 'confirm_delete', { filename: 'a.txt' });
  const asking = await reached(one, id, 'input_required');
  const [key = ''] = Object.keys(asking['inputRequests'] as object);
  const inputResponses = { [key]: { action: 'accept', content: { confirm: true } } };
  assert.equal((await ask(one, 'tasks/update', id, { inputResponses })).error, undefined);
  assert.match(JSON.stringify(await reached(one, id, 'completed')), /Deleted/);
});

test('the agent cancels a task at its server', async () => {
  const one = agent();
  const id = await start(one, 'slow_compute', { seconds: 600, label: 'x' });
  assert.equal((await ask(one, 'tasks/cancel', id)).error, undefined);
  await reached(one, id, 'cancelled');
});

test('an agent that knows no tasks gets the result itself, and none of those methods', async () => {
  const other = agent({});
  const { result } = await other.callTool('slow_compute', { arguments: { seconds: 0.05, label: 'x' } });
  assert.match(JSON.stringify(result), /Computed x/);
  const id = await start(agent(), 'slow_compute', { seconds: 0, label: 'x' });
  assert.equal((await ask(other, 'tasks/get', id)).error?.code, -32021);
});

test('a task is known by the id that was given, and by no other', async () => {
  const one = agent();
  assert.equal((await ask(one, 'tasks/get', 'made-up')).error?.code, -32602);
});

test('several calls in one, as the gateway offers them, are answered when they are done', async () => {
  const all = agent(tasks, allPath);
  const { result: listed } = await all.request('tools/list', '');
  const tool = (listed!['tools'] as { name: string }[]).find(({ name }) => name.endsWith('slow_compute'))?.name;
  const calls = [{ tool, arguments: { seconds: 0.05, label: 'x' } }];
  const { result } = await all.callTool('switchboard_batch', { arguments: { calls } });
  assert.equal(result?.['resultType'], 'complete');
  assert.match(JSON.stringify(result), /Computed x/);
});

import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import type { ServerContext } from '@modelcontextprotocol/server';
import { AgentCall } from '../../../src/core/gateway/calls/agentCall.ts';
import { SuspendedCalls, resumeWithinMs } from '../../../src/core/gateway/calls/suspendedCalls.ts';
import type { ToolResult } from '../../../src/core/servers/model/server.ts';

beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
afterEach(() => mock.timers.reset());

/** The state is sealed as it is. */
const suspendedCalls = (): SuspendedCalls<ToolResult> =>
  new SuspendedCalls<ToolResult>({ mint: async (state) => JSON.stringify(state) });

function contextWith(requestState?: string): ServerContext {
  const state = requestState === undefined ? undefined : (JSON.parse(requestState) as unknown);
  return { mcpReq: { requestState: () => state, inputResponses: {} } } as unknown as ServerContext;
}

function waiting(): AgentCall<ToolResult> {
  const call = new AgentCall<ToolResult>({}, new Set(['elicitation/create']));
  call.begin(() => new Promise(() => {}));
  return call;
}

const question = { method: 'elicitation/create', params: {} } as const;

async function park(calls: SuspendedCalls<ToolResult>, call: AgentCall<ToolResult>): Promise<string> {
  const { requestState } = await calls.park(
    call,
    { kind: 'inputRequired', questions: { k: question }, isOpenAtServer: true },
    contextWith(),
  );
  return requestState as string;
}

test('a suspended call is continued once: a response that comes twice does not run it twice', async () => {
  const calls = suspendedCalls();
  const call = waiting();
  const state = await park(calls, call);
  assert.equal(calls.resume(contextWith(state)), call);
  assert.throws(() => calls.resume(contextWith(state)), /This call is over/);
  assert.equal(calls.resume(contextWith()), undefined, 'a new call');
});

test('a call that no agent continues ends', async () => {
  const calls = suspendedCalls();
  const call = waiting();
  await park(calls, call);
  mock.timers.tick(resumeWithinMs - 1);
  assert.ok(!call.isEnded);
  mock.timers.tick(1);
  assert.ok(call.isEnded);
});

test('the state of an earlier round continues nothing', async () => {
  const calls = suspendedCalls();
  const call = waiting();
  const first = await park(calls, call);
  calls.resume(contextWith(first));
  const second = await park(calls, call);
  assert.throws(() => calls.resume(contextWith(first)), /This call is over/);
  assert.equal(calls.resume(contextWith(second)), call);
});

test('the oldest of many calls that are open at their server ends, so that others have a place there', async () => {
  const calls = suspendedCalls();
  const many = Array.from({ length: 9 }, waiting);
  for (const call of many) await park(calls, call);
  assert.deepEqual(
    many.map(({ isEnded }) => isEnded),
    [true, ...many.slice(1).map(() => false)],
  );
});

test('each round has its own time', async () => {
  const calls = suspendedCalls();
  const call = waiting();
  const state = await park(calls, call);
  mock.timers.tick(resumeWithinMs - 1);
  calls.resume(contextWith(state));
  await park(calls, call);
  mock.timers.tick(resumeWithinMs - 1);
  assert.ok(!call.isEnded);
  calls.dispose();
  assert.ok(call.isEnded, 'with the endpoint all its calls end');
});

test('progress before the first listener is kept for it, in order, and later progress is not kept', async () => {
  const call = new AgentCall<ToolResult>({}, new Set());
  call.progress({ progress: 1 });
  call.progress({ progress: 2 });
  await call.hadProgress;
  const [first, second]: [unknown[], unknown[]] = [[], []];
  call.listen(({ progress }) => first.push(progress));
  call.progress({ progress: 3 });
  call.listen(({ progress }) => second.push(progress));
  assert.deepEqual([first, second], [[1, 2, 3], []]);
});

test('a round for a client that has gone already ends the call', async () => {
  const call = waiting();
  void call.round(AbortSignal.abort());
  assert.ok(call.isEnded);
});

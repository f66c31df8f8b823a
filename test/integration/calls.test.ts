import assert from 'node:assert/strict';
import { proves } from '../requirements.ts';
import { test } from 'node:test';
import { Lifetime } from '../../src/base/lifetime.ts';
import { PendingClientRequests } from '../../src/core/calls/pendingClientRequests.ts';
import { CallStore } from '../../src/core/calls/callStore.ts';
import { rawTemplate } from '../../src/core/calls/rawTemplate.ts';
import { systemClock } from '../../src/core/ports/ports.ts';
import { createManagedServer } from '../../src/core/servers/managedServer.ts';
import type { ManagedServer } from '../../src/core/servers/model/server.ts';
import { TrafficLog } from '../../src/core/traffic/log/trafficLog.ts';
import { Redactor } from '../../src/core/trust/redaction/redact.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { until } from '../support/until.ts';

failOnLeaks();

const fixturePath = (name: string): string => new URL(`../fixtures/${name}`, import.meta.url).pathname;

const cliPath = new URL('../../dist/cli.cjs', import.meta.url).pathname;

interface Setup {
  readonly calls: CallStore;
  readonly requests: PendingClientRequests;
  readonly server: ManagedServer;
  run(tool: string, args?: Record<string, unknown>): Promise<string>;
}

/** A real process with the stores of calls and of pending requests, wired as in the extension. */
async function withCalls(args: readonly string[], work: (setup: Setup) => Promise<void>): Promise<void> {
  const lifetime = new Lifetime();
  const redactor = new Redactor();
  const requests = new PendingClientRequests();
  const server = createManagedServer({
    id: 's',
    label: 's',
    source: 'test',
    transport: 'stdio',
    launch: { kind: 'stdio', command: process.execPath, args, env: {} },
    tap: lifetime.add(new TrafficLog({ rows: 100, bytes: 1_000_000 }, systemClock, redactor)),
    clientRequests: {
      elicit: (request, context) => requests.elicit(request, context),
      sample: (request, context) => requests.sample(request, context),
      roots: async (context) => {
        requests.tellRoots(context, [{ uri: 'file:///ws' }]);
        return [{ uri: 'file:///ws' }];
      },
    },
  });
  const calls = lifetime.add(new CallStore({ server: () => server, clock: systemClock, redactor }));
  requests.guessBy((id) => calls.onlyRunning(id));
  lifetime.add(requests.onDidSettle(({ server: id, call, round }) => calls.addRound(id, call, round)));
  let count = 0;
  const run = async (tool: string, input: Record<string, unknown> = {}): Promise<string> => {
    const call = `call-${++count}`;
    calls.run({ call, server: 's', tool, args: input });
    return call;
  };
  try {
    await work({ calls, requests, server, run });
  } finally {
    lifetime.dispose();
    await server.dispose();
  }
}

const textOf = (calls: CallStore, call: string): string => (calls.outcome(call).content[0] as { text: string }).text;
const isDone = (calls: CallStore, call: string) => (): boolean => calls.get(call)?.state.kind === 'done';

for (const era of ['legacy', 'modern'] as const) {
  test(`${era}: a form, a URL, sampling and the roots are requested within one call`, async () => {
    await withCalls([fixturePath('client-requests/server.mjs'), era], async ({ calls, requests, run }) => {
      const form = await run('ask_form');
      const ask = await until(() => requests.pending.value[0], 'a request of the server');
      assert.deepEqual([ask.kind, calls.get(form)?.state.kind], ['form', 'running']);
      assert.equal(ask.call, form);
      requests.answerElicitation(ask.id, { action: 'accept', content: { name: 'Ada' } });
      await until(isDone(calls, form), 'the form call is done');
      assert.deepEqual(JSON.parse(textOf(calls, form)), { name: 'Ada' });
      assert.deepEqual(
        calls.get(form)?.rounds.map(({ kind, answer }) => [kind, answer]),
        [['form', 'accept']],
      );

      const url = await run('ask_url');
      const page = await until(() => requests.pending.value[0], 'a request of the server');
      assert.equal(page.kind === 'url' && page.host, 'example.org');
      requests.answerElicitation(page.id, { action: 'decline' });
      await until(isDone(calls, url), 'the URL call is done');
      assert.match(textOf(calls, url), /decline/);

      const model = await run('ask_model');
      const sample = await until(() => requests.pending.value[0], 'a request of the server');
      assert.equal(sample.kind === 'sampling' && sample.messages[0]?.text, 'What is the capital of France?');
      requests.answerSampling(sample.id, { text: 'Paris', model: 'human' });
      await until(isDone(calls, model), 'the sampling call is done');
      assert.match(textOf(calls, model), /Paris/);

      const roots = await run('ask_roots');
      await until(isDone(calls, roots), 'the roots call is done');
      assert.match(textOf(calls, roots), /file:\/\/\/ws/);
      assert.deepEqual(
        calls.get(roots)?.rounds.map(({ kind }) => kind),
        ['roots'],
      );
    });
  });
}

test('client requests of two concurrent calls are kept apart in the modern era', async () => {
  await withCalls([fixturePath('client-requests/server.mjs')], async ({ calls, requests, run }) => {
    const [first, second] = [await run('ask_form'), await run('ask_form')];
    await until(() => requests.pending.value.length === 2, 'both requests of the server');
    for (const ask of requests.pending.value)
      requests.answerElicitation(ask.id, { action: 'accept', content: { name: `for ${ask.call}` } });
    await until(() => isDone(calls, first)() && isDone(calls, second)(), 'both calls are done');
    assert.deepEqual(
      [first, second].map((call) => JSON.parse(textOf(calls, call)).name),
      [`for ${first}`, `for ${second}`],
    );
  });
});

test('a cancelled call withdraws its client request', async () => {
  await withCalls([fixturePath('client-requests/server.mjs')], async ({ calls, requests, run }) => {
    const call = await run('ask_form');
    await until(() => requests.pending.value.length === 1, 'the request of the server');
    calls.cancel(call);
    await until(() => requests.pending.value.length === 0, 'the request is withdrawn');
    await until(isDone(calls, call), 'call call is done');
    assert.equal(calls.outcome(call).status, 'cancelled');
  });
});

test('progress is shown, cancelling stops, and many runs are measured', async () => {
  await withCalls([fixturePath('client-requests/server.mjs')], async ({ calls, run }) => {
    const slow = await run('slow');
    const progress = await until(() => {
      const state = calls.get(slow)?.state;
      return state?.kind === 'running' && state.progress;
    }, 'progress of the slow call');
    assert.match(progress.message ?? '', /^step \d+$/);
    calls.cancel(slow);
    await until(isDone(calls, slow), 'call slow is done');
    calls.run({ call: 'many', server: 's', tool: 'echo', args: {}, times: 50, concurrency: 5 });
    await until(isDone(calls, 'many'), 'call many is done');
    assert.deepEqual([calls.get('many')?.repeat?.done, calls.get('many')?.repeat?.errors], [50, 0]);
  });
});

test(`_meta and the time of a single call reach the server${proves('C16')}`, async () => {
  await withCalls([fixturePath('client-requests/server.mjs')], async ({ calls }) => {
    calls.run({ call: 'm', server: 's', tool: 'meta', args: {}, meta: { 'com.example/trace': '7' } });
    await until(isDone(calls, 'm'), 'call m is done');
    assert.equal(JSON.parse(textOf(calls, 'm'))['com.example/trace'], '7');
    calls.run({ call: 't', server: 's', tool: 'slow', args: { steps: 200 }, timeoutMs: 30 });
    await until(isDone(calls, 't'), 'call t is done');
    assert.equal(calls.outcome('t').fault?.code, 'timeout');
  });
});

test(`a protocol error and a crash name their origin${proves('R89')}`, async () => {
  await withCalls([fixturePath('schema-samples/server.mjs')], async ({ calls, run }) => {
    const refused = await run('fail_rpc');
    await until(isDone(calls, refused), 'call refused is done');
    assert.deepEqual(calls.outcome(refused).fault?.data, { code: -32_050, data: { field: 'x' } });
    const crashed = await run('fail_crash');
    await until(isDone(calls, crashed), 'call crashed is done');
    const { fault } = calls.outcome(crashed);
    assert.deepEqual([fault?.code, fault?.data?.['exitCode']], ['server/exited', 3]);
  });
});

for (const era of ['legacy', 'modern'] as const) {
  test(`${era}: any message can be sent as it is typed, also an invalid one`, async () => {
    await withCalls([fixturePath('client-requests/server.mjs'), era], async ({ server }) => {
      await server.start();
      const { value: state } = server.state;
      const info = state.kind === 'connected' ? state.info : undefined;
      assert.equal(info?.era, era);
      const whole = JSON.parse(rawTemplate('tools/list', info)) as { id: number };
      const listed = (await server.sendTyped(JSON.stringify(whole))) as { id: number; result: { tools: unknown[] } };
      assert.deepEqual([listed.id, listed.result.tools.length > 3], [whole.id, true]);
      const unknown = (await server.sendTyped(rawTemplate('no/such', info))) as { error: { code: number } };
      assert.equal(unknown.error.code, -32_601);
      assert.equal(await server.sendTyped('{"jsonrpc":"2.0","method":"notifications/x"}'), undefined);
      await server.sendTyped('this is { no JSON');
      await server.sendTyped('[1, 2]');
      await server.sendTyped('{"id": 5}');
      assert.ok(await server.callTool('echo', {}), 'the server is well after all that');
    });
  });
}

test('the response of a strict server to an invalid message is shown', async () => {
  await withCalls([cliPath, 'serve'], async ({ server }) => {
    const answer = (await server.sendTyped('{ no JSON')) as { error: { code: number } };
    assert.equal(answer.error.code, -32_700);
  });
});

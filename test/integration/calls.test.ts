import assert from 'node:assert/strict';
import { proves } from '../requirements.ts';
import { test } from 'node:test';
import { Lifetime } from '../../src/base/lifetime.ts';
import { silentLog } from '../../src/base/log.ts';
import { PendingClientRequests } from '../../src/core/calls/pendingClientRequests.ts';
import { CallStore } from '../../src/core/calls/callStore.ts';
import { CallHistory } from '../../src/core/calls/callHistory.ts';
import { rawTemplate } from '../../src/core/calls/rawTemplate.ts';
import { systemClock } from '../../src/core/ports/ports.ts';
import { createManagedServer } from '../../src/core/servers/managedServer.ts';
import type { ManagedServer } from '../../src/core/servers/model/server.ts';
import { TrafficLog } from '../../src/core/traffic/log/trafficLog.ts';
import { Redactor } from '../../src/core/trust/redaction/redact.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { until } from '../support/until.ts';

failOnLeaks();

const fixture = (name: string): string => new URL(`../fixtures/${name}`, import.meta.url).pathname;

const cliPath = new URL('../../dist/cli.js', import.meta.url).pathname;

interface Bed {
  readonly book: CallStore;
  readonly desk: PendingClientRequests;
  readonly server: ManagedServer;
  run(tool: string, args?: Record<string, unknown>): Promise<string>;
}

/** A real process, a real book and a real desk, as the extension puts them together. */
async function withBed(args: readonly string[], work: (bed: Bed) => Promise<void>): Promise<void> {
  const life = new Lifetime();
  const redactor = new Redactor();
  const desk = new PendingClientRequests();
  const server = createManagedServer({
    id: 's',
    label: 's',
    source: 'test',
    transport: 'stdio',
    launch: { kind: 'stdio', command: process.execPath, args, env: {} },
    tap: life.add(new TrafficLog({ rows: 100, bytes: 1_000_000 }, systemClock, redactor)),
    clientRequests: {
      elicit: (request, context) => desk.elicit(request, context),
      sample: (request, context) => desk.sample(request, context),
      roots: async (context) => {
        desk.tellRoots(context, [{ uri: 'file:///ws' }]);
        return [{ uri: 'file:///ws' }];
      },
    },
  });
  const history = new CallHistory({ files: {} as never, redactor, log: silentLog });
  const book = life.add(new CallStore({ server: () => server, clock: systemClock, redactor, history }));
  desk.guessBy((id) => book.onlyRunning(id));
  life.add(desk.onDidSettle(({ server: id, call, round }) => book.addRound(id, call, round)));
  let calls = 0;
  const run = async (tool: string, input: Record<string, unknown> = {}): Promise<string> => {
    const call = `call-${++calls}`;
    book.run({ call, server: 's', tool, args: input });
    return call;
  };
  try {
    await book.ready;
    await work({ book, desk, server, run });
  } finally {
    life.dispose();
    await server.dispose();
  }
}

const textOf = (book: CallStore, call: string): string => (book.outcome(call).content[0] as { text: string }).text;
const isDone = (book: CallStore, call: string) => (): boolean => book.get(call)?.state.kind === 'done';

for (const era of ['legacy', 'modern'] as const) {
  test(`${era}: a form, an address, a model and the folders are asked for within one call`, async () => {
    await withBed([fixture('asking/server.mjs'), era], async ({ book, desk, run }) => {
      const form = await run('ask_form');
      const ask = await until(() => desk.pending.value[0], 'a request of the server');
      assert.deepEqual([ask.kind, book.get(form)?.state.kind], ['form', 'running']);
      assert.equal(ask.call, form);
      desk.answerElicitation(ask.id, { action: 'accept', content: { name: 'Ada' } });
      await until(isDone(book, form), 'the form call is done');
      assert.deepEqual(JSON.parse(textOf(book, form)), { name: 'Ada' });
      assert.deepEqual(
        book.get(form)?.rounds.map(({ kind, answer }) => [kind, answer]),
        [['form', 'accept']],
      );

      const url = await run('ask_url');
      const page = await until(() => desk.pending.value[0], 'a request of the server');
      assert.equal(page.kind === 'url' && page.host, 'example.org');
      desk.answerElicitation(page.id, { action: 'decline' });
      await until(isDone(book, url), 'the URL call is done');
      assert.match(textOf(book, url), /decline/);

      const model = await run('ask_model');
      const sample = await until(() => desk.pending.value[0], 'a request of the server');
      assert.equal(sample.kind === 'sampling' && sample.messages[0]?.text, 'What is the capital of France?');
      desk.answerSampling(sample.id, { text: 'Paris', model: 'human' });
      await until(isDone(book, model), 'the sampling call is done');
      assert.match(textOf(book, model), /Paris/);

      const roots = await run('ask_roots');
      await until(isDone(book, roots), 'the roots call is done');
      assert.match(textOf(book, roots), /file:\/\/\/ws/);
      assert.deepEqual(
        book.get(roots)?.rounds.map(({ kind }) => kind),
        ['roots'],
      );
    });
  });
}

test('two calls that ask at the same time keep their questions apart in the modern era', async () => {
  await withBed([fixture('asking/server.mjs')], async ({ book, desk, run }) => {
    const [first, second] = [await run('ask_form'), await run('ask_form')];
    await until(() => desk.pending.value.length === 2, 'both requests of the server');
    for (const ask of desk.pending.value)
      desk.answerElicitation(ask.id, { action: 'accept', content: { name: `for ${ask.call}` } });
    await until(() => isDone(book, first)() && isDone(book, second)(), 'both calls are done');
    assert.deepEqual(
      [first, second].map((call) => JSON.parse(textOf(book, call)).name),
      [`for ${first}`, `for ${second}`],
    );
  });
});

test('a cancelled call takes its question back', async () => {
  await withBed([fixture('asking/server.mjs')], async ({ book, desk, run }) => {
    const call = await run('ask_form');
    await until(() => desk.pending.value.length === 1, 'the request of the server');
    book.cancel(call);
    await until(() => desk.pending.value.length === 0, 'the request is withdrawn');
    await until(isDone(book, call), 'call call is done');
    assert.equal(book.outcome(call).status, 'cancelled');
  });
});

test('progress is shown, cancelling stops, and many runs are measured', async () => {
  await withBed([fixture('asking/server.mjs')], async ({ book, run }) => {
    const slow = await run('slow');
    const progress = await until(() => {
      const state = book.get(slow)?.state;
      return state?.kind === 'running' && state.progress;
    }, 'progress of the slow call');
    assert.match(progress.message ?? '', /^step \d+$/);
    book.cancel(slow);
    await until(isDone(book, slow), 'call slow is done');
    book.run({ call: 'many', server: 's', tool: 'echo', args: {}, times: 50, concurrency: 5 });
    await until(isDone(book, 'many'), 'call many is done');
    assert.deepEqual([book.get('many')?.repeat?.done, book.get('many')?.repeat?.errors], [50, 0]);
  });
});

test('_meta and timeout reach the server', async () => {
  await withBed([fixture('asking/server.mjs')], async ({ book }) => {
    book.run({ call: 'm', server: 's', tool: 'meta', args: {}, meta: { 'com.example/trace': '7' } });
    await until(isDone(book, 'm'), 'call m is done');
    assert.equal(JSON.parse(textOf(book, 'm'))['com.example/trace'], '7');
    book.run({ call: 't', server: 's', tool: 'slow', args: { steps: 200 }, timeoutMs: 30 });
    await until(isDone(book, 't'), 'call t is done');
    assert.equal(book.outcome('t').fault?.code, 'timeout');
  });
});

test(`an error of the protocol and a crash say whose fault they are${proves('R89')}`, async () => {
  await withBed([fixture('schema-zoo/server.mjs')], async ({ book, run }) => {
    const refused = await run('fail_rpc');
    await until(isDone(book, refused), 'call refused is done');
    assert.deepEqual(book.outcome(refused).fault?.data, { code: -32_050, data: { field: 'x' } });
    const crashed = await run('fail_crash');
    await until(isDone(book, crashed), 'call crashed is done');
    const { fault } = book.outcome(crashed);
    assert.deepEqual([fault?.code, fault?.data?.['exitCode']], ['server/exited', 3]);
  });
});

for (const era of ['legacy', 'modern'] as const) {
  test(`${era}: any message can be sent as it is typed, also an invalid one`, async () => {
    await withBed([fixture('asking/server.mjs'), era], async ({ server }) => {
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

test('a message without sense is answered by a strict server, and the answer is shown', async () => {
  await withBed([cliPath, 'serve'], async ({ server }) => {
    const answer = (await server.sendTyped('{ no JSON')) as { error: { code: number } };
    assert.equal(answer.error.code, -32_700);
  });
});

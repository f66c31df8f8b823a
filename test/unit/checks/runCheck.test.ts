import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failOnLeaks } from '../../support/leaks.ts';
import { until } from '../../support/until.ts';
import { hurried, openFixture } from './runFixture.ts';

failOnLeaks();

const text = (value: string): object => ({ content: [{ type: 'text', text: value }] });
const path = '/w/__mcp__/notes/it.json';
/** Answers the calls in their order. */
function answering(...results: readonly object[]): { readonly 'tools/call': () => object } {
  const left = [...results];
  return { 'tools/call': () => left.shift() ?? text('no more') };
}

test('the first step that is not as expected ends a check, which names its line', async () => {
  await using fixture = await openFixture(answering(text('a'), text('b')));
  const step = { call: 'same', expect: { contains: 'a' } };
  const { status, mismatches } = await fixture.run({ steps: [step, step, step] });
  assert.deepEqual([status, mismatches.length, mismatches[0]?.expectation], ['failed', 1, 'contains']);
  assert.deepEqual(fixture.seen, ['call same', 'call same']);
});

test('a check that is skipped sends nothing, and tells why', async () => {
  await using fixture = await openFixture({});
  const { status, reason } = await fixture.run({ call: 'same', skip: 'not yet' });
  assert.deepEqual([status, reason, fixture.seen], ['skipped', 'not yet', []]);
});

test('targets, arguments and answers are filled in, and what a step takes is there for the next', async () => {
  await using fixture = await openFixture({
    'tools/call': () => ({ ...text('ok'), structuredContent: { id: 7, deep: [{ 'a/b': 'x' }] } }),
    'resources/read': ({ uri }) => ({ contents: [{ uri, text: `note ${String(uri)}` }] }),
  });
  const steps = [
    {
      call: 'add',
      args: { text: 'buy ${who}' },
      take: { id: '/structuredContent/id', odd: '/structuredContent/deep/0/a~1b' },
    },
    { read: 'note://${id}/${odd}', answers: [{ name: '${who}' }], expect: { contains: 'note note://7/x' } },
  ];
  const { status } = await fixture.run({ steps }, { variables: { who: 'tea' } });
  const [first, second] = fixture.steps;
  assert.equal(status, 'passed');
  assert.deepEqual(
    [first?.args, second?.target, second?.answers],
    [{ text: 'buy tea' }, 'note://7/x', [{ name: 'tea' }]],
  );
});

test('a value that is not there cannot be taken', async () => {
  await using fixture = await openFixture(answering(text('ok')));
  const { status, mismatches } = await fixture.run({ call: 'add', take: { id: '/structuredContent/id' } });
  assert.deepEqual([status, mismatches[0]?.expectation], ['failed', 'take']);
});

test('each kind of step has its request', async () => {
  await using fixture = await openFixture({
    'prompts/get': ({ name }) => ({
      messages: [{ role: 'user', content: { type: 'text', text: `prompt ${String(name)}` } }],
    }),
    'resources/templates/list': () => ({ resourceTemplates: [{ name: 't', uriTemplate: 'a:{b}' }] }),
    'completion/complete': ({ ref, argument }) => ({ completion: { values: [JSON.stringify([ref, argument])] } }),
  });
  const steps = [
    { prompt: 'review', expect: { contains: 'prompt review' } },
    { list: 'templates', expect: { at: { '/resourceTemplates/0/name': { const: 't' } } } },
    {
      complete: { prompt: 'review', name: 'who', value: 't' },
      expect: { at: { '/completion/values/0': { pattern: 'ref/prompt.*review.*who' } } },
    },
  ];
  const { status, mismatches } = await fixture.run({ steps });
  assert.deepEqual([status, mismatches], ['passed', []]);
});

test('an error is expected by its code, and one that nobody expected is a failure', async () => {
  await using fixture = await openFixture({
    'tools/call': () => ({ error: { code: -32_602, message: 'which text?' } }),
  });
  assert.equal((await fixture.run({ call: 'add', expect: { error: -32_602 } })).status, 'passed');
  assert.equal((await fixture.run({ call: 'add', expect: { error: -32_603 } })).status, 'failed');
  const { status, mismatches } = await fixture.run({ call: 'add' });
  assert.deepEqual([status, mismatches[0]?.expectation], ['failed', 'status']);
  assert.match(mismatches[0]?.message ?? '', /which text\?/);
});

test('progress is counted, and a request is cancelled when the step says so', async () => {
  await using fixture = await openFixture({
    'tools/call': ({ _meta }, client) => {
      const { progressToken } = _meta as { progressToken: unknown };
      void client.send({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken, progress: 1 } });
      return undefined;
    },
  });
  const { status } = await fixture.run({ call: 'add', cancelAfterMs: 1, expect: { cancelled: true, progress: true } });
  assert.equal(status, 'passed');
  assert.ok(fixture.seen.includes('notifications/cancelled'));
  const unexpected = await fixture.run({ call: 'add', cancelAfterMs: 1 });
  assert.equal(unexpected.status, 'failed');
});

test('a step has a time limit of its own', async (t) => {
  await using fixture = await openFixture({ 'tools/call': () => undefined });
  const { status, mismatches } = await hurried(t, () => fixture.run({ call: 'add', timeoutMs: 300 }));
  assert.equal(status, 'failed');
  assert.match(mismatches[0]?.message ?? '', /timed out after 0\.3 ?s/);
});

for (const cancelAfterMs of [undefined, 600_000])
  test(`a run that is stopped has no result, with ${cancelAfterMs ?? 'no'} ms until the step is cancelled`, async () => {
    await using fixture = await openFixture({ 'tools/call': () => undefined });
    const running = fixture.run({ call: 'add', ...(cancelAfterMs !== undefined && { cancelAfterMs }) });
    await until(() => fixture.seen.includes('call add'), 'the call');
    let reason: unknown;
    running.catch((error: unknown) => (reason = error));
    fixture.stop.abort(new Error('stopped'));
    await until(() => reason !== undefined, 'the end of the run');
    assert.match(String(reason), /stopped/);
  });

test('a server that has gone breaks a check; it does not fail it', async () => {
  await using fixture = await openFixture({ 'tools/call': async (_params, client) => void (await client.close()) });
  const { status, reason } = await fixture.run({ call: 'add' });
  assert.equal(status, 'broken');
  assert.ok((reason ?? '') !== '');
});

test('questions get the answers of the step in their order, and what is left over is declined', async () => {
  const params = { mode: 'form', message: 'Sure?', requestedSchema: { type: 'object', properties: {} } };
  const given: unknown[] = [];
  await using fixture = await openFixture({
    'tools/call': async (_params, client) => {
      for (let round = 0; round < 3; round++) given.push(await client.ask('elicitation/create', params));
      return text('done');
    },
  });
  const answers = [{ sure: true }, { action: 'cancel' }];
  for (const run of [1, 2]) {
    assert.equal((await fixture.run({ call: 'add', answers })).status, 'passed', `run ${run}`);
    const expected = [{ action: 'accept', content: { sure: true } }, { action: 'cancel' }, { action: 'decline' }];
    assert.deepEqual(given.splice(0), expected);
  }
});

test('a step that is run twice for its snapshot has its answers twice', async (t) => {
  const params = { mode: 'form', message: 'Sure?', requestedSchema: { type: 'object', properties: {} } };
  const given: unknown[] = [];
  await using fixture = await openFixture({
    'tools/call': async (_params, client) => {
      given.push(await client.ask('elicitation/create', params));
      return text('done');
    },
  });
  await hurried(t, () => fixture.run({ call: 'again', answers: [{ sure: true }], expect: { snapshot: true } }));
  const accepted = { action: 'accept', content: { sure: true } };
  assert.deepEqual(given, [accepted, accepted]);
});

test('a snapshot is written once, compared, and replaced only where that is wanted', async (t) => {
  await using fixture = await openFixture(answering(text('a'), text('a'), text('a'), text('b'), text('b'), text('b')));
  const check = { call: 'same', expect: { snapshot: true } };
  assert.equal((await hurried(t, () => fixture.run(check))).snapshot, 'written');
  assert.equal(fixture.seen.length, 2, 'run twice, to find what differs by itself');
  assert.deepEqual([(await fixture.run(check)).status, (await fixture.run(check)).status], ['passed', 'failed']);
  const updated = await hurried(t, () => fixture.run(check, { isUpdating: true }));
  assert.deepEqual([updated.status, updated.snapshot], ['passed', 'updated']);
  assert.match(fixture.files.texts.get(path) ?? '', /"text": "b"/);
});

test('what differs between two runs is masked, and so is what the step ignores', async (t) => {
  const at = (seconds: string, id: string): object => ({
    ...text(`at 2026-11-17T10:00:${seconds}Z`),
    structuredContent: { id },
  });
  await using fixture = await openFixture(answering(at('01', 'x1'), at('02', 'x2'), at('03', 'x3')));
  const check = { call: 'now', expect: { snapshot: true }, ignore: [{ at: '/structuredContent/id' }] };
  await hurried(t, () => fixture.run(check));
  assert.doesNotMatch(fixture.files.texts.get(path) ?? '', /10:00:0|x1/);
  const { status, mismatches } = await fixture.run(check);
  assert.deepEqual([status, mismatches], ['passed', []]);
});

test('a step that may change something is run once, and one that may be repeated twice', async (t) => {
  for (const [call, times] of [
    ['add', 1],
    ['again', 2],
  ] as const) {
    await using fixture = await openFixture(answering(text('a'), text('a')));
    await hurried(t, () => fixture.run({ call, expect: { snapshot: true } }));
    assert.equal(fixture.seen.length, times, call);
  }
  await using fixture = await openFixture({});
  await hurried(t, () => fixture.run({ list: 'tools', expect: { snapshot: true } }));
  assert.equal(fixture.seen.length, 2, 'a list');
});

test('the second run comes more than a second later', async (t) => {
  await using fixture = await openFixture(answering(text('a'), text('a')));
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const running = fixture.run({ call: 'same', expect: { snapshot: true } });
  await until(() => fixture.seen.length === 1, 'the first run');
  t.mock.timers.tick(1_000);
  assert.equal(fixture.seen.length, 1);
  t.mock.timers.reset();
  fixture.stop.abort(new Error('enough'));
  await assert.rejects(running, /enough/);
});

test('a duration is compared with the snapshot, whose result may be another one', async (t) => {
  await using fixture = await openFixture(answering(text('a'), text('a'), text('b'), text('b')));
  const check = { call: 'same', expect: { maxTimes: 1e-9 } };
  await hurried(t, () => fixture.run(check));
  const kept = JSON.parse(fixture.files.texts.get(path) ?? '') as { ms: number };
  fixture.files.texts.set(path, JSON.stringify({ ...kept, ms: 1e13 }));
  assert.equal((await fixture.run(check)).status, 'passed');
  fixture.files.texts.set(path, JSON.stringify({ ...kept, ms: 1 }));
  const { status, mismatches } = await fixture.run(check);
  assert.deepEqual([status, mismatches[0]?.expectation], ['failed', 'maxTimes']);
});

test('a variable takes the value of an input, and a secret never reaches a snapshot', async () => {
  await using fixture = await openFixture({ 'tools/call': ({ arguments: args }) => text(JSON.stringify(args)) });
  fixture.redactor.learn('the key');
  const inputs = [{ id: 'key', type: 'promptString', password: true }];
  const check = { call: 'add', args: { with: '${k}' }, expect: { contains: 'the key', snapshot: true } };
  const { status, snapshot } = await fixture.run(check, { variables: { k: '${input:key}' }, inputs });
  assert.deepEqual([status, snapshot, fixture.steps[0]?.args], ['passed', 'written', { with: 'the key' }]);
  const written = (await fixture.files.read(path)) ?? '';
  assert.match(written, /"with/);
  assert.doesNotMatch(written, /the key/);
});

test('a name that has a value in another environment only breaks the check', async () => {
  await using fixture = await openFixture({});
  const environments = { there: { who: 'tea' } };
  const { status, reason } = await fixture.run({ call: 'add', args: { text: '${who}' } }, { environments });
  assert.deepEqual([status, reason, fixture.seen], ['broken', '"who" has no value in this environment.', []]);
});

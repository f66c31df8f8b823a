import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Fault } from '../../../src/base/fault.ts';
import { followCalls } from '../../../src/core/calls/followCalls.ts';
import type { CallView } from '../../../src/contract/calls.ts';
import { failOnLeaks } from '../../support/leaks.ts';
import { FakeStore } from '../../support/fakeStore.ts';
import { answerText, openCallStore, settled } from './support.ts';

failOnLeaks();

const request = (call: string, tool = 'echo') => ({ call, server: 's', tool, args: { a: 1 } });

test('a call continues without a viewer, and its result is kept', async () => {
  const { store, asked } = openCallStore();
  store.run({ ...request('1'), meta: { k: 1 }, timeoutMs: 500 });
  await settled();
  assert.deepEqual([asked[0]?.options.meta, asked[0]?.options.timeoutMs], [{ k: 1 }, 500]);
  assert.equal(store.get('1')?.state.kind, 'running');
  asked[0]?.answer.resolve(answerText('done'));
  await settled();
  assert.equal(store.outcome('1').status, 'ok');
  assert.deepEqual(
    store.views.value.map(({ id, number }) => [id, number]),
    [['1', 1]],
  );
  store.dispose();
});

test('each result belongs to its call, whatever the order of the responses', async () => {
  const { store, asked } = openCallStore();
  store.run(request('slow'));
  store.run(request('fast'));
  await settled();
  asked[1]?.answer.resolve(answerText('fast'));
  asked[0]?.answer.resolve(answerText('slow'));
  await settled();
  const text = (id: string): unknown => (store.outcome(id).content[0] as { text: string }).text;
  assert.deepEqual([text('slow'), text('fast')], ['slow', 'fast']);
  store.dispose();
});

test('progress is reported, and a cancelled call is marked as such', async () => {
  const { store, asked } = openCallStore();
  const seen: CallView[] = [];
  const following = followCalls(store, { changed: (view) => seen.push(view), forgotten: () => {} });
  await settled();
  store.run(request('1'));
  await settled();
  asked[0]?.options.onProgress?.({ progress: 1, total: 2 });
  assert.deepEqual(seen.at(-1)?.state, { kind: 'running', progress: { progress: 1, total: 2 } });
  store.cancel('1');
  await settled();
  assert.equal(store.outcome('1').status, 'cancelled');
  asked[0]?.options.onProgress?.({ progress: 2, total: 2 });
  assert.equal(store.get('1')?.state.kind, 'done', 'late progress changes nothing');
  following.dispose();
  store.dispose();
});

test('a failure is an outcome with its fault, redacted', async () => {
  const { store, asked, redactor } = openCallStore();
  redactor.learn('hunter22');
  store.run(request('1'));
  await settled();
  asked[0]?.answer.reject(new Fault('server/exited', 'It said hunter22 and died', { data: { exitCode: 3 } }));
  await settled();
  const { fault, status } = store.outcome('1');
  assert.deepEqual([status, fault?.code, fault?.data], ['failed', 'server/exited', { exitCode: 3 }]);
  assert.doesNotMatch(fault?.message ?? '', /hunter22/);
  store.dispose();
});

test('one call made many times has a latency table and never more at once than asked for', async () => {
  const { store, asked } = openCallStore();
  store.run({ ...request('1'), times: 6, concurrency: 2 });
  for (let answered = 0; answered < 6; answered++) {
    await settled();
    assert.ok(asked.length - answered <= 2);
    asked[answered]?.answer.resolve({ ...answerText(String(answered)), isError: answered === 3 });
  }
  await settled();
  const { repeat } = store.get('1') as CallView;
  assert.deepEqual([repeat?.done, repeat?.errors, repeat?.times], [6, 1, 6]);
  assert.ok(repeat?.latency && repeat.latency.min <= repeat.latency.p50 && repeat.latency.p50 <= repeat.latency.max);
  assert.equal(store.outcome('1').status, 'toolError', 'the failure is the outcome worth looking at');
  store.dispose();
});

test('the history survives a restart, without secrets, and calls that were running have no end', async () => {
  const kept = new FakeStore();
  const first = openCallStore(kept);
  first.redactor.learn('hunter22');
  const meta = { authorization: 'Bearer p', trace: 'hunter22' };
  first.store.run({ ...request('1'), args: { note: 'hunter22', password: 'p', a: 1 }, meta });
  first.store.run(request('2'));
  await settled();
  first.asked[1]?.options.onProgress?.({ progress: 1, message: 'with hunter22' });
  first.asked[0]?.answer.resolve(answerText('my hunter22'));
  await settled();
  first.store.dispose();
  assert.match(kept.text, /my \[redacted\]/);
  assert.doesNotMatch(kept.text, /hunter22|"p"|Bearer/);

  const { store } = openCallStore(kept);
  assert.deepEqual(
    store.views.value.map(({ id, state }) => [id, state.kind]),
    [
      ['2', 'lost'],
      ['1', 'done'],
    ],
  );
  assert.equal((store.outcome('1').content[0] as { text: string }).text, 'my [redacted]');
  store.run(request('3'));
  assert.equal(store.get('3')?.number, 3, 'numbers go on');
  store.dispose();
});

test('a call is in the history as soon as its end is shown', async () => {
  const kept = new FakeStore();
  const { store, asked } = openCallStore(kept);
  store.run(request('1'));
  await settled();
  asked[0]?.answer.resolve(answerText('in time'));
  await settled();
  assert.equal(store.get('1')?.state.kind, 'done');
  const next = openCallStore(kept).store; // the first was killed: nobody has disposed it
  assert.equal((next.outcome('1').content[0] as { text: string }).text, 'in time');
  next.dispose();
  store.dispose();
});

test('the history of another window on the folder is seen at once, and what runs there is not shown as lost', async () => {
  const kept = new FakeStore();
  const here = openCallStore(kept);
  const there = openCallStore(kept);
  const changed = (): void => kept.putElsewhere([{ kind: 'call', scope: 'elsewhere', key: 'x', value: 1 }]);
  there.store.run(request('theirs'));
  await settled();
  changed();
  assert.deepEqual(here.store.views.value, []);
  there.asked[0]?.answer.resolve(answerText('seen'));
  await settled();
  changed();
  assert.deepEqual([here.store.get('theirs')?.state.kind, here.store.outcome('theirs').status], ['done', 'ok']);
  const before = here.store.get('theirs');
  changed();
  assert.equal(here.store.get('theirs'), before, 'what did not change is the same object');
  there.store.forget(['theirs']);
  changed();
  assert.equal(here.store.get('theirs'), undefined);
  here.store.dispose();
  there.store.dispose();
});

test('what another window forgets is gone here too, but not what was never written down', async () => {
  const kept = new FakeStore();
  const here = openCallStore(kept);
  const there = openCallStore(kept);
  here.store.run(request('mine'));
  here.store.run({ ...request('large'), args: { text: 'x'.repeat(300_000) } });
  here.store.run(request('running'));
  await settled();
  for (const { answer } of here.asked.slice(0, 2)) answer.resolve(answerText('seen'));
  await settled();
  kept.putElsewhere([{ kind: 'call', scope: 'elsewhere', key: 'x', value: 1 }]);
  there.store.forget(['mine']);
  kept.putElsewhere([{ kind: 'call', scope: 'elsewhere', key: 'x', value: 2 }]);
  assert.deepEqual(
    here.store.views.value.map(({ id }) => id),
    ['running', 'large'],
  );
  here.store.dispose();
  there.store.dispose();
});

test('stored calls that make no sense are ignored', () => {
  for (const value of [null, 1, {}, { view: { id: 1 } }, { view: { id: 'a', server: 's', tool: 't', number: 1 } }]) {
    const kept = new FakeStore();
    kept.put([{ kind: 'call', scope: '/work/app', key: 'a', value }]);
    const { store } = openCallStore(kept);
    assert.deepEqual(store.views.value, []);
    store.dispose();
  }
});

test('the result of a forgotten call is gone, and its id is not reused by mistake', async () => {
  const { store, asked } = openCallStore();
  store.run(request('1'));
  assert.throws(() => store.run(request('1')), /already exists/);
  await settled();
  asked[0]?.answer.resolve(answerText('x'));
  await settled();
  store.forget(['1']);
  assert.throws(() => store.outcome('1'), /no longer available/);
  assert.deepEqual(store.views.value, []);
  store.dispose();
});

test('listeners get only the changed calls, and which calls are gone', async () => {
  const { store, asked } = openCallStore();
  store.run(request('early'));
  const notifications: string[] = [];
  const following = followCalls(store, {
    changed: ({ id, state }) => notifications.push(`${id} ${state.kind}`),
    forgotten: (ids) => notifications.push(`${ids.join(' ')} gone`),
  });
  await settled();
  assert.deepEqual(notifications, [], 'what was there is in the list');
  store.run(request('late'));
  await settled();
  asked[0]?.answer.resolve(answerText('x'));
  await settled();
  store.forget(['early', 'late']);
  assert.deepEqual(notifications, ['late running', 'early done', 'early late gone']);
  following.dispose();
  store.run(request('unheard'));
  assert.equal(notifications.length, 3);
  store.dispose();
});

test('the time in which a user was asked is no time of the server', async () => {
  const { store, asked, clock } = openCallStore();
  store.run(request('1'));
  await settled();
  clock.advance(5_000);
  asked[0]?.options.onAsked?.(4_800);
  asked[0]?.answer.resolve(answerText('done'));
  await settled();
  assert.equal(store.outcome('1').durationMs, 200);
  store.dispose();
});

test('the tokens of a result are those of its texts, not of its pictures', async () => {
  const { store, asked } = openCallStore();
  store.run(request('1'));
  await settled();
  const image = { type: 'image', mimeType: 'image/png', data: 'x'.repeat(40_000) };
  const resource = { type: 'resource', resource: { uri: 'note://1', text: 'y'.repeat(40) } };
  asked[0]?.answer.resolve({ content: [...answerText('x'.repeat(400)).content, image, resource], isError: false });
  await settled();
  const state = store.get('1')?.state;
  assert.equal(state?.kind === 'done' && state.end.tokens, 110);
  store.dispose();
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PendingClientRequests, type SettledRequest } from '../../../src/core/calls/pendingClientRequests.ts';
import { duringCall } from '../../../src/core/calls/callContext.ts';

const context = (signal = new AbortController().signal) => ({ server: 's', signal });

test('a question waits on the desk until it is answered, and names its call', async () => {
  const desk = new PendingClientRequests();
  const settled: SettledRequest[] = [];
  desk.onDidSettle((one) => settled.push(one));
  const asking = duringCall('call-7', () => desk.elicit({ mode: 'form', message: 'Who?', schema: {} }, context()));
  const [ask] = desk.pending.value;
  assert.deepEqual([ask?.kind, ask?.call, ask?.server], ['form', 'call-7', 's']);
  desk.answerElicitation(ask!.id, { action: 'accept', content: { name: 'Ada' } });
  assert.deepEqual(await asking, { action: 'accept', content: { name: 'Ada' } });
  assert.deepEqual(desk.pending.value, []);
  assert.deepEqual([settled[0]?.call, settled[0]?.round.answer], ['call-7', 'accept']);
});

test('a question that the server takes back leaves the desk', async () => {
  const desk = new PendingClientRequests();
  const abort = new AbortController();
  const asking = desk.elicit({ mode: 'url', message: 'Go', url: 'https://example.com/x?y' }, context(abort.signal));
  const [ask] = desk.pending.value;
  assert.equal(ask?.kind === 'url' && ask.host, 'example.com');
  abort.abort();
  await assert.rejects(asking, { code: 'cancelled' });
  assert.deepEqual(desk.pending.value, []);
  assert.throws(() => desk.answerElicitation(ask!.id, { action: 'accept' }), /no longer waiting/);
});

test('a sampling request is read, answered by hand, or declined', async () => {
  const desk = new PendingClientRequests();
  const request = {
    systemPrompt: 'Be kind',
    messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }],
    modelPreferences: { hints: [{ name: 'small' }] },
    maxTokens: 5,
  };
  const first = desk.sample(request, context());
  const [ask] = desk.pending.value;
  assert.ok(ask?.kind === 'sampling');
  assert.deepEqual(
    [ask.system, ask.messages, ask.hints, ask.maxTokens],
    ['Be kind', [{ role: 'user', text: 'Hi' }], ['small'], 5],
  );
  desk.answerSampling(ask.id, { text: 'Hello', model: 'human' });
  assert.deepEqual(await first, { text: 'Hello', model: 'human' });
  const second = desk.sample(request, context());
  desk.answerElicitation(desk.pending.value[0]!.id, { action: 'decline' });
  await assert.rejects(second, { code: 'cancelled' });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PendingClientRequests, type SettledRequest } from '../../../src/core/calls/pendingClientRequests.ts';
import { duringCall } from '../../../src/core/calls/callContext.ts';

const context = (signal = new AbortController().signal) => ({ server: 's', signal });

test('a client request is pending until it is answered, and names its call', async () => {
  const requests = new PendingClientRequests();
  const settled: SettledRequest[] = [];
  requests.onDidSettle((one) => settled.push(one));
  const asking = duringCall('call-7', () => requests.elicit({ mode: 'form', message: 'Who?', schema: {} }, context()));
  const [ask] = requests.pending.value;
  assert.deepEqual([ask?.kind, ask?.call, ask?.server], ['form', 'call-7', 's']);
  requests.answerElicitation(ask!.id, { action: 'accept', content: { name: 'Ada' } });
  assert.deepEqual(await asking, { action: 'accept', content: { name: 'Ada' } });
  assert.deepEqual(requests.pending.value, []);
  assert.deepEqual([settled[0]?.call, settled[0]?.round.answer], ['call-7', 'accept']);
});

test('a client request that the server cancels is no longer pending', async () => {
  const requests = new PendingClientRequests();
  const abort = new AbortController();
  const asking = requests.elicit({ mode: 'url', message: 'Go', url: 'https://example.com/x?y' }, context(abort.signal));
  const [ask] = requests.pending.value;
  assert.equal(ask?.kind === 'url' && ask.host, 'example.com');
  abort.abort();
  await assert.rejects(asking, { code: 'cancelled' });
  assert.deepEqual(requests.pending.value, []);
  assert.throws(() => requests.answerElicitation(ask!.id, { action: 'accept' }), /no longer waiting/);
});

test('a sampling request is read, answered by hand, or declined', async () => {
  const requests = new PendingClientRequests();
  const request = {
    systemPrompt: 'Be kind',
    messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }],
    modelPreferences: { hints: [{ name: 'small' }] },
    maxTokens: 5,
  };
  const first = requests.sample(request, context());
  const [ask] = requests.pending.value;
  assert.ok(ask?.kind === 'sampling');
  assert.deepEqual(
    [ask.system, ask.messages, ask.hints, ask.maxTokens],
    ['Be kind', [{ role: 'user', text: 'Hi' }], ['small'], 5],
  );
  requests.answerSampling(ask.id, { text: 'Hello', model: 'human' });
  assert.deepEqual(await first, { text: 'Hello', model: 'human' });
  const second = requests.sample(request, context());
  requests.answerElicitation(requests.pending.value[0]!.id, { action: 'decline' });
  await assert.rejects(second, { code: 'cancelled' });
});

test('no character of a request is hidden from the user who reviews it', () => {
  const requests = new PendingClientRequests();
  const hidden = 'a\u202Eb\u200Bc\u001B[2J';
  const shown = 'a[U+202E]b[U+200B]c[U+001B][2J';
  void requests.elicit({ mode: 'form', message: hidden, schema: {} }, context());
  void requests.elicit({ mode: 'url', message: hidden, url: 'https://example.com' }, context());
  const content = { type: 'text', text: hidden };
  const hints = [{ name: hidden }];
  void requests.sample(
    { systemPrompt: hidden, messages: [{ role: 'user', content }], modelPreferences: { hints } },
    context(),
  );
  const [form, url, sampling] = requests.pending.value;
  assert.equal(form?.kind === 'form' && form.message, shown);
  assert.equal(url?.kind === 'url' && url.message, shown);
  assert.ok(sampling?.kind === 'sampling');
  assert.deepEqual([sampling.system, sampling.messages[0]?.text, sampling.hints], [shown, shown, [shown]]);
});

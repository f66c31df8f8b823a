// A legacy client that loses a stream comes back with Last-Event-ID (SEP-1699).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withTimeout } from '../../src/base/async.ts';
import { textOutcome } from '../../src/core/mcpServer/tool.ts';
import { proves } from '../requirements.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { until } from '../support/until.ts';
import { createNotification, createToolsCallRequest } from '../unit/mcpServer/support/messages.ts';
import { Waiting, changingTools, tool } from '../unit/mcpServer/support/tools.ts';
import { type LoopbackFixture, bearer, messagesOf, openSession, post, start } from './support/loopbackFixture.ts';

failOnLeaks();

type Session = Record<string, string>;

async function openNewest(fixture: LoopbackFixture): Promise<Session> {
  return { ...(await openSession(fixture)), 'mcp-protocol-version': '2025-11-25' };
}

/** Reads a stream up to its first event and leaves it. */
async function firstEvent(response: Response): Promise<string> {
  assert.equal(response.headers.get('content-type'), 'text/event-stream');
  let text = '';
  for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
    text += piece;
    if (text.includes('\n\n')) break;
  }
  return text;
}

function idIn(event: string): string {
  return /^id: (.+)$/m.exec(event)?.[1] ?? 'none';
}

function resume(fixture: LoopbackFixture, session: Session, last: string): Promise<Response> {
  const headers = { ...bearer(fixture), ...session, accept: 'text/event-stream', 'last-event-id': last };
  return fetch(fixture.url, { headers });
}

function listen(fixture: LoopbackFixture, session: Session): Promise<Response> {
  return fetch(fixture.url, { headers: { ...bearer(fixture), ...session, accept: 'text/event-stream' } });
}

test(`a call whose connection is lost goes on, and its result is fetched with Last-Event-ID${proves('C5')}`, async () => {
  const waiting = new Waiting();
  const fixture = await start({}, [waiting.tool]);
  const session = await openNewest(fixture);
  const event = await firstEvent(await post(fixture, createToolsCallRequest(2, 'waits'), session));
  assert.match(event, /^id: \S+\nretry: 1000\ndata: \n\n$/);
  waiting.released.resolve();
  const [answer] = await messagesOf(await resume(fixture, session, idIn(event)));
  assert.deepEqual([answer?.['id'], answer?.['result']], [2, textOutcome('released')]);
});

test('a client that comes back before the result waits for it on the new connection', async () => {
  const waiting = new Waiting();
  const fixture = await start({}, [waiting.tool]);
  const session = await openNewest(fixture);
  const event = await firstEvent(await post(fixture, createToolsCallRequest(2, 'waits'), session));
  const resumed = await until(async () => {
    const response = await resume(fixture, session, idIn(event));
    return response.status === 200 ? response : undefined; // 409 until the server has seen that the first one is gone
  }, 'the second connection');
  waiting.released.resolve();
  const [answer] = await messagesOf(resumed);
  assert.equal(answer?.['id'], 2);
});

test('a client of an older version gets no event that is empty', async () => {
  const waiting = new Waiting();
  const fixture = await start({}, [waiting.tool]);
  const session = { ...(await openSession(fixture, '2025-06-18')), 'mcp-protocol-version': '2025-06-18' };
  const call = post(fixture, createToolsCallRequest(2, 'waits'), session);
  await waiting.started.promise;
  waiting.released.resolve();
  assert.match(await (await call).text(), /^(event: message\nid: \S+\ndata: )?\{"/);
});

test('what was agreed on in the handshake counts, not the header of a later request', async () => {
  const waiting = new Waiting();
  const fixture = await start({}, [waiting.tool]);
  for (const more of [{}, { 'mcp-protocol-version': '2025-03-26' }]) {
    const session = { ...(await openSession(fixture)), ...more };
    const event = await firstEvent(await post(fixture, createToolsCallRequest(2, 'waits'), session));
    assert.match(event, /^id: \S+\nretry: 1000\ndata: \n\n$/);
  }
});

test('only the events of the stream that was lost are replayed', async () => {
  const [one, two] = [new Waiting(), new Waiting()];
  const other = { ...two.tool, name: 'waits_too' };
  const fixture = await start({}, [one.tool, other]);
  const session = await openNewest(fixture);
  const first = await firstEvent(await post(fixture, createToolsCallRequest(2, 'waits'), session));
  const second = await firstEvent(await post(fixture, createToolsCallRequest(3, 'waits_too'), session));
  for (const { released } of [one, two]) released.resolve();
  const answers = await messagesOf(await resume(fixture, session, idIn(first)));
  assert.deepEqual(
    answers.map(({ id }) => id),
    [2],
  );
  const others = await messagesOf(await resume(fixture, session, idIn(second)));
  assert.deepEqual(
    others.map(({ id }) => id),
    [3],
  );
});

test('an unknown event, one of another session, a session that has ended and a missing token are refused', async () => {
  const waiting = new Waiting();
  const fixture = await start({}, [waiting.tool]);
  const [mine, other] = [await openNewest(fixture), await openNewest(fixture)];
  const event = idIn(await firstEvent(await post(fixture, createToolsCallRequest(2, 'waits'), mine)));
  const unknown = await resume(fixture, mine, 'nothing');
  assert.equal(unknown.status, 400);
  assert.match(await unknown.text(), /Last-Event-ID is unknown, or no longer kept/);
  assert.equal((await resume(fixture, other, event)).status, 400);
  const headers = { ...mine, accept: 'text/event-stream', 'last-event-id': event };
  assert.equal((await fetch(fixture.url, { headers })).status, 401);
  await fetch(fixture.url, { method: 'DELETE', headers: { ...bearer(fixture), ...mine } });
  assert.equal((await resume(fixture, mine, event)).status, 404);
});

test('what changed while the stream of notifications was away is told when it comes back', async () => {
  const tools = changingTools([]);
  const fixture = await start({}, [], [tools.source]);
  const session = await openNewest(fixture);
  const stream = await listen(fixture, session);
  tools.set([tool('first', async () => textOutcome(''))]);
  const event = await firstEvent(stream);
  assert.match(event, /notifications\/tools\/list_changed/);
  tools.set([]);
  const resumed = await until(async () => {
    const response = await resume(fixture, session, idIn(event));
    return response.status === 200 ? response : undefined;
  }, 'the second connection');
  assert.match(await withTimeout(firstEvent(resumed), 5_000, 'nothing is told'), /notifications\/tools\/list_changed/);
});

test('the stream of a cancelled call ends, also where it is resumed', async () => {
  const waiting = new Waiting();
  const fixture = await start({}, [waiting.tool]);
  const session = await openNewest(fixture);
  const response = await post(fixture, createToolsCallRequest(2, 'waits'), session);
  await post(fixture, createNotification('notifications/cancelled', { requestId: 2 }), session);
  const event = await withTimeout(response.text(), 5_000, 'the stream is open');
  assert.doesNotMatch(event, /data: \{/, 'a cancelled call is not answered');
  const resumed = await resume(fixture, session, idIn(event));
  const [answer] = await withTimeout(messagesOf(resumed), 5_000, 'the resumed stream is open');
  assert.match(JSON.stringify(answer), /"error".*cancelled/);
});

test('a client that does not read is disconnected, and what it missed does not stay in memory', async () => {
  const sent = { pieces: 0 };
  const waiting = new Waiting();
  const chatty = tool('chatty', async (_args, context) => {
    const message = 'x'.repeat(1_000_000);
    while (!context.signal.aborted && sent.pieces < 60) {
      context.progress({ progress: ++sent.pieces, message });
      await new Promise(setImmediate);
    }
    await waiting.released.promise;
    return textOutcome('done');
  });
  const fixture = await start({}, [chatty]);
  const session = await openNewest(fixture);
  const call = createToolsCallRequest(2, 'chatty', {}, { progressToken: 'p' });
  const response = await post(fixture, call, session);
  await until(() => sent.pieces === 60, 'all that is to be sent');
  const read = await response.text().then(
    (text) => text,
    () => 'cut off',
  );
  assert.equal(read, 'cut off');
  waiting.released.resolve();
});

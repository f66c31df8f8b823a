import { proves } from '../requirements.ts';
// What a server may offer and ask, in both eras: the same calls, the same answers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromJsonSchema } from '@modelcontextprotocol/server';
import { Emitter } from '../../src/base/event.ts';
import type { ElicitResponse, ElicitRequest, ClientRequests } from '../../src/core/servers/model/clientRequests.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { settled, until } from '../support/until.ts';
import { fixture } from './serversFixture.ts';
import { manage, stateOf, textOf } from './serversSupport.ts';

failOnLeaks();

function asking(answer: ElicitResponse, seen: unknown[] = []): ClientRequests {
  return {
    elicit: async (request, { server }) => (seen.push([server, request]), answer),
    sample: async (request) => (seen.push(request), { model: 'm1', text: 'Hello back' }),
    roots: async () => [{ uri: 'file:///work', name: 'work' }],
  };
}

for (const era of ['legacy', 'modern'] as const) {
  test(`${era}: the handshake gives era, version, name and instructions${proves('R80', 'R81')}`, async () => {
    await using subject = manage(fixture(era).launch);
    await subject.server.start();
    const { info } = stateOf(subject.server, 'connected');
    assert.equal(info.era, era);
    assert.equal(info.protocolVersion, era === 'modern' ? '2026-07-28' : '2025-11-25');
    assert.deepEqual([info.name, info.version, info.instructions], ['fixture', '2.0.0', 'Be kind.']);
    const handshake = era === 'modern' ? [] : ['initialize', 'notifications/initialized'];
    const opening = ['server/discover', ...handshake, 'tools/list'];
    assert.deepEqual(subject.taps.sent().slice(0, opening.length), opening);
  });

  test(`${era}: a tool that answers isError is a value, an unknown tool is a fault${proves('R87', 'R88', 'R164')}`, async () => {
    await using subject = manage(fixture(era).launch);
    const failed = await subject.server.callTool('fails', {});
    assert.equal(failed.isError, true);
    assert.equal(textOf(failed), 'it failed');
    await assert.rejects(
      subject.server.callTool('no_such_tool', {}),
      (error: { code: string; data: { code: number } }) => {
        assert.equal(error.code, 'server/call-failed');
        return error.data.code === -32_602;
      },
    );
    const { calls, errors } = subject.server.readStatistics();
    assert.deepEqual([calls, errors], [2, 1]);
  });

  test(`${era}: a form is shown and its defaults are filled in`, async () => {
    const seen: unknown[] = [];
    await using subject = manage(
      fixture(era).launch,
      {},
      { clientRequests: asking({ action: 'accept', content: { name: 'Ada' } }, seen) },
    );
    const result = JSON.parse(textOf(await subject.server.callTool('ask_form', {}))) as { accepted: unknown };
    assert.deepEqual(result.accepted, { name: 'Ada', age: 42 });
    const rounds = era === 'modern' ? 2 : 1; // what needs more than one is handed to the SDK, and not called anew
    assert.equal(subject.taps.sent().filter((method) => method === 'tools/call').length, rounds);
    const [server, request] = seen[0] as [string, ElicitRequest];
    assert.equal(server, 'subject');
    assert.deepEqual([request.mode, request.message], ['form', 'Who are you?']);
  });

  test(`${era}: closing the form is not consent`, async () => {
    await using subject = manage(fixture(era).launch, {}, { clientRequests: asking({ action: 'cancel' }) });
    const result = JSON.parse(textOf(await subject.server.callTool('ask_form', {}))) as {
      accepted: unknown;
      answer: unknown;
    };
    assert.equal(result.accepted, null);
    assert.deepEqual(result.answer, { action: 'cancel' });
  });

  test(`${era}: a URL is shown, but never one that is not http or https`, async () => {
    const seen: unknown[] = [];
    await using subject = manage(fixture(era).launch, {}, { clientRequests: asking({ action: 'accept' }, seen) });
    assert.match(textOf(await subject.server.callTool('ask_url', {})), /accept/);
    assert.equal((seen[0] as [string, { url: string }])[1].url, 'https://example.org/confirm');
    const call = subject.server.callTool('ask_url', { url: 'vscode://evil/run' });
    await call.then(
      (result) => assert.equal(result.isError, true),
      () => {},
    );
    assert.equal(seen.length, 1, 'the person never saw it');
  });

  test(`${era}: sampling and roots are answered${proves('R143')}`, async () => {
    await using subject = manage(fixture(era).launch, {}, { clientRequests: asking({ action: 'decline' }) });
    assert.match(textOf(await subject.server.callTool('ask_model', {})), /Hello back/);
    assert.match(textOf(await subject.server.callTool('ask_roots', {})), /file:\/\/\/work/);
  });

  test(`${era}: capabilities that are not supported are not declared`, async () => {
    await using subject = manage(fixture(era).launch);
    await subject.server.start();
    const sent = JSON.stringify(subject.taps.rows.filter(({ toServer }) => toServer).map(({ message }) => message));
    for (const name of ['elicitation', 'sampling', 'roots']) assert.ok(!sent.includes(`"${name}":`), name);
  });

  test(`${era}: no call times out while the user is asked`, async () => {
    await using other = manage(fixture(era).launch, { callTimeoutMs: 700 });
    const clientRequests: ClientRequests = {
      elicit: async () => {
        // A call that begins only now, and has more time, runs out of it meanwhile.
        await assert.rejects(other.server.callTool('wait', {}), { code: 'timeout' });
        return { action: 'accept', content: { name: 'slow' } };
      },
    };
    await using subject = manage(fixture(era).launch, { callTimeoutMs: 300, callCapMs: 400 }, { clientRequests });
    assert.match(textOf(await subject.server.callTool('ask_form', {})), /slow/);
  });

  test(`${era}: every progress step arrives, also the last`, async () => {
    await using subject = manage(fixture(era).launch);
    const steps: number[] = [];
    await subject.server.callTool('progress', {}, { onProgress: ({ progress }) => steps.push(progress) });
    assert.deepEqual(steps, [1, 2, 3]);
  });

  test(`${era}: log messages arrive from the requested level on`, async () => {
    await using subject = manage(fixture(era).launch);
    const lines: unknown[] = [];
    const listening = subject.server.onNotification(
      ({ method, params }) => method === 'notifications/message' && lines.push(params),
    );
    await subject.server.setLogLevel('debug');
    await subject.server.callTool('log', {});
    await until(() => lines.length > 0, 'a log line');
    assert.match(JSON.stringify(lines[0]), /a line of log/);
    listening.dispose();
  });

  test(`${era}: resources, templates, prompts and completions${proves('R74')}`, async () => {
    await using subject = manage(fixture(era).launch);
    const { resources, templates, prompts } = await subject.server.loadContents();
    assert.deepEqual(
      resources?.map(({ uri }) => uri),
      ['test://note'],
    );
    assert.deepEqual(
      templates?.map(({ uriTemplate }) => uriTemplate),
      ['test://item/{id}'],
    );
    assert.deepEqual(
      prompts?.map(({ name }) => name),
      ['greet'],
    );
    assert.match(JSON.stringify(await subject.server.readResource('test://note')), /noted/);
    assert.match(JSON.stringify(await subject.server.getPrompt('greet', {})), /Hello/);
    const completed = await subject.server.complete(
      { type: 'ref/resource', uri: 'test://item/{id}' },
      { name: 'id', value: 't' },
    );
    assert.deepEqual((completed as { completion: { values: string[] } }).completion.values, ['two']);
  });

  test(`${era}: a subscription reports updates, and is made again after a restart`, async () => {
    const made = fixture(era);
    await using subject = manage(made.launch);
    const updates: unknown[] = [];
    const listening = subject.server.onNotification(({ method, params }) => {
      if (method === 'notifications/resources/updated') updates.push((params as { uri: string }).uri);
    });
    await subject.server.subscribe('test://note');
    await made.current().server.sendResourceUpdated({ uri: 'test://note' });
    await until(() => updates.length === 1, 'the first update');
    await subject.server.restart();
    await until(async () => {
      await made.current().server.sendResourceUpdated({ uri: 'test://note' });
      return updates.length >= 2;
    }, 'the subscription is back');
    await subject.server.unsubscribe('test://note');
    listening.dispose();
  });

  test(`${era}: a changed list of tools is read again`, async () => {
    const made = fixture(era);
    await using subject = manage(made.launch);
    await subject.server.start();
    const before = subject.server.tools.value.length;
    made
      .current()
      .registerTool('newcomer', { inputSchema: fromJsonSchema({ type: 'object' }) }, () => ({ content: [] }));
    await until(() => {
      made.current().sendToolListChanged(); // again and again: the stream of changes is being opened
      return subject.server.tools.value.some(({ name }) => name === 'newcomer');
    }, 'the new tool');
    assert.equal(subject.server.tools.value.length, before + 1);
  });

  test(`${era}: the inspector's raw request shows what the server really sent`, async () => {
    await using subject = manage(fixture(era).launch);
    const result = (await subject.server.request('tools/call', { name: 'echo', arguments: { a: 1 } })) as Record<
      string,
      unknown
    >;
    assert.equal('resultType' in result, era === 'modern');
    await assert.rejects(
      subject.server.request('no/such/method', {}),
      (error: { data: { code: number } }) => error.data.code === -32_601,
    );
  });

  test(`${era}: at most ten calls run at once, the others wait in a queue that has an end${proves('R99')}`, async () => {
    const made = fixture(era);
    await using subject = manage(made.launch, { maxConcurrentCalls: 10, maxQueuedCalls: 5 });
    await subject.server.start();
    const calls = Promise.all(Array.from({ length: 15 }, () => subject.server.callTool('wait', {})));
    await assert.rejects(subject.server.callTool('echo', {}), { code: 'limit/queue-full' });
    await until(() => made.waiting() === 10, 'ten calls at the server');
    await settled();
    assert.equal(subject.taps.sent().filter((method) => method === 'tools/call').length, 10);
    made.release();
    await until(() => made.waiting() === 5, 'those that waited');
    made.release();
    assert.equal((await calls).length, 15);
  });
}

test('legacy: a server is notified that the roots have changed', async () => {
  const changed = new Emitter<void>();
  const made = fixture('legacy');
  await using subject = manage(
    made.launch,
    {},
    { clientRequests: { roots: async () => [], onRootsChanged: changed.event } },
  );
  await subject.server.start();
  let notifications = 0;
  made.current().server.setNotificationHandler('notifications/roots/list_changed', () => void notifications++);
  changed.fire();
  await until(() => notifications === 1, 'the notification');
  changed.dispose();
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Fault } from '../../../src/base/fault.ts';
import type { CallOutcome, ServerView, ToolView } from '../../../src/protocol/inspector.ts';
import { Inspector } from '../../../webview/model/inspector.ts';
import { createSaved } from '../../../webview/model/saved.ts';
import { indexTools, searchTools } from '../../../webview/model/toolSearch.ts';
import { FakeLink, memoryBox, noSaved, settled } from './fakeLink.ts';

function server(id: string, more: Partial<ServerView> = {}): ServerView {
  return { id, label: id, source: 'test', transport: 'stdio', state: 'connected', stateText: 'Connected', ...more };
}

function tool(name: string, description = ''): ToolView {
  return {
    name,
    description,
    inputSchema: { type: 'object', properties: { a: { type: 'string' } } },
    tokens: 1,
    findings: [],
  };
}

const snapshot = { servers: [server('one'), server('two')], problems: [], trusted: true };
const done = (text: string): CallOutcome => ({ status: 'ok', content: [{ type: 'text', text }], durationMs: 1 });
const none = new AbortController().signal;

function catalogs(link: FakeLink): void {
  link.ready['catalog/get'] = ({ server: id }: { server: string }) => ({
    server: id,
    tools: [tool(`${id}-a`), tool(`${id}-b`)],
  });
}

test('the first server is shown until somebody chooses, and again when the chosen one goes', () => {
  const inspector = new Inspector(new FakeLink(), noSaved());
  inspector.begin(snapshot, {});
  assert.equal(inspector.servers.current.value?.id, 'one');
  inspector.servers.choose({ server: 'two', tool: 'x' });
  assert.deepEqual([inspector.servers.current.value?.id, inspector.servers.tool.value], ['two', 'x']);
  inspector.servers.take({ ...snapshot, servers: [server('one')] });
  assert.deepEqual([inspector.servers.current.value?.id, inspector.servers.tool.value], ['one', undefined]);
});

test('a choice made here is told to the host; one from the host is not sent back', () => {
  const link = new FakeLink();
  const inspector = new Inspector(link, noSaved());
  inspector.begin(snapshot, { server: 'two' });
  void inspector.handlers()['selection/changed']({ server: 'one', tool: 't' }, none);
  assert.equal(link.all('selection/set').length, 0);
  inspector.servers.choose({ server: 'two' });
  assert.deepEqual(link.last('selection/set').params, { server: 'two' });
});

test('a host that has no choice yet does not undo the one that was kept', () => {
  const saved = createSaved(memoryBox({ selection: { server: 'two', tool: 'two-a' } }));
  const inspector = new Inspector(new FakeLink(), saved);
  inspector.begin(snapshot, {});
  void inspector.handlers()['selection/changed']({}, none);
  assert.deepEqual(inspector.servers.chosen.value, { server: 'two', tool: 'two-a' });
});

test('tools are asked for once per connected server, and again when they change', async () => {
  const link = new FakeLink();
  catalogs(link);
  const saved = noSaved();
  const inspector = new Inspector(link, saved);
  inspector.begin({ ...snapshot, servers: [server('one', { state: 'connecting' })] }, {});
  const watch = inspector.watch(saved);
  assert.equal(link.all('catalog/get').length, 0);
  inspector.servers.take(snapshot);
  inspector.servers.take({ ...snapshot });
  await settled();
  assert.equal(link.all('catalog/get').length, 1);
  assert.deepEqual(
    inspector.tools.value.map((one) => one.name),
    ['one-a', 'one-b'],
  );
  void inspector.handlers()['catalog/changed']({ server: 'one' }, none);
  assert.equal(inspector.tools.value.length, 2, 'the old list stays until the new one is here');
  await settled();
  assert.equal(link.all('catalog/get').length, 2);
  watch.dispose();
});

test('an older answer never replaces a newer list', async () => {
  const link = new FakeLink();
  const inspector = new Inspector(link, noSaved());
  inspector.begin(snapshot, {});
  void inspector.catalogs.load('one');
  void inspector.catalogs.load('one');
  const [first, second] = link.all('catalog/get');
  second?.answer.resolve({ server: 'one', tools: [tool('new')] } as never);
  await settled();
  first?.answer.resolve({ server: 'one', tools: [tool('old')] } as never);
  await settled();
  assert.deepEqual(
    inspector.tools.value.map((one) => one.name),
    ['new'],
  );
});

test('a list that could not be had says why', async () => {
  const link = new FakeLink();
  const inspector = new Inspector(link, noSaved());
  inspector.begin(snapshot, {});
  void inspector.catalogs.load('one');
  link.last('catalog/get').answer.reject(new Fault('server/not-ready', 'No'));
  await settled();
  assert.deepEqual(inspector.catalog.value, { kind: 'failed', fault: { code: 'server/not-ready', message: 'No' } });
});

test('each result stays with its own call, also when an earlier one answers later', async () => {
  const link = new FakeLink();
  const inspector = new Inspector(link, noSaved());
  const slow = inspector.calls.run('one', 'slow', {});
  const echo = inspector.calls.run('one', 'echo', { a: 1 });
  const [slowAsked, echoAsked] = link.all('tools/call');
  echoAsked?.answer.resolve(done('echo') as never);
  await settled();
  slowAsked?.answer.resolve(done('slow') as never);
  await settled();
  assert.deepEqual(slow.state.value, { kind: 'done', outcome: done('slow') });
  assert.deepEqual(echo.state.value, { kind: 'done', outcome: done('echo') });
  assert.deepEqual(inspector.calls.of('one', 'echo').list.value, [echo]);
});

test('several calls of one tool are numbered, and the newest is open', async () => {
  const link = new FakeLink();
  const inspector = new Inspector(link, noSaved());
  const first = inspector.calls.run('one', 'echo', {});
  const second = inspector.calls.run('one', 'echo', {});
  const { list, open } = inspector.calls.of('one', 'echo');
  assert.deepEqual([list.value.map((call) => call.number), open.value], [[2, 1], second.id]);
  assert.notEqual(first.id, second.id);
});

test('progress goes to the call it belongs to and not to a finished one', async () => {
  const link = new FakeLink();
  const inspector = new Inspector(link, noSaved());
  const call = inspector.calls.run('one', 'slow', {});
  assert.equal((link.last('tools/call').params as { call: string }).call, call.id);
  void inspector.handlers()['calls/progress']({ call: call.id, progress: 1, total: 4 }, none);
  assert.deepEqual(call.state.value, { kind: 'running', progress: { call: call.id, progress: 1, total: 4 } });
  link.last('tools/call').answer.resolve(done('x') as never);
  await settled();
  void inspector.handlers()['calls/progress']({ call: call.id, progress: 2 }, none);
  assert.equal(call.state.value.kind, 'done');
});

test('cancelling aborts the request and is shown as cancelled', async () => {
  const link = new FakeLink();
  const inspector = new Inspector(link, noSaved());
  const call = inspector.calls.run('one', 'slow', {});
  call.cancel();
  assert.equal(link.last('tools/call').signal?.aborted, true);
  link.last('tools/call').answer.reject(new Fault('cancelled', 'Cancelled'));
  await settled();
  assert.equal(call.state.value.kind === 'done' && call.state.value.outcome.status, 'cancelled');
});

test('a request that fails becomes an outcome with its fault', async () => {
  const link = new FakeLink();
  const inspector = new Inspector(link, noSaved());
  const call = inspector.calls.run('one', 'x', {});
  link.last('tools/call').answer.reject(new Fault('server/exited', 'Gone'));
  await settled();
  assert.deepEqual(call.state.value.kind === 'done' && call.state.value.outcome.fault, {
    code: 'server/exited',
    message: 'Gone',
  });
});

test('drafts, results, selection and search survive a hidden or reloaded page', async () => {
  const box = memoryBox();
  const link = new FakeLink();
  const saved = createSaved(box);
  const inspector = new Inspector(link, saved);
  inspector.begin(snapshot, {});
  const watch = inspector.watch(saved);
  inspector.servers.choose({ server: 'two', tool: 'two-a' });
  inspector.query.value = 'abc';
  inspector.drafts.of('two', 'two-a', tool('x').inputSchema).load({ a: 'typed' });
  inspector.calls.run('two', 'two-a', { a: 1 });
  link.last('tools/call').answer.resolve(done('kept') as never);
  inspector.calls.run('two', 'two-a', { a: 2 });
  await settled();
  saved.flush();
  watch.dispose();

  const again = new Inspector(new FakeLink(), createSaved(box));
  again.begin(snapshot, {});
  assert.deepEqual([again.servers.tool.value, again.query.value], ['two-a', 'abc']);
  assert.deepEqual(again.drafts.of('two', 'two-a', tool('x').inputSchema).value.value, { a: 'typed' });
  const states = again.calls.of('two', 'two-a').list.value.map((call) => [call.number, call.state.value.kind]);
  assert.deepEqual(states, [
    [2, 'lost'],
    [1, 'done'],
  ]);
});

test('nonsense in what was kept is ignored', () => {
  const saved = createSaved(memoryBox({ selection: 5, query: {}, drafts: [1], calls: [null, { id: 1 }, 'x'] }));
  const inspector = new Inspector(new FakeLink(), saved);
  assert.deepEqual([inspector.servers.chosen.value, inspector.query.value, inspector.calls.all()], [{}, '', []]);
});

test('a changed schema keeps what was typed', () => {
  const inspector = new Inspector(new FakeLink(), noSaved());
  inspector.drafts.of('s', 't', { type: 'object' }).load({ a: 1 });
  const form = inspector.drafts.of('s', 't', { type: 'object', properties: { a: { type: 'number' } } });
  assert.deepEqual(form.value.value, { a: 1 });
});

test('an action that fails is shown at its server', async () => {
  const link = new FakeLink();
  const inspector = new Inspector(link, noSaved());
  const acting = inspector.servers.act('start', 'one');
  assert.equal(inspector.servers.busy.value.has('one'), true);
  link.last('servers/start').answer.reject(new Fault('trust/workspace-untrusted', 'No'));
  await acting;
  assert.deepEqual([inspector.servers.failure.value?.server, inspector.servers.busy.value.size], ['one', 0]);
});

test('a search wants every word and puts names first', () => {
  const index = indexTools([tool('b', 'reads a File'), tool('file_read', 'x'), tool('c', 'nothing')]);
  assert.deepEqual(
    searchTools(index, 'file').map((one) => one.name),
    ['file_read', 'b'],
  );
  assert.deepEqual(
    searchTools(index, 'FILE reads').map((one) => one.name),
    ['b'],
  );
  assert.equal(searchTools(index, ' '), index.tools);
});

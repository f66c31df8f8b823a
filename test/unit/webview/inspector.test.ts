import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Fault } from '../../../src/base/fault.ts';
import type { CallOutcome, CallState, CallView } from '../../../src/contract/calls.ts';
import type { ServerView, ToolView } from '../../../src/contract/inspector.ts';
import { Inspector } from '../../../webview/model/inspector/inspector.ts';
import { createPageState } from '../../../webview/platform/pageState.ts';
import { indexTools, searchTools } from '../../../webview/model/servers/itemSearch.ts';
import { FakeHostLink, memoryStorage, emptyPageState, settled } from './fakeHostLink.ts';

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

function catalogs(link: FakeHostLink): void {
  link.ready['catalog/get'] = ({ server: id }: { server: string }) => ({
    server: id,
    tools: [tool(`${id}-a`), tool(`${id}-b`)],
    held: [],
  });
}

test('the first server is shown until the user selects one, and again when the selected one is gone', () => {
  const inspector = new Inspector(new FakeHostLink(), emptyPageState());
  inspector.start(snapshot, {});
  assert.equal(inspector.servers.current.value?.id, 'one');
  inspector.servers.choose({ server: 'two', tool: 'x' });
  assert.deepEqual([inspector.servers.current.value?.id, inspector.servers.tool.value], ['two', 'x']);
  inspector.servers.update({ ...snapshot, servers: [server('one')] });
  assert.deepEqual([inspector.servers.current.value?.id, inspector.servers.tool.value], ['one', undefined]);
});

test('a selection made here is sent to the host; one from the host is not sent back', () => {
  const link = new FakeHostLink();
  const inspector = new Inspector(link, emptyPageState());
  inspector.start(snapshot, { server: 'two' });
  void inspector.handlers()['selection/changed']({ server: 'one', tool: 't' }, none);
  assert.equal(link.all('selection/set').length, 0);
  inspector.servers.choose({ server: 'two' });
  assert.deepEqual(link.last('selection/set').params, { server: 'two' });
});

test('of two quick selections the echo of the first does not undo the second', () => {
  const inspector = new Inspector(new FakeHostLink(), emptyPageState());
  inspector.start(snapshot, { server: 'two' });
  const echo = inspector.handlers()['selection/changed'];
  inspector.servers.choose({ server: 'one' });
  inspector.servers.choose({ server: 'one', tool: 't' });
  void echo({ server: 'one' }, none);
  assert.equal(inspector.servers.tool.value, 't');
  void echo({ server: 'one', tool: 't' }, none);
  assert.equal(inspector.servers.tool.value, 't');
  void echo({ server: 'one' }, none); // of the tree this time
  assert.equal(inspector.servers.tool.value, undefined);
});

test('what was searched among the tools of a server does not hide those of the next one', () => {
  const page = createPageState(memoryStorage({ query: 'find' }));
  const inspector = new Inspector(new FakeHostLink(), page);
  const watching = inspector.watch(page);
  inspector.start(snapshot, { server: 'one' });
  assert.equal(inspector.query.value, 'find', 'a page that is shown again keeps it');
  inspector.servers.choose({ server: 'one', tool: 't' });
  assert.equal(inspector.query.value, 'find');
  inspector.servers.choose({ server: 'two' });
  assert.equal(inspector.query.value, '');
  watching.dispose();
});

test('a page that was only hidden returns to its tab; a click in the tree opens the tool again', () => {
  const selection = { server: 'two', tool: 'two-a' };
  const inspector = new Inspector(new FakeHostLink(), createPageState(memoryStorage({ selection, part: 'prompts' })));
  const onSelectionChanged = inspector.handlers()['selection/changed'];
  void onSelectionChanged({ ...selection }, none); // the host sends it as soon as the page is there
  inspector.start(snapshot, { ...selection });
  assert.equal(inspector.navigation.tab.value, 'prompts');
  void onSelectionChanged({ ...selection }, none);
  assert.equal(inspector.navigation.tab.value, 'tools');
});

test('a host without a selection does not undo the saved one', () => {
  const saved = createPageState(memoryStorage({ selection: { server: 'two', tool: 'two-a' } }));
  const inspector = new Inspector(new FakeHostLink(), saved);
  inspector.start(snapshot, {});
  void inspector.handlers()['selection/changed']({}, none);
  assert.deepEqual(inspector.servers.chosen.value, { server: 'two', tool: 'two-a' });
});

test('tools are loaded once per connected server, and again when they change', async () => {
  const link = new FakeHostLink();
  catalogs(link);
  const saved = emptyPageState();
  const inspector = new Inspector(link, saved);
  inspector.start({ ...snapshot, servers: [server('one', { state: 'connecting' })] }, {});
  const watch = inspector.watch(saved);
  assert.equal(link.all('catalog/get').length, 0);
  inspector.servers.update(snapshot);
  inspector.servers.update({ ...snapshot });
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

test('accepting a change sends the hash of what is shown, and a refusal is shown', async () => {
  const link = new FakeHostLink();
  const inspector = new Inspector(link, emptyPageState());
  const held = { kind: 'prompt', key: 'sum', reason: 'changed', diff: '+ Sums up.', hash: 'abc' } as const;
  const accepting = inspector.servers.accept('one', held);
  const { params, answer } = link.last('definitions/accept');
  assert.deepEqual(params, { server: 'one', kind: 'prompt', key: 'sum', seen: 'abc' });
  answer.reject(new Fault('trust/definition-changed-again', 'Changed again'));
  await accepting;
  assert.equal(inspector.servers.failure.value?.fault.code, 'trust/definition-changed-again');
});

test('an older response never replaces a newer list', async () => {
  const link = new FakeHostLink();
  const inspector = new Inspector(link, emptyPageState());
  inspector.start(snapshot, {});
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

test('a list that could not be loaded says why', async () => {
  const link = new FakeHostLink();
  const inspector = new Inspector(link, emptyPageState());
  inspector.start(snapshot, {});
  void inspector.catalogs.load('one');
  link.last('catalog/get').answer.reject(new Fault('server/not-ready', 'No'));
  await settled();
  assert.deepEqual(inspector.catalog.value, { kind: 'failed', fault: { code: 'server/not-ready', message: 'No' } });
});

function ended(outcome: CallOutcome): CallState {
  const { status, durationMs } = outcome;
  return { kind: 'done', end: { status, durationMs, bytes: 10, preview: '', kept: true }, outcome };
}

/** The view of a call that the host sends. */
function report(inspector: Inspector, view: CallView, state: CallState): void {
  void inspector.handlers()['calls/changed']({ ...view, state }, none);
}

test('each result stays with its own call, also when an earlier call ends later', () => {
  const inspector = new Inspector(new FakeHostLink(), emptyPageState());
  const slow = inspector.calls.run('one', 'slow', {});
  const echo = inspector.calls.run('one', 'echo', { a: 1 });
  report(inspector, echo.view.value, ended(done('echo')));
  report(inspector, slow.view.value, ended(done('slow')));
  assert.deepEqual(slow.result.value, { kind: 'ready', outcome: done('slow'), cuts: [] });
  assert.deepEqual(echo.result.value, { kind: 'ready', outcome: done('echo'), cuts: [] });
  assert.deepEqual(inspector.calls.of('one', 'echo').list.value, [echo]);
});

test('several calls of one tool are numbered, and the newest is open', () => {
  const inspector = new Inspector(new FakeHostLink(), emptyPageState());
  const first = inspector.calls.run('one', 'echo', {});
  const second = inspector.calls.run('one', 'echo', {});
  const { list, open } = inspector.calls.of('one', 'echo');
  assert.deepEqual([list.value.map((call) => call.view.value.number), open.value], [[2, 1], second.id]);
  assert.notEqual(first.id, second.id);
});

test('a call is sent to the host with its options, and cancelled there', () => {
  const link = new FakeHostLink();
  const inspector = new Inspector(link, emptyPageState());
  const call = inspector.calls.run('one', 'slow', { a: 1 }, { timeoutMs: 500, meta: { k: 1 } });
  assert.deepEqual(link.last('calls/run').params, {
    call: call.id,
    server: 'one',
    tool: 'slow',
    args: { a: 1 },
    timeoutMs: 500,
    meta: { k: 1 },
  });
  call.cancel();
  assert.deepEqual(link.last('calls/cancel').params, { call: call.id });
});

test('a large result is loaded when it is shown, and only once', async () => {
  const link = new FakeHostLink();
  const inspector = new Inspector(link, emptyPageState());
  const call = inspector.calls.run('one', 'big', {});
  const { outcome: _, ...state } = ended(done('x')) as Extract<CallState, { kind: 'done' }>;
  report(inspector, call.view.value, state);
  assert.equal(call.result.value.kind, 'none');
  call.loadResult();
  call.loadResult();
  assert.equal(link.all('calls/result').length, 1);
  const cut = { at: '/content/0/text', kind: 'text', size: 9, shown: 3 } as const;
  link.last('calls/result').answer.resolve({ value: done('abc'), cuts: [cut] } as never);
  await settled();
  link.ready['calls/part'] = () => ({ value: 'defghi', cuts: [] });
  await call.loadMore(cut);
  assert.deepEqual(link.last('calls/part').params, { call: call.id, at: '/content/0/text', from: 3 });
  assert.deepEqual(call.result.value, { kind: 'ready', outcome: done('abcdefghi'), cuts: [] });
});

test('a call that the host refuses ends as failed, with the reason', async () => {
  const link = new FakeHostLink();
  const inspector = new Inspector(link, emptyPageState());
  const call = inspector.calls.run('one', 'x', {});
  link.last('calls/run').answer.reject(new Fault('peer/closed', 'Gone'));
  await settled();
  const { result } = call;
  assert.equal(result.value.kind === 'ready' && result.value.outcome.fault?.message, 'Gone');
});

test('a new page loads the calls and client requests of the host, newest first', async () => {
  const link = new FakeHostLink();
  const inspector = new Inspector(link, emptyPageState());
  const view = (id: string, number: number): CallView => ({
    id,
    number,
    server: 'one',
    tool: 'echo',
    args: {},
    startedAt: number * 1_000,
    state: ended(done(id)),
    rounds: [],
  });
  link.ready['calls/list'] = () => [view('b', 2), view('a', 1)];
  link.ready['clientRequests/list'] = () => [
    { id: 'q', server: 'one', at: 0, kind: 'form', message: 'Who?', schema: {} },
  ];
  link.ready['saved/list'] = () => ({ calls: [], writable: true });
  await inspector.catchUp();
  assert.deepEqual(
    inspector.calls.of('one', 'echo').list.value.map(({ id }) => id),
    ['b', 'a'],
  );
  assert.deepEqual(
    inspector.clientRequests.list.value.map((ask) => ask.view.id),
    ['q'],
  );
  void inspector.handlers()['calls/forgotten']({ calls: ['b'] }, none);
  assert.deepEqual(
    inspector.calls.all.value.map(({ id }) => id),
    ['a'],
  );
});

test('a response that is being written survives another request that comes and goes', () => {
  const link = new FakeHostLink();
  const inspector = new Inspector(link, emptyPageState());
  const schema = { type: 'object', properties: { name: { type: 'string' } } };
  const requests = (...ids: string[]) =>
    ids.map((id) => ({ id, server: 's', at: 0, kind: 'form', message: '', schema }));
  inspector.clientRequests.update(requests('a') as never);
  inspector.clientRequests.list.value[0]?.form?.load({ name: 'Ada' });
  inspector.clientRequests.update(requests('a', 'b') as never);
  const [first] = inspector.clientRequests.list.value;
  first?.accept();
  assert.deepEqual(link.last('clientRequests/answer').params, {
    request: 'a',
    action: 'accept',
    content: { name: 'Ada' },
  });
});

test('drafts, selection and search survive a hidden or reloaded page', () => {
  const box = memoryStorage();
  const link = new FakeHostLink();
  const saved = createPageState(box);
  const inspector = new Inspector(link, saved);
  inspector.start(snapshot, {});
  const watch = inspector.watch(saved);
  inspector.servers.choose({ server: 'two', tool: 'two-a' });
  inspector.query.value = 'abc';
  inspector.drafts.of('two', 'two-a', tool('x').inputSchema).load({ a: 'typed' });
  saved.flush();
  watch.dispose();

  const again = new Inspector(new FakeHostLink(), createPageState(box));
  again.start(snapshot, {});
  assert.deepEqual([again.servers.tool.value, again.query.value], ['two-a', 'abc']);
  assert.deepEqual(again.drafts.of('two', 'two-a', tool('x').inputSchema).value.value, { a: 'typed' });
});

test('invalid saved state is ignored', () => {
  const saved = createPageState(memoryStorage({ selection: 5, query: {}, drafts: [1] }));
  const inspector = new Inspector(new FakeHostLink(), saved);
  assert.deepEqual([inspector.servers.chosen.value, inspector.query.value], [{}, '']);
});

test('a changed schema keeps what was typed', () => {
  const inspector = new Inspector(new FakeHostLink(), emptyPageState());
  inspector.drafts.of('s', 't', { type: 'object' }).load({ a: 1 });
  const form = inspector.drafts.of('s', 't', { type: 'object', properties: { a: { type: 'number' } } });
  assert.deepEqual(form.value.value, { a: 1 });
});

test('an action that fails is shown at its server', async () => {
  const link = new FakeHostLink();
  const inspector = new Inspector(link, emptyPageState());
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

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deferred } from '../../../src/base/async.ts';
import type { Answer } from '../../../src/contract/browse.ts';
import type { ServerView } from '../../../src/contract/inspector.ts';
import { bytesOf, bytesThatFit, hexRow, rowCount } from '../../../webview/model/content/hex.ts';
import { Inspector } from '../../../webview/model/inspector/inspector.ts';
import { Navigation } from '../../../webview/model/inspector/navigation.ts';
import { latestAnswer, ServerRequests } from '../../../webview/model/browse/serverRequests.ts';
import { createPageState } from '../../../webview/platform/pageState.ts';
import { fileName } from '../../../webview/model/content/fileName.ts';
import { FakeHostLink, memoryStorage, emptyPageState, settled } from './fakeHostLink.ts';

function server(id: string): ServerView {
  return { id, label: id, source: 'test', transport: 'stdio', state: 'connected', stateText: 'Connected' };
}

const snapshot = { servers: [server('one'), server('two')], problems: [], trusted: true };
const none = new AbortController().signal;
const ok = <T>(value: T): Answer<T> => ({ kind: 'ok', value, durationMs: 1 });

function browsing(link = new FakeHostLink()): { link: FakeHostLink; inspector: Inspector } {
  link.ready['catalog/get'] = ({ server: id }: { server: string }) => ({ server: id, tools: [] });
  link.ready['browse/facts'] = ({ server: id }: { server: string }) => ({ server: id, subscribed: [] });
  link.ready['browse/offers'] = ({ server: id }: { server: string }) => ({
    server: id,
    resources: [{ uri: `${id}://a`, name: 'Alpha' }],
    templates: [{ uriTemplate: `${id}://{x}`, title: 'Any' }],
    prompts: [{ name: 'greet' }],
  });
  const saved = emptyPageState();
  const inspector = new Inspector(link, saved);
  inspector.start(snapshot, {});
  inspector.watch(saved);
  return { link, inspector };
}

test('lists of a server are loaded when their tab is first shown, and only then', async () => {
  const { link, inspector } = browsing();
  await settled();
  assert.equal(link.all('browse/offers').length, 0);
  inspector.navigation.tab.value = 'resources';
  await settled();
  inspector.navigation.tab.value = 'prompts';
  await settled();
  assert.equal(link.all('browse/offers').length, 1);
  assert.deepEqual(
    inspector.browse.resources.value.map(({ kind, name }) => [kind, name]),
    [
      ['resource', 'Alpha'],
      ['template', 'Any'],
    ],
  );
  assert.equal(inspector.browse.prompts.value.length, 1);
});

test('a server that refuses its lists gets one request, not another with every notification', async () => {
  const { link, inspector } = browsing();
  delete link.ready['browse/offers'];
  inspector.navigation.tab.value = 'prompts';
  link.last('browse/offers').answer.reject(new Error('no'));
  await settled();
  inspector.servers.update({ ...snapshot, servers: [server('one'), server('two')] });
  await settled();
  assert.equal(link.all('browse/offers').length, 1);
});

test('changed lists are loaded again if they were shown', async () => {
  const { link, inspector } = browsing();
  void inspector.handlers()['offers/changed']({ server: 'one' }, none);
  assert.equal(link.all('browse/offers').length, 0);
  inspector.navigation.tab.value = 'resources';
  await settled();
  void inspector.handlers()['offers/changed']({ server: 'one' }, none);
  assert.equal(link.all('browse/offers').length, 2);
});

test('search finds by name, URI and description', async () => {
  const { inspector } = browsing();
  inspector.navigation.tab.value = 'resources';
  await settled();
  inspector.browse.resourceQuery.value = 'alp ONE';
  assert.deepEqual(
    inspector.browse.shownResources.value.map(({ id }) => id),
    ['one://a'],
  );
});

test('a late response never replaces a newer one', async () => {
  const questions = new ServerRequests<string>();
  const [first, second] = [deferred<Answer<string>>(), deferred<Answer<string>>()];
  let aborted = false;
  const asked = questions.send('k', (signal) => {
    signal.addEventListener('abort', () => (aborted = true));
    return first.promise;
  });
  const again = questions.send('k', () => second.promise);
  second.resolve(ok('new'));
  await again;
  first.resolve(ok('old'));
  await asked;
  assert.equal(aborted, true);
  assert.deepEqual(latestAnswer(questions.of('k').value), ok('new'));
  assert.equal(questions.of('other').value.kind, 'none');
});

test('navigation is restored: tab, chosen items and scroll positions', () => {
  const box = memoryStorage();
  const saved = createPageState(box);
  const place = new Navigation(saved);
  const stop = place.watch(saved);
  place.choose('resources', 'one', 'one://a');
  place.choose('prompts', 'two', 'greet');
  place.saveScroll('tools one', 440);
  saved.flush();
  stop();
  const later = new Navigation(createPageState(box));
  assert.equal(later.tab.value, 'prompts');
  assert.deepEqual(
    [later.chosen('resources', 'one'), later.chosen('prompts', 'two'), later.chosen('prompts', 'one')],
    ['one://a', 'greet', undefined],
  );
  assert.equal(later.scrollOf('tools one'), 440);
});

test('saved state that no longer fits is ignored', () => {
  const place = new Navigation(createPageState(memoryStorage({ part: 'nonsense', items: 7, scrolls: { a: 'x' } })));
  assert.deepEqual([place.tab.value, place.scrollOf('a')], ['tools', undefined]);
});

test('a selection of the host opens the tab of the selected item', () => {
  const { inspector } = browsing();
  const { 'selection/changed': changed } = inspector.handlers();
  void changed({ server: 'two', prompt: 'greet' }, none);
  assert.deepEqual(
    [
      inspector.servers.current.value?.id,
      inspector.navigation.tab.value,
      inspector.navigation.chosen('prompts', 'two'),
    ],
    ['two', 'prompts', 'greet'],
  );
  void changed({ server: 'two', tool: 't' }, none);
  assert.equal(inspector.navigation.tab.value, 'tools');
});

test('a restored page tells the host what it shows', () => {
  const link = new FakeHostLink();
  const saved = createPageState(memoryStorage({ selection: { server: 'two', tool: 't' } }));
  new Inspector(link, saved).start(snapshot, {});
  assert.deepEqual(link.last('selection/set').params, { server: 'two', tool: 't' });
});

test('the echo of a selection made here does not change the tab', () => {
  const { link, inspector } = browsing();
  inspector.servers.choose({ server: 'two', tool: 't' });
  inspector.navigation.tab.value = 'prompts';
  const { 'selection/changed': changed } = inspector.handlers();
  void changed(link.last('selection/set').params as { server: string }, none);
  assert.equal(inspector.navigation.tab.value, 'prompts');
  void changed({ server: 'two', tool: 't' }, none);
  assert.equal(inspector.navigation.tab.value, 'tools', 'chosen again elsewhere, say in the tree');
});

test('notifications are loaded while they are shown, and counted while they are not', async () => {
  const { link, inspector } = browsing();
  const onEventsChanged = inspector.handlers()['events/changed'];
  link.ready['events/page'] = ({ fromSeq }: { fromSeq: number }) => ({
    events: Array.from({ length: 5 - fromSeq }, (_, at) => ({ seq: fromSeq + at, at: 0, method: 'm', preview: '' })),
    nextSeq: 5,
    dropped: 0,
  });
  void onEventsChanged({ server: 'one', nextSeq: 3 }, none);
  assert.equal(inspector.browse.events.unseen.value.get('one'), 3);
  assert.equal(link.all('events/page').length, 0);
  inspector.navigation.tab.value = 'events';
  await settled();
  assert.equal(inspector.browse.events.of('one').value.events.length, 5);
  assert.equal(inspector.browse.events.unseen.value.has('one'), false);
  void onEventsChanged({ server: 'one', nextSeq: 5 }, none);
  await settled();
  assert.equal(inspector.browse.events.of('one').value.events.length, 5, 'none twice');
});

test('bytes are shown as a hex editor does, as many in a row as fit', () => {
  const bytes = bytesOf(btoa('Hello\u0000World, these are 27 b.'))!;
  assert.equal(rowCount(bytes, 16), 2);
  assert.deepEqual(hexRow(bytes, 0, 16), {
    offset: '00000000',
    hex: '48 65 6c 6c 6f 00 57 6f 72 6c 64 2c 20 74 68 65',
    text: 'Hello.World, the',
  });
  assert.equal(hexRow(bytes, 1, 16).hex.length, 47, 'the text of a short last row stands below the others');
  assert.deepEqual([bytesThatFit(100), bytesThatFit(50), bytesThatFit(20)], [16, 8, 4]);
  assert.equal(bytesOf('not base64!'), undefined);
});

test('a file is named after the last segment of its URI', () => {
  assert.equal(fileName({ uri: 'demo://a/b/readme?x=1', mimeType: 'text/markdown' }), 'readme.md');
  assert.equal(fileName({ uri: 'file:///x/logo.png', mimeType: 'image/png' }), 'logo.png');
  assert.equal(fileName({ uri: '://' }), 'resource');
});

test('lint is computed when it is asked for, and never by itself', async () => {
  const { link, inspector } = browsing();
  link.ready['servers/lint'] = () => ({ score: 90, lost: [], findings: [], clients: [] });
  inspector.navigation.tab.value = 'server';
  await settled();
  assert.equal(link.all('servers/lint').length, 0);
  inspector.lint.loadOnce('one');
  inspector.lint.loadOnce('one');
  await settled();
  assert.deepEqual(inspector.lint.of('one').value.kind, 'ready');
  assert.equal(link.all('servers/lint').length, 1);
});

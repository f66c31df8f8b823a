import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import type { Root } from '../../../src/core/servers/model/clientRequests.ts';
import { RootsStore } from '../../../src/core/servers/rootsStore.ts';
import { FakeStore } from '../../support/fakeStore.ts';
import { failOnLeaks } from '../../support/leaks.ts';

failOnLeaks();

const open = { uri: 'file:///work/app', name: 'App' };

function openRoots(roots: readonly Root[] = [open], store = new FakeStore()): RootsStore {
  const opened = new RootsStore({ store, scope: () => '/work/app', window: () => roots });
  stores.push(opened);
  return opened;
}

const stores: RootsStore[] = [];
afterEach(() => {
  for (const store of stores.splice(0)) store.dispose();
});

test('servers get the folders of the window until the user chooses others, for one or for all', async () => {
  const store = openRoots();
  assert.deepEqual(store.of('a'), { chosenFor: 'window', roots: [open] });
  await store.choose('a', false, [open.uri, 'file:///data/my%20notes']);
  const own = [open, { uri: 'file:///data/my%20notes', name: 'my notes' }];
  assert.deepEqual(store.of('a'), { chosenFor: 'server', roots: own });
  assert.deepEqual(store.of('b'), { chosenFor: 'window', roots: [open] });
  await store.choose('b', true, []);
  assert.deepEqual([store.of('a').chosenFor, store.of('b')], ['server', { chosenFor: 'all', roots: [] }]);
});

test('a choice is reset step by step: the one for the server, then the one for all', async () => {
  const store = openRoots();
  await store.choose('a', true, ['file:///all']);
  await store.choose('a', false, ['file:///own']);
  const seen = [store.of('a').chosenFor];
  for (let step = 0; step < 2; step++) {
    await store.reset('a');
    seen.push(store.of('a').chosenFor);
  }
  assert.deepEqual(seen, ['server', 'all', 'window']);
});

test('each change fires an event, so that servers can be notified', async () => {
  const store = openRoots([]);
  let notifications = 0;
  store.onDidChange(() => notifications++);
  await store.choose('a', false, ['file:///own']);
  await store.reset('a');
  store.windowChanged();
  assert.equal(notifications, 3);
});

test('a root that is no local folder is refused, and an invalid stored choice is ignored', async () => {
  const kept = new FakeStore();
  const broken = { all: 'x', '"a"': [1], '"constructor"': 2 };
  kept.put(Object.entries(broken).map(([key, value]) => ({ kind: 'roots', scope: '/work/app', key, value })));
  const store = openRoots([open], kept);
  for (const uri of ['https://example.com', '/plain/path', ''])
    await assert.rejects(store.choose('a', false, [uri]), /file: URL/);
  assert.deepEqual([store.of('a').chosenFor, store.of('constructor').chosenFor], ['window', 'window']);
});

test('what another window chose counts here at once', () => {
  const kept = new FakeStore();
  const store = openRoots([open], kept);
  let notifications = 0;
  store.onDidChange(() => notifications++);
  kept.putElsewhere([{ kind: 'roots', scope: '/work/app', key: 'all', value: ['file:///all'] }]);
  assert.deepEqual([notifications, store.of('a').chosenFor], [1, 'all']);
  kept.putElsewhere([{ kind: 'call', scope: '/work/app', key: 'c', value: {} }]);
  assert.equal(notifications, 1);
});

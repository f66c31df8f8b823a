import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MemoryPort } from '../../../src/core/ports/ports.ts';
import { RootsStore } from '../../../src/core/servers/rootsStore.ts';

const open = { uri: 'file:///work/app', name: 'App' };

function memory(stored: Record<string, unknown> = {}): MemoryPort {
  return { get: (_, key) => stored[key], set: async (_, key, value) => void (stored[key] = value) };
}

test('servers get the folders of the window until the user chooses others, for one or for all', async () => {
  const store = new RootsStore(memory(), () => [open]);
  assert.deepEqual(store.of('a'), { chosenFor: 'window', roots: [open] });
  await store.choose('a', false, [open.uri, 'file:///data/my%20notes']);
  const own = [open, { uri: 'file:///data/my%20notes', name: 'my notes' }];
  assert.deepEqual(store.of('a'), { chosenFor: 'server', roots: own });
  assert.deepEqual(store.of('b'), { chosenFor: 'window', roots: [open] });
  await store.choose('b', true, []);
  assert.deepEqual([store.of('a').chosenFor, store.of('b')], ['server', { chosenFor: 'all', roots: [] }]);
});

test('a choice is reset step by step: the one for the server, then the one for all', async () => {
  const store = new RootsStore(memory(), () => [open]);
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
  const store = new RootsStore(memory(), () => []);
  let notifications = 0;
  store.onDidChange(() => notifications++);
  await store.choose('a', false, ['file:///own']);
  await store.reset('a');
  store.windowChanged();
  assert.equal(notifications, 3);
});

test('a root that is no local folder is refused, and an invalid stored choice is ignored', async () => {
  const store = new RootsStore(memory({ 'servers.roots': { all: 'x', servers: { a: [1], constructor: 2 } } }), () => [
    open,
  ]);
  for (const uri of ['https://example.com', '/plain/path', ''])
    await assert.rejects(store.choose('a', false, [uri]), /file: URL/);
  assert.deepEqual([store.of('a').chosenFor, store.of('constructor').chosenFor], ['window', 'window']);
});

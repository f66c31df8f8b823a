import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MemoryPort } from '../../../src/core/ports/ports.ts';
import { RootsStore } from '../../../src/core/servers/rootsStore.ts';

const open = { uri: 'file:///work/app', name: 'App' };

function memory(stored: Record<string, unknown> = {}): MemoryPort {
  return { get: (_, key) => stored[key], set: async (_, key, value) => void (stored[key] = value) };
}

test('servers get the folders of the window until somebody chooses others, for one or for all', async () => {
  const book = new RootsStore(memory(), () => [open]);
  assert.deepEqual(book.of('a'), { chosenFor: 'window', roots: [open] });
  await book.choose('a', false, [open.uri, 'file:///data/my%20notes']);
  const own = [open, { uri: 'file:///data/my%20notes', name: 'my notes' }];
  assert.deepEqual(book.of('a'), { chosenFor: 'server', roots: own });
  assert.deepEqual(book.of('b'), { chosenFor: 'window', roots: [open] });
  await book.choose('b', true, []);
  assert.deepEqual([book.of('a').chosenFor, book.of('b')], ['server', { chosenFor: 'all', roots: [] }]);
});

test('a choice is forgotten step by step: the own one, then the one for all', async () => {
  const book = new RootsStore(memory(), () => [open]);
  await book.choose('a', true, ['file:///all']);
  await book.choose('a', false, ['file:///own']);
  const seen = [book.of('a').chosenFor];
  for (let step = 0; step < 2; step++) {
    await book.reset('a');
    seen.push(book.of('a').chosenFor);
  }
  assert.deepEqual(seen, ['server', 'all', 'window']);
});

test('each change is told, so that servers can be told', async () => {
  const book = new RootsStore(memory(), () => []);
  let told = 0;
  book.onDidChange(() => told++);
  await book.choose('a', false, ['file:///own']);
  await book.reset('a');
  book.windowChanged();
  assert.equal(told, 3);
});

test('what is no folder of this machine is refused, and what was kept oddly is as if never chosen', async () => {
  const book = new RootsStore(memory({ 'servers.roots': { all: 'x', servers: { a: [1], constructor: 2 } } }), () => [
    open,
  ]);
  for (const uri of ['https://example.com', '/plain/path', ''])
    await assert.rejects(book.choose('a', false, [uri]), /file: URL/);
  assert.deepEqual([book.of('a').chosenFor, book.of('constructor').chosenFor], ['window', 'window']);
});

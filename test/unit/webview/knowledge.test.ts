import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PatternSearch } from '../../../src/contract/knowledge.ts';
import { valueIn } from '../../../webview/platform/loaded.ts';
import { Knowledge } from '../../../webview/model/knowledge/knowledge.ts';
import { createPageState } from '../../../webview/platform/pageState.ts';
import { FakeHostLink, memoryStorage, emptyPageState, settled } from './fakeHostLink.ts';

const found = (id: string): PatternSearch => ({
  kind: 'ranked',
  categories: ['web'],
  cards: [{ id, title: id, category: 'web', severity: 'high', cwe: [], source: 'builtin' }],
});

test('opening it loads the list once', async () => {
  const link = new FakeHostLink();
  link.ready['knowledge/search'] = () => found('A-001');
  const knowledge = new Knowledge(link, emptyPageState());
  link.ready['knowledge/wanted'] = () => undefined;
  await knowledge.open();
  await settled();
  await knowledge.open();
  assert.equal(link.all('knowledge/search').length, 1);
  assert.equal(valueIn(knowledge.list.value)?.cards[0]?.id, 'A-001');
});

test('a response that arrives after a newer search is not shown, and the old list stays until then', async () => {
  const link = new FakeHostLink();
  const knowledge = new Knowledge(link, emptyPageState());
  knowledge.query.value = 'first';
  void knowledge.search();
  knowledge.query.value = 'second';
  void knowledge.search();
  const [first, second] = link.all('knowledge/search');
  second?.answer.resolve(found('NEW-001') as never);
  await settled();
  first?.answer.resolve(found('OLD-001') as never);
  await settled();
  assert.equal(valueIn(knowledge.list.value)?.cards[0]?.id, 'NEW-001');
});

test('what a command requested is shown once, also after a reload of the page', async () => {
  const link = new FakeHostLink();
  const box = memoryStorage();
  link.ready['knowledge/wanted'] = () => ({ at: 5, query: 'jwt' });
  link.ready['knowledge/search'] = () => found('A-001');
  const saved = createPageState(box);
  const knowledge = new Knowledge(link, saved);
  const watching = knowledge.watch(saved);
  await knowledge.open();
  assert.equal(knowledge.query.value, 'jwt');
  knowledge.setQuery('other');
  saved.flush();
  watching.dispose();

  const again = new Knowledge(link, createPageState(box));
  await again.open();
  assert.equal(again.query.value, 'other');
});

test('a pattern that cannot be read becomes a notice, and going back forgets it', async () => {
  const link = new FakeHostLink();
  const knowledge = new Knowledge(link, emptyPageState());
  void knowledge.choose('A-001');
  link.last('knowledge/get').answer.reject(new Error('gone'));
  await settled();
  assert.equal(knowledge.pattern.value.kind, 'failed');
  knowledge.closePattern();
  assert.equal(knowledge.chosen.value, undefined);
  assert.equal(knowledge.pattern.value.kind, 'none');
});

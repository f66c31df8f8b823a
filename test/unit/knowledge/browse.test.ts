import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { Fault } from '../../../src/base/fault.ts';
import type { KnowledgeBase } from '../../../src/core/knowledge/base/knowledgeBase.ts';
import { searchPatterns, viewPattern } from '../../../src/core/knowledge/tools/browse.ts';
import { shippedBase } from './support/knowledge.ts';

let base: KnowledgeBase;
before(async () => (base = await shippedBase()));

test('an empty search shows every pattern, and a category only its own', () => {
  const all = searchPatterns(base, '  ');
  assert.equal(all.kind, 'all');
  assert.equal(all.cards.length, base.cards.length);
  const some = searchPatterns(base, '', 'injection');
  assert.ok(some.cards.length > 3 && some.cards.every((card) => card.category === 'injection'));
  assert.deepEqual(some.categories, all.categories);
});

test('a question is ranked, half an id finds by name, and nonsense finds nothing', () => {
  const ranked = searchPatterns(base, 'build the SQL query by joining the search text into the statement');
  assert.equal(ranked.kind, 'ranked');
  assert.ok(ranked.cards[0]?.cwe.includes('CWE-89') && (ranked.cards[0].score ?? 0) > 0);
  const named = searchPatterns(base, 'tmkb-authz-00');
  assert.equal(named.kind, 'named');
  assert.ok(named.cards.length >= 9 && named.cards.every((card) => card.id.startsWith('TMKB-AUTHZ-00')));
  assert.deepEqual(searchPatterns(base, 'bake a rhubarb crumble').cards, []);
});

test('a pattern is read whole, with links that are web addresses and related patterns that exist', () => {
  const pattern = viewPattern(base, 'tmkb-authz-001', 'en');
  assert.ok(pattern.markdown.startsWith('# TMKB-AUTHZ-001: '));
  assert.ok(pattern.examples.length > 0 && pattern.links.length > 0);
  for (const { url } of pattern.links) assert.ok(url === undefined || url.startsWith('https://'));
  for (const card of pattern.related) assert.ok(base.get(card.id));
});

test('an unknown id is a fault that names what may have been meant', () => {
  assert.throws(
    () => viewPattern(base, 'TMKB-AUTHZ-999', 'en'),
    (error) => Fault.is(error, 'knowledge/unknown') && error.message.includes('TMKB-AUTHZ-001'),
  );
});

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { KnowledgeBase } from '../../../src/core/knowledge/base/knowledgeBase.ts';
import type { Question } from '../../../src/core/knowledge/search/rank.ts';
import { shippedBase } from './support/knowledge.ts';

let base: KnowledgeBase;
before(async () => void (base = await shippedBase()));

const ids = (question: Question): string[] => base.ask(question, 3).map(({ pattern }) => pattern.id);
const found = (context: string, id: string, more: Omit<Question, 'context'> = {}): void =>
  assert.ok(ids({ context, ...more }).includes(id), `${context}: ${ids({ context, ...more }).join(', ') || 'nothing'}`);

test('a task sentence, code, a path and a word each find their pattern', () => {
  found('endpoint that returns a customer order by id', 'TMKB-AUTHZ-001');
  found('pickle.loads(request.data)', 'TMKB-INJ-015');
  found('app/workers/cleanup_worker.rb', 'TMKB-AUTHZ-004');
  found('CSRF', 'TMKB-WEB-001');
});

test('what is not about security is refused', () => {
  for (const context of [
    'centre a div with css',
    'compute the mean of a list',
    'what is the weather tomorrow',
    'qwertyuiop',
    '!!!',
    '12345',
  ])
    assert.deepEqual(ids({ context }), [], context);
});

test('a language chooses between patterns, but never shuts one out', () => {
  const context = 'copy the received bytes into a fixed size buffer';
  assert.equal(ids({ context, language: 'c' })[0]?.startsWith('TMKB-MEM'), true);
  found('SQL injection', 'TMKB-INJ-001', { language: 'c' });
  found('use after free', 'TMKB-MEM-004', { language: 'python' });
});

test('a weakness and an OWASP number are queries too', () => {
  assert.ok(base.ask({ context: 'CWE-918' }, 10).every(({ pattern }) => pattern.cwe.includes('CWE-918')));
  assert.ok(base.ask({ context: 'API7:2023' }, 10).some(({ pattern }) => pattern.owasp.includes('API7:2023')));
});

test('the same query always gets the same answer', () => {
  const once = ids({ context: 'upload a profile picture' });
  for (let time = 0; time < 5; time++) assert.deepEqual(ids({ context: 'upload a profile picture' }), once);
});

test('scores fall from first to last and lie between 0 and 1', () => {
  const scores = base.ask({ context: 'login with password and session cookie' }, 10).map(({ score }) => score);
  assert.ok(scores.length > 1);
  assert.deepEqual(
    scores,
    scores.toSorted((a, b) => b - a),
  );
  assert.ok(scores.every((score) => score > 0 && score <= 1));
});

const prototypePollution = 'TMKB-INJ-017';

test('hostile texts of the largest size end, and find nothing that is not there', () => {
  const hostile = [
    'a',
    'aB',
    'a-',
    'a_',
    'a.',
    'a/',
    '(',
    '\n',
    '"',
    '\u202e',
    '😀',
    '\0',
    'password',
    'select ',
    'def a\n',
    'f"',
    '__proto__ ',
  ];
  for (const piece of hostile) {
    const context = piece.repeat(Math.ceil(10_000 / piece.length)).slice(0, 10_000);
    assert.deepEqual(ids({ context }), piece === '__proto__ ' ? [prototypePollution] : [], piece);
  }
  for (const context of ['constructor', 'toString', 'hasOwnProperty', 'valueOf'])
    assert.deepEqual(ids({ context }), [], context);
  assert.deepEqual(ids({ context: '__proto__' }), [prototypePollution]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stem } from '../../../src/base/stem.ts';
import { keyOf, termsOf } from '../../../src/core/knowledge/index/terms.ts';
import { callsOf, wordsOf } from '../../../src/core/knowledge/index/words.ts';

test('the forms of a word come together, in British and American spelling', () => {
  for (const forms of [
    ['invite', 'invited', 'invites', 'inviting'],
    ['authorise', 'authorize', 'authorizing', 'authorised'],
    ['serialization', 'serialisation', 'serialize'],
    ['query', 'queries'],
    ['process', 'processes', 'processing'],
  ])
    assert.equal(new Set(forms.map(stem)).size, 1, forms.join(' '));
});

test('identifiers are cut at camelCase, snake_case and punctuation', () => {
  assert.deepEqual(wordsOf('getSignedUrl(user_id, "XMLParser")'), ['sign', 'url', 'user', 'id', 'xml', 'parser']);
});

test('a dotted call, a compound name and a switch are kept whole besides their parts', () => {
  assert.deepEqual(callsOf('pickle.loads(x)'), ['pickle.loads']);
  assert.ok(callsOf('mark_safe(value)').includes('marksafe'));
  assert.ok(callsOf('requests.get(u, verify=False)').includes('verify=false'));
});

test('punctuation beside a word does not hide it', () => {
  assert.deepEqual(wordsOf('celery,'), wordsOf('celery'));
  assert.deepEqual(wordsOf('(celery).'), wordsOf('celery'));
});

test('a word inside another word is not found', () => {
  assert.ok(!wordsOf('marquee').includes('rq'));
});

test('fixed expressions do not fall apart', () => {
  assert.deepEqual(wordsOf('use-after-free'), wordsOf('use after free'));
  assert.deepEqual(wordsOf('logged in'), ['login']);
  assert.deepEqual(wordsOf('signs out'), ['logout']);
});

test('invisible characters cannot hide a word', () => {
  assert.deepEqual(wordsOf('s\u200bq\u200bl injection'), wordsOf('sql injection'));
});

test('code is recognised by its shape', () => {
  assert.ok(callsOf("q = 'SELECT * FROM t WHERE id=' + id").includes('#sql'));
  assert.ok(callsOf('const password = "hunter22"').includes('#secretliteral'));
  assert.ok(callsOf("router.get('/notes/:id')").includes('#idinroute'));
});

test('numbers of weaknesses are terms', () => {
  assert.ok(termsOf('is this CWE-639 or cwe 89?', () => []).calls.includes('#cwe639'));
  assert.ok(termsOf('is this CWE-639 or cwe 89?', () => []).calls.includes('#cwe89'));
});

test('a name keeps every word: "code injection" is not "injection"', () => {
  assert.notEqual(keyOf('code injection'), keyOf('injection'));
});

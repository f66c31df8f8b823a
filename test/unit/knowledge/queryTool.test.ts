import assert from 'node:assert/strict';
import { proves } from '../../requirements.ts';
import { test } from 'node:test';
import type { Answer } from '../../../src/core/knowledge/base/answer.ts';
import { tmkbQuery } from '../../../src/core/knowledge/tools/queryTool.ts';
import { countTokens } from '../../../src/core/knowledge/pattern/tokens.ts';
import { failOnLeaks } from '../../support/leaks.ts';
import { call, callOn, textOf, withHost } from './support/knowledge.ts';

failOnLeaks();

async function ask(args: Record<string, unknown>): Promise<Answer> {
  const { outcome } = await call(tmkbQuery, args);
  assert.equal(outcome.isError, false, textOf(outcome));
  assert.deepEqual(JSON.parse(textOf(outcome)), outcome.structuredContent);
  return outcome.structuredContent as Answer;
}

test(`the tool is described in the documented words${proves('R59', 'R60', 'R63', 'R64', 'R148', 'R149')}`, () => {
  assert.equal(tmkbQuery.name, 'tmkb_query');
  assert.equal(
    tmkbQuery.description,
    'Query the Threat Model Knowledge Base for authorization security threats relevant to your implementation. Returns concise, actionable security context optimized for code generation.',
  );
  const { properties, required, additionalProperties } = tmkbQuery.inputSchema as {
    properties: Record<string, { description: string; enum?: string[]; default?: unknown; minLength?: number }>;
    required: string[];
    additionalProperties: boolean;
  };
  const starts = (name: string, sentence: string) => properties[name]?.description.startsWith(sentence);
  assert.ok(starts('language', 'Programming language (MVP: Python only)'));
  assert.ok(starts('framework', 'Framework context (MVP: Flask or any)'));
  assert.deepEqual(required, ['context']);
  assert.equal(additionalProperties, false);
  assert.equal(properties['context']?.minLength, 1);
  assert.equal(
    properties['context']?.description,
    "What you're implementing (e.g., 'multi-tenant API endpoint', 'background job processing')",
  );
  assert.equal(properties['verbosity']?.description, "Output format: 'agent' for concise, 'human' for detailed");
  assert.equal(properties['verbosity']?.default, 'agent');
  assert.equal(properties['language']?.enum?.[0], 'python');
  assert.equal(properties['framework']?.enum?.at(-1), 'any');
});

test(`an answer for an agent has at most three patterns, each with all its parts${proves('R71', 'C25')}`, async () => {
  const answer = await ask({ context: 'background job processing', language: 'python', framework: 'flask' });
  assert.ok(answer.pattern_count >= 1 && answer.pattern_count <= 3);
  assert.equal(answer.patterns.length, answer.pattern_count);
  assert.equal(answer.patterns[0]?.id, 'TMKB-AUTHZ-004');
  for (const entry of answer.patterns)
    assert.deepEqual(Object.keys(entry).slice(0, 8), [
      'id',
      'title',
      'severity',
      'cwe',
      'threat',
      'check',
      'fix',
      'score',
    ]);
});

test('code comes in the language of the caller', async () => {
  const answer = await ask({ context: 'load an order by id', language: 'java', framework: 'spring', max_tokens: 800 });
  const code = answer.patterns.flatMap((entry) => ('code' in entry && entry.code ? [entry.code.language] : []));
  assert.deepEqual(code, ['java']);
});

test('the whole answer keeps the requested budget, and says what it left out', async () => {
  for (const max_tokens of [200, 300, 400, 500, 1000]) {
    const answer = await ask({ context: 'login with password and a session cookie', language: 'python', max_tokens });
    assert.ok(countTokens(JSON.stringify(answer)) <= max_tokens, `${max_tokens}`);
    assert.ok(answer.pattern_count >= 1);
    assert.ok(answer.pattern_count + (answer.dropped?.length ?? 0) >= 2);
  }
});

test('the verbosity for humans gives everything, up to ten', async () => {
  const answer = await ask({
    context: 'delete a user by id in the admin panel of a multi-tenant API',
    verbosity: 'human',
  });
  assert.ok(answer.pattern_count > 3 && answer.pattern_count <= 10);
  assert.ok('mitigations' in (answer.patterns[0] ?? {}) && 'examples' in (answer.patterns[0] ?? {}));
});

test('an answer without relevant patterns says so', async () => {
  const answer = await ask({ context: 'Which shade of green suits the header?' });
  assert.equal(answer.pattern_count, 0);
  assert.deepEqual(answer.patterns, []);
  assert.match(answer.note ?? '', /^No pattern fits/);
});

test('mistakes are tool errors with the documented text, and the log says so', async () => {
  const cases: readonly (readonly [Record<string, unknown>, RegExp])[] = [
    [{}, /^context parameter is required$/],
    [{ context: '' }, /^context must be non-empty$/],
    [{ context: '   ' }, /^context must be non-empty$/],
    [{ context: 5 }, /^context must be a string$/],
    [{ context: 'x', language: 'cobol' }, /^Invalid language 'cobol'\. Supported languages: python, /],
    [{ context: 'x', framework: 'struts' }, /^Invalid framework 'struts'\. Supported frameworks: flask, .*, any$/],
    [{ context: 'x', verbosity: 'x' }, /^Invalid verbosity 'x'\. Supported values: agent, human$/],
    [{ context: 'x', max_tokens: 1 }, /^Invalid max_tokens '1'\. Supported values: 200 to 4000$/],
    [
      { context: 'x', foo: 1 },
      /^Unknown parameter 'foo'\. Supported parameters: context, language, framework, verbosity, max_tokens$/,
    ],
    [{ context: 'x'.repeat(10_001) }, /^context exceeds maximum length of 10000 characters$/],
  ];
  for (const [args, text] of cases) {
    const { outcome, log } = await call(tmkbQuery, args);
    assert.equal(outcome.isError, true);
    assert.match(textOf(outcome), text);
    assert.equal(log.at(-1)?.level, 'error');
  }
});

test(`the log has the documented lines${proves('R34')}`, async () => {
  const { log } = await call(tmkbQuery, { context: 'IDOR' });
  assert.match(log.at(-1)?.message ?? '', /^Query executed successfully: \d patterns returned$/);
  const { log: failed } = await call(tmkbQuery, { context: 'x', language: 'cobol' });
  assert.equal(failed.at(-1)?.message, 'Invalid language parameter: cobol');
});

test(`an internal failure is reported without details, and logged with them${proves('R33', 'R72')}`, async () => {
  const trusted = (): boolean => {
    throw new Error('EACCES /home/ada/.tmkb');
  };
  const { outcome, log } = await withHost((host) => callOn({ ...host, trusted }, tmkbQuery, { context: 'IDOR' }));
  assert.deepEqual(
    [outcome.isError, textOf(outcome)],
    [true, 'Query failed. The call was valid; the knowledge base could not be read.'],
  );
  assert.match(String(log[0]?.fields['error']), /EACCES/);
});

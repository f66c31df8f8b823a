import assert from 'node:assert/strict';
import { proves } from '../../requirements.ts';
import { test } from 'node:test';
import { checkQuery } from '../../../src/core/knowledge/tools/queryArguments.ts';

const languageList = 'python, javascript, typescript, java, go, csharp, ruby, php, rust, c, cpp';
const frameworkList =
  'flask, django, fastapi, express, nextjs, nestjs, spring, rails, laravel, aspnet, gin, react, any';

function messageFor(args: Record<string, unknown>): string | undefined {
  const checked = checkQuery(args);
  return checked.ok ? undefined : checked.problem.text;
}

function logged(args: Record<string, unknown>): string | undefined {
  const checked = checkQuery(args);
  return checked.ok ? undefined : checked.problem.log;
}

const context = 'multi-tenant API endpoint';

test(`each documented text, letter by letter${proves('R65', 'R66', 'R67', 'R68', 'R69', 'R70')}`, () => {
  assert.equal(messageFor({}), 'context parameter is required');
  assert.equal(messageFor({ context: '' }), 'context must be non-empty');
  assert.equal(messageFor({ context: ' \n\t\u00a0 ' }), 'context must be non-empty');
  assert.equal(
    messageFor({ context, language: 'cobol' }),
    `Invalid language 'cobol'. Supported languages: ${languageList}`,
  );
  assert.equal(
    messageFor({ context, framework: 'struts' }),
    `Invalid framework 'struts'. Supported frameworks: ${frameworkList}`,
  );
  assert.equal(messageFor({ context, verbosity: 'loud' }), "Invalid verbosity 'loud'. Supported values: agent, human");
  assert.equal(
    messageFor({ context, depth: 3 }),
    "Unknown parameter 'depth'. Supported parameters: context, language, framework, verbosity, max_tokens",
  );
  assert.equal(messageFor({ context: 'x'.repeat(10_001) }), 'context exceeds maximum length of 10000 characters');
});

test('every wrong type has its text', () => {
  for (const value of [null, 42, true, {}, []])
    assert.equal(messageFor({ context: value }), 'context must be a string');
  assert.equal(
    messageFor({ context, language: null }),
    `Invalid language 'null'. Supported languages: ${languageList}`,
  );
  assert.equal(
    messageFor({ context, language: ['python'] }),
    `Invalid language '["python"]'. Supported languages: ${languageList}`,
  );
  assert.equal(messageFor({ context, framework: 7 }), `Invalid framework '7'. Supported frameworks: ${frameworkList}`);
  assert.equal(messageFor({ context, verbosity: false }), "Invalid verbosity 'false'. Supported values: agent, human");
  for (const value of ['500', 1.5, 0, -1, 199, 4001, null, {}])
    assert.match(
      messageFor({ context, max_tokens: value }) ?? '',
      /^Invalid max_tokens '.*'\. Supported values: 200 to 4000$/,
    );
});

test('names are exact and case-sensitive', () => {
  assert.match(messageFor({ context, language: 'Python' }) ?? '', /^Invalid language 'Python'/);
  assert.match(messageFor({ context, language: '' }) ?? '', /^Invalid language ''/);
  assert.match(messageFor({ context, Context: 'x' }) ?? '', /^Unknown parameter 'Context'/);
});

test(`of several mistakes the first in the documented order is reported: context, language, framework, verbosity, max_tokens, unknown${proves('R149')}`, () => {
  const wrong = { context: '', language: 'x', framework: 'x', verbosity: 'x', max_tokens: 0, zzz: 1, aaa: 1 };
  const order = ['context', 'language', 'framework', 'verbosity', 'max_tokens'];
  const right: Record<string, unknown> = {
    context,
    language: 'python',
    framework: 'any',
    verbosity: 'agent',
    max_tokens: 500,
  };
  const args: Record<string, unknown> = { ...wrong };
  const messages: string[] = [];
  for (const name of order) {
    messages.push((messageFor(args) ?? '').split(' ', 2).join(' '));
    args[name] = right[name];
  }
  assert.deepEqual(messages, [
    'context must',
    'Invalid language',
    'Invalid framework',
    'Invalid verbosity',
    'Invalid max_tokens',
  ]);
  assert.match(messageFor(args) ?? '', /^Unknown parameter 'aaa'/);
});

test('the log has the documented words', () => {
  assert.equal(logged({ context, language: 'cobol' }), 'Invalid language parameter: cobol');
  assert.equal(logged({}), 'context parameter is required');
});

test('a hostile value is shown short, on one line and harmless', () => {
  const text = messageFor({ context, language: `\u001b[31mjava\n\u202e${'x'.repeat(5000)}` }) ?? '';
  assert.ok(text.length < 400);
  for (const mark of ['\n', '\u001b', '\u202e']) assert.ok(!text.includes(mark));
});

test('the limit counts characters, not code units', () => {
  assert.equal(messageFor({ context: '😀'.repeat(10_000) }), undefined);
  assert.match(messageFor({ context: '😀'.repeat(10_001) }) ?? '', /^context exceeds/);
});

test('good arguments pass, with agent as the default', () => {
  const checked = checkQuery({ context, language: 'go', framework: 'gin', max_tokens: 200 });
  assert.deepEqual(checked, {
    ok: true,
    query: { context, language: 'go', framework: 'gin', maxTokens: 200, verbosity: 'agent' },
  });
});

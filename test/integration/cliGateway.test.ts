import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, test } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Disposable } from '../../src/base/lifetime.ts';
import { gatewayConfig } from '../../src/core/gateway/exposure/clientConfig.ts';
import type { GatewayAddress } from '../../src/core/gateway/discovery/gatewayHttpServer.ts';
import { allPath } from '../../src/core/gateway/discovery/paths.ts';
import { gatewayWindows } from '../../src/core/gateway/discovery/gatewayWindows.ts';
import type { ClientRequests } from '../../src/core/servers/model/clientRequests.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { until } from '../support/until.ts';
import { CliProcess, cliPath, runCli } from './support/cliProcess.ts';
import { type GatewayFixture, everything, makeGatewayServer, openGatewayFixture } from './support/gatewayFixture.ts';

failOnLeaks();
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

function scratch(): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'switchboard-gateway-cli-'));
  closing.push(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

interface Stage {
  readonly fixture: GatewayFixture;
  readonly state: string;
  readonly dir: string;
  readonly windows: ReturnType<typeof gatewayWindows>;
  /** The window closes: its gateway is stopped, and its file is deleted. */
  leave(): Promise<void>;
  /** It is there again, with another token; on another port if that of before is not given. */
  comeBack(port?: number): Promise<void>;
}

/** A window of this process that offers a real server. */
async function openWindow(clientRequests: ClientRequests = {}): Promise<Stage> {
  const state = scratch();
  const fixture = await openGatewayFixture({ everything }, { everything: true }, clientRequests);
  closing.push(() => fixture.close());
  const dir = path.join(state, 'mcp-switchboard', 'windows');
  const windows = gatewayWindows({ XDG_STATE_HOME: state }, homedir());
  const announce = ({ origin, token }: GatewayAddress): Disposable =>
    windows.announce({ pid: process.pid, folders: [fixture.ports.folder], url: origin + allPath, token });
  let { gatewayServer, address } = fixture;
  let announcement = announce(address);
  const leave = async (): Promise<void> => {
    announcement.dispose();
    gatewayServer.dispose();
    await until(() => isRefused(address.origin), 'nobody listens');
  };
  const comeBack = async (port?: number): Promise<void> => {
    gatewayServer = makeGatewayServer(fixture.core, port === undefined ? {} : { port });
    address = await gatewayServer.start();
    announcement = announce(address);
  };
  closing.push(leave);
  return { fixture, state, dir, windows, leave, comeBack };
}

async function isRefused(url: string): Promise<boolean> {
  return fetch(url).then(
    () => false,
    () => true,
  );
}

async function agentOf(state: string, cwd: string, ...args: string[]): Promise<Client> {
  const client = new Client({ name: 'outside', version: '1' }, { capabilities: { elicitation: { form: {} } } });
  client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { name: 'Grace' } }) as never);
  return connected(client, state, cwd, ['gateway', ...args]);
}

async function connected(client: Client, state: string, cwd: string, args: readonly string[]): Promise<Client> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: homedir(), XDG_STATE_HOME: state };
  const command = { command: process.execPath, args: [cliPath, ...args], env, cwd, stderr: 'pipe' as const };
  await client.connect(new StdioClientTransport(command));
  closing.push(() => client.close());
  return client;
}

function textOf(result: object): string {
  return (result as { content: { text: string }[] }).content.map(({ text }) => text).join('');
}

const echo = (message: string) => ({ name: 'mcp_everything_echo', arguments: { message } });

async function listsEcho(agent: Client): Promise<boolean> {
  return (await agent.listTools()).tools.some(({ name }) => name === 'mcp_everything_echo');
}

test('two external agents share the one process of the open window, and are shown in its Traffic', async () => {
  const { fixture, state } = await openWindow();
  const agents = [await agentOf(state, fixture.ports.folder), await agentOf(state, fixture.ports.folder)];
  for (const [at, agent] of agents.entries())
    assert.equal(textOf(await agent.callTool(echo(String(at)))), `Echo: ${at}`);
  assert.equal(fixture.core.server('everything').readStatistics().connects, 1);
  const { rows } = await fixture.core.traffic.page(0, 1_000);
  assert.equal(
    rows.filter(({ server, kind, method }) => `${server} ${kind} ${method}` === 'everything request tools/call').length,
    2,
  );
});

test('what the window changes in its exposed tools reaches the external agent', async () => {
  const { fixture, state } = await openWindow();
  const agent = await agentOf(state, fixture.ports.folder);
  assert.ok(await listsEcho(agent));
  fixture.core.gateway.follow({ servers: { everything: { tools: { echo: false } } }, toolLimit: undefined });
  await until(async () => !(await listsEcho(agent)), 'the tool is gone');
});

test('a client request goes to the external agent if it can answer, else to the user of the window', async () => {
  const person: ClientRequests = { elicit: async () => ({ action: 'accept', content: { name: 'Window' } }) };
  const { fixture, state } = await openWindow(person);
  const ask = { name: 'mcp_everything_trigger-elicitation-request', arguments: {} };
  assert.match(textOf(await (await agentOf(state, fixture.ports.folder)).callTool(ask)), /Grace/);
  const mute = await connected(new Client({ name: 'mute', version: '1' }), state, fixture.ports.folder, ['gateway']);
  assert.match(textOf(await mute.callTool(ask)), /Window/);
});

test('serve --attach serves the tools of the window, and runs alone where there is no window', async () => {
  const { fixture, state } = await openWindow();
  const outside = (cwd: string): Promise<Client> =>
    connected(new Client({ name: 'outside', version: '1' }), state, cwd, ['serve', '--attach']);
  const servers = async (cwd: string): Promise<string> =>
    textOf(await (await outside(cwd)).callTool({ name: 'switchboard_servers', arguments: {} }));
  assert.match(await servers(fixture.ports.folder), /"id":"everything"/);
  assert.equal(await servers(scratch()), '{"servers":[]}');
});

for (const place of ['same port', 'another port'] as const) {
  test(`an external agent continues after its window was reloaded: ${place}`, async () => {
    const { fixture, state, leave, comeBack } = await openWindow();
    const port = place === 'same port' ? fixture.address.port : undefined;
    const own = new Client({ name: 'own', version: '1' });
    const agents = [
      await agentOf(state, fixture.ports.folder),
      await connected(own, state, fixture.ports.folder, ['serve', '--attach']),
    ] as const;
    const listed = { name: 'switchboard_servers', arguments: {} };
    const callBoth = async (): Promise<void> => {
      assert.equal(textOf(await agents[0].callTool(echo(place))), `Echo: ${place}`);
      assert.match(textOf(await agents[1].callTool(listed)), /"id":"everything"/);
    };
    await callBoth();
    await leave();
    await comeBack(port);
    await callBoth();
  });
}

test('an external agent learns that its window is closed, and continues when it is open again', async () => {
  const { fixture, state, leave, comeBack } = await openWindow();
  const agent = await agentOf(state, fixture.ports.folder);
  await leave();
  const text = textOf(await agent.callTool(echo('nobody')));
  assert.equal(
    text,
    `The window of ${fixture.ports.folder} is closed. Open the folder in VS Code, or restart this client.`,
  );
  await comeBack();
  assert.equal(textOf(await agent.callTool(echo('again'))), 'Echo: again');
});

test('an external agent is notified of the tools of a reloaded window, without a call', async () => {
  const { fixture, state, leave, comeBack } = await openWindow();
  const agent = await agentOf(state, fixture.ports.folder);
  assert.ok(await listsEcho(agent));
  let isListed = true;
  agent.setNotificationHandler('notifications/tools/list_changed', async () => {
    isListed = await listsEcho(agent).catch(() => true); // while the window is away
  });
  await leave();
  fixture.core.gateway.follow({ servers: { everything: { tools: { echo: false } } }, toolLimit: undefined });
  await comeBack(fixture.address.port);
  await until(() => !isListed, 'what it hears of, and then looks at');
});

test('a subscription of a modern external agent is kept at the server while the agent is connected', async () => {
  const { fixture, state } = await openWindow();
  const server = fixture.core.server('everything');
  const updates: string[] = [];
  const agent = new Client({ name: 'modern', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  agent.setNotificationHandler('notifications/resources/updated', ({ params }) => void updates.push(params.uri));
  await connected(agent, state, fixture.ports.folder, ['gateway']);
  assert.equal(agent.getProtocolEra(), 'modern');
  const { uri } = (await agent.listResources()).resources[0]!;
  const isWatched = (): boolean => server.subscribed.includes(uri);
  const stream = await agent.listen({ resourceSubscriptions: [uri] });
  await until(isWatched, 'it is watched');
  await agent.callTool({ name: 'mcp_everything_toggle-subscriber-updates', arguments: {} });
  await until(() => updates.includes(uri), 'the update');
  await stream.close();
  await until(() => !isWatched(), 'it is not watched any more');
  await agent.listen({ resourceSubscriptions: [uri] });
  await until(isWatched, 'it is watched again');
  await agent.close();
  await until(() => !isWatched(), 'nobody is there to watch it');
});

test('where no window is open on the folder, the servers of its files are started', async () => {
  const [state, folder] = [scratch(), scratch()];
  writeFileSync(path.join(folder, '.mcp.json'), JSON.stringify({ mcpServers: { everything } }));
  const agent = await agentOf(state, folder, '--trust');
  assert.equal(textOf(await agent.callTool(echo('alone'))), 'Echo: alone');
  assert.match(
    textOf(await agent.callTool({ name: 'mcp_everything_trigger-elicitation-request', arguments: {} })),
    /Grace/,
  );
});

test('alone, nothing is started that was not approved', async () => {
  const [state, folder] = [scratch(), scratch()];
  writeFileSync(path.join(folder, '.mcp.json'), JSON.stringify({ mcpServers: { everything } }));
  const agent = await agentOf(state, folder);
  assert.deepEqual(
    (await agent.listTools()).tools.map(({ name }) => name),
    ['switchboard_missing_servers'],
  );
  const [reason] = (await agent.callTool({ name: 'switchboard_missing_servers' })).content as { text: string }[];
  assert.match(reason?.text ?? '', /"server":"everything","reason":"The user has not approved it yet\."/);
});

test('alone, a server that does not start is reported on stderr with its reason', async () => {
  const folder = scratch();
  const config = path.join(folder, 'one.json');
  writeFileSync(config, JSON.stringify({ mcpServers: { gone: { command: 'no-such-program-anywhere' } } }));
  const gateway = new CliProcess(['gateway', '--config', config, '--trust'], {
    env: { ...process.env, XDG_STATE_HOME: scratch() },
  });
  await gateway.initialize();
  gateway.send({ jsonrpc: '2.0', id: 'list', method: 'tools/list' });
  await gateway.answerTo('list');
  const { stderr } = await gateway.end();
  assert.match(stderr, /^gone: Cannot run no-such-program-anywhere: command not found$/m);
});

test('alone, the rules of a file apply', async () => {
  const [state, folder] = [scratch(), scratch()];
  writeFileSync(path.join(folder, '.mcp.json'), JSON.stringify({ mcpServers: { everything } }));
  writeFileSync(
    path.join(folder, 'rules.json'),
    JSON.stringify({ everything: { tools: { '*': false, echo: { approval: 'always' } } } }),
  );
  const agent = await agentOf(state, folder, '--trust', '--rules', 'rules.json');
  assert.deepEqual(
    (await agent.listTools()).tools.map(({ name }) => name),
    ['mcp_everything_echo', 'switchboard_batch'],
  );
  // Its client is asked, and answers something else: gatewayApprovals.test.ts has the rest.
  assert.match(textOf(await agent.callTool(echo('x'))), /The user denied mcp_everything_echo\./);
});

test('alone, an invalid rule exposes nothing, and is reported on stderr', async () => {
  const [state, folder] = [scratch(), scratch()];
  writeFileSync(path.join(folder, '.mcp.json'), JSON.stringify({ mcpServers: { everything, other: everything } }));
  const rules = { everything: { tools: { '*': false, echo: { approval: 'Always' } } }, other: null };
  writeFileSync(path.join(folder, 'rules.json'), JSON.stringify(rules));
  const args = ['gateway', '--trust', '--rules', 'rules.json', '--server', 'everything', '--server', 'other'];
  const cli = new CliProcess(args, { env: { ...process.env, XDG_STATE_HOME: state }, cwd: folder });
  await cli.initialize();
  cli.send({ jsonrpc: '2.0', id: 'list', method: 'tools/list' });
  const { stdout, stderr } = await cli.end();
  assert.match(stdout, /"tools":\[\]/);
  assert.match(stderr, /The rule for the tool "echo" of "everything" is not valid: the tool is off\./);
  assert.match(stderr, /The rules for the server "other" are not valid: it is not exposed to agents\./);
  assert.equal(stderr.match(/^Approved:$/gm)?.length, 1, 'and what is not offered is not approved either');
});

test('a window that disappeared does not keep the gateway from serving', async () => {
  const { fixture, state } = await openWindow();
  await fixture.close();
  mkdirSync(fixture.ports.folder);
  closing.push(() => rmSync(fixture.ports.folder, { recursive: true }));
  const env = { ...process.env, XDG_STATE_HOME: state };
  const cli = new CliProcess(['gateway'], { env, cwd: fixture.ports.folder });
  await cli.initialize();
  const { code } = await cli.end();
  assert.equal(code, 0);
});

test('only a file that no other user could have written leads to a window, and only for its folder', async () => {
  const { fixture, dir, windows } = await openWindow();
  const { folder } = fixture.ports;
  assert.equal(windows.windowOn(path.join(folder, 'deep/inside'))?.pid, process.pid);
  assert.equal(windows.windowOn(path.dirname(folder)), undefined);
  assert.equal(windows.windowOn(`${folder}-other`), undefined);
  const file = path.join(dir, `${process.pid}.json`);
  chmodSync(file, 0o644);
  assert.equal(windows.windowOn(folder), undefined);
  chmodSync(file, 0o600);
  const record = { pid: process.pid, folders: [folder], url: 'http://evil.example/mcp', token: 'x' };
  writeFileSync(file, JSON.stringify(record));
  assert.equal(windows.windowOn(folder), undefined);
  const dead = { ...record, pid: 2 ** 22 + 7, url: 'http://127.0.0.1:1/mcp' };
  writeFileSync(path.join(dir, `${dead.pid}.json`), JSON.stringify(dead), { mode: 0o600 });
  assert.equal(windows.windowOn(folder), undefined, 'its process is dead');
  windows.announce(record);
  assert.deepEqual(readdirSync(dir), [`${process.pid}.json`], 'files of the dead are taken away');
});

test('an invalid command line is reported in one sentence', async () => {
  const { code, stderr } = await runCli(['gateway', '--nonsense']);
  assert.equal(code, 2);
  assert.match(stderr, /--nonsense.*switchboard gateway --help/);
});

/** `command` and `args` as the client would read them; the values of such TOML are JSON. */
function launchIn(text: string, language: string): { command: string; args: string[]; env?: Record<string, string> } {
  if (language === 'json') return (JSON.parse(text) as { mcpServers: { switchboard: never } }).mcpServers.switchboard;
  const value = (key: string): never => JSON.parse(new RegExp(`^${key} = (.*)$`, 'm').exec(text)?.[1] ?? '') as never;
  return { command: value('command'), args: value('args') };
}

for (const client of ['claudeDesktop', 'claudeCode', 'cursor', 'codex', 'kimi'] as const) {
  test(`the gateway's configuration for ${client} works as pasted, and needs nothing more`, async () => {
    const { fixture, state } = await openWindow();
    const launch = { command: process.execPath, script: cliPath, folder: fixture.ports.folder, env: {} };
    const { text, language, notes } = gatewayConfig(launch, client);
    assert.deepEqual(notes, []);
    const { command, args } = launchIn(text, language);
    const env = { PATH: process.env['PATH'] ?? '', HOME: homedir(), XDG_STATE_HOME: state };
    const agent = new Client({ name: client, version: '1' });
    await agent.connect(new StdioClientTransport({ command, args, env, cwd: '/', stderr: 'pipe' }));
    closing.push(() => agent.close());
    assert.equal(textOf(await agent.callTool(echo(client))), `Echo: ${client}`);
  });
}

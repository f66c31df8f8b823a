// What a change of the files does to servers that run, and what it leaves alone.
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { readSettings } from '../../src/core/app/settings/settings.ts';
import { RootsStore } from '../../src/core/servers/rootsStore.ts';
import { browseHandlers } from '../../src/extension/inspector/handlers/servers/browseHandlers.ts';
import type { PageShell } from '../../src/extension/inspector/handlers/pageShell.ts';
import { notesServer, open, stateOf, stdio } from '../support/coreFixture.ts';
import { failOnLeaks } from '../support/leaks.ts';
import type { TrafficRow } from '../../src/contract/traffic/traffic.ts';
import { proves } from '../requirements.ts';
import { projectRoot } from '../support/sources.ts';
import { textOf } from './serversSupport.ts';
import { until } from '../support/until.ts';

failOnLeaks();

const silentCall = path.join(projectRoot, 'test/fixtures/bad-servers/silentCall.mjs');

const config = (...servers: [string, object][]): string => JSON.stringify({ servers: Object.fromEntries(servers) });
const names = (tools: readonly { readonly name: string }[]): string[] => tools.map(({ name }) => name);

async function running(entry: object = stdio(notesServer)) {
  const subject = await open(config(['notes', entry]));
  subject.ports.answer = 'Approve';
  await subject.core.approve('notes');
  await subject.core.server('notes').start();
  return { ...subject, notes: subject.core.server('notes') };
}

test('a timeout, a note and a choice of tools reach a running server without a restart', async () => {
  await using subject = await running();
  const { core, ports, notes } = subject;
  const all = names(notes.tools.value);
  assert.equal(all.length, 2);
  const entry = { ...stdio(notesServer), toolTimeoutMs: 12_345, description: 'Notes', includeTools: [all[0]] };
  ports.edit('.vscode/mcp.json', config(['notes', entry]));
  await until(() => notes.tools.value.length === 1, 'the choice arrives');
  assert.equal(core.server('notes'), notes);
  assert.equal(stateOf(core, 'notes'), 'connected');
  assert.equal(notes.readStatistics().connects, 1);
});

test(`with discovery turned off a connect lists no tools, and a user can still list them${proves('R82', 'R165')}`, async () => {
  await using subject = await running({ ...stdio(notesServer), autoDiscover: false });
  const { core, ports, notes } = subject;
  const registered = () => core.tools.tools.value.filter(({ server }) => server === 'notes').length;
  assert.equal(stateOf(core, 'notes'), 'connected');
  assert.equal(notes.readStatistics().connects, 1);
  assert.deepEqual([notes.listedTools.value.length, registered()], [0, 0]);
  await notes.refreshTools();
  assert.equal(registered(), 2);
  ports.edit('.vscode/mcp.json', config(['notes', { ...stdio(notesServer), autoDiscover: false, disabled: true }]));
  await until(() => registered() === 0, 'its tools are gone');
});

const isListRequest = ({ kind, method }: TrafficRow): boolean => kind === 'request' && method === 'tools/list';

/** Facts need hardly anything of the window. */
const noShell = { unseenByAgents: () => [] } as Partial<PageShell> as PageShell;

test(`opening the Inspector on a server lists its tools where discovery is turned off, and only there${proves('R82')}`, async () => {
  const openFacts = async (entry: object): Promise<[number, number]> => {
    await using subject = await running(entry);
    const { core, ports, notes } = subject;
    const roots = new RootsStore({ store: ports.store, scope: () => '', window: () => [] });
    const requested = () => core.traffic.recent(0, 1_000).rows.filter(isListRequest).length;
    const before = requested();
    const handlers = browseHandlers(core, roots, noShell);
    for (let times = 0; times < 2; times++)
      await handlers['browse/facts']({ server: 'notes' }, new AbortController().signal);
    roots.dispose();
    return [names(notes.listedTools.value).length, requested() - before];
  };
  assert.deepEqual(await openFacts({ ...stdio(notesServer), autoDiscover: false }), [2, 1]);
  assert.deepEqual(await openFacts(stdio(notesServer)), [2, 0]);
});

test('an entry that moves to another file unchanged keeps running, and shows its new file', async () => {
  await using subject = await running();
  const { core, ports, notes } = subject;
  ports.edit('.mcp.json', JSON.stringify({ mcpServers: { notes: stdio(notesServer) } }));
  ports.edit('.vscode/mcp.json', config());
  await until(() => core.snapshot.value.servers[1]?.source === '.mcp.json', 'the move is seen');
  assert.equal(core.server('notes'), notes);
  assert.equal(stateOf(core, 'notes'), 'connected');
});

test('an entry that becomes disabled is stopped, and started again only after it is not', async () => {
  await using subject = await running();
  const { core, ports, notes } = subject;
  ports.edit('.vscode/mcp.json', config(['notes', { ...stdio(notesServer), disabled: true }]));
  await until(() => stateOf(core, 'notes') === 'disconnected', 'it is stopped');
  assert.equal(core.snapshot.value.servers[1]?.stateText, 'Disabled in the configuration');
  assert.deepEqual(
    core.tools.tools.value.filter(({ server }) => server === 'notes'),
    [],
  );
  await assert.rejects(notes.start(), { code: 'config/invalid' });
  ports.edit('.vscode/mcp.json', config(['notes', stdio(notesServer)]));
  await until(() => core.snapshot.value.servers[1]?.stateText === 'Not started', 'it is enabled');
  await notes.start();
  assert.equal(stateOf(core, 'notes'), 'connected');
});

test('a tool that its entry excludes is not listed, not registered and cannot be called in any way', async () => {
  await using subject = await running({ ...stdio(notesServer), disabledTools: ['add_*', 'no_such_tool'] });
  const { core, notes } = subject;
  const hidden = names(notes.listedTools.value).find((name) => name.startsWith('add_'));
  assert.ok(hidden !== undefined);
  assert.equal(names(notes.tools.value).includes(hidden), false);
  assert.equal(
    core.tools.tools.value.find(({ displayName }) => displayName === `mcp:notes:${hidden}`),
    undefined,
  );
  await assert.rejects(notes.callTool(hidden, {}), { code: 'tool/unknown', message: `Unknown tool: ${hidden}` });
  await assert.rejects(notes.request('tools/call', { name: hidden, arguments: {} }), { code: 'tool/unknown' });
  assert.match(notes.problems.value.join(), /"no_such_tool" that the server does not list/);
  assert.equal(core.snapshot.value.servers[1]?.hiddenTools, 1);
});

test('changed settings of the servers apply to a running one', async () => {
  await using subject = await running({ command: process.execPath, args: [silentCall] });
  const { core, notes } = subject;
  await core.adjust({ ...readSettings(() => undefined), 'servers.callTimeoutSeconds': 0.3 });
  assert.equal(stateOf(core, 'notes'), 'connected');
  await assert.rejects(notes.callTool('never', {}), { code: 'timeout' });
  assert.equal(core.server('notes'), notes);
});

test(`a tool has a timeout of its own, which a change of its entry moves without a restart${proves('C16')}`, async () => {
  const entry = { command: process.execPath, args: [silentCall] };
  await using subject = await running({ ...entry, toolTimeoutsMs: { never: 300 } });
  const { ports, notes } = subject;
  await assert.rejects(notes.callTool('never', {}), { code: 'timeout', message: /never timed out after 0\.3s/ });
  await assert.rejects(notes.request('tools/call', { name: 'never', arguments: {} }), { code: 'timeout' });
  const changed = { ...entry, toolTimeoutsMs: { never: 200 }, disabledTools: ['cancelled'] };
  ports.edit('.vscode/mcp.json', config(['notes', changed]));
  await until(() => notes.tools.value.length === 2, 'the change is read');
  await assert.rejects(notes.callTool('never', {}), { code: 'timeout', message: /timed out after 0\.2s/ });
  assert.equal(textOf(await notes.callTool('slow', {})), 'slow but sure');
  assert.equal(notes.readStatistics().connects, 1);
});

test(`the longest time of a call is a setting, and progress does not move it${proves('C16')}`, async () => {
  await using subject = await running({ command: process.execPath, args: [silentCall] });
  const { core, notes } = subject;
  const settings = { ...readSettings(() => undefined), 'servers.callTimeoutSeconds': 0.35 };
  await core.adjust({ ...settings, 'servers.maxCallSeconds': 0.4 });
  await assert.rejects(notes.callTool('slow', {}), { code: 'timeout', message: /timed out after 0\.4s/ });
});

test(`the number of servers that run at once is a setting, and the refusal names it${proves('R92')}`, async () => {
  await using subject = await open(config(['one', stdio(notesServer)], ['two', stdio(notesServer)]));
  const { core, ports } = subject;
  ports.answer = 'Approve';
  for (const id of ['one', 'two']) await core.approve(id);
  const settings = readSettings(() => undefined);
  await core.adjust({ ...settings, 'servers.maxRunning': 1 });
  await core.server('one').start();
  await assert.rejects(core.server('two').start(), {
    code: 'limit/too-many-servers',
    hint: 'Stop a server that you do not need, or raise the setting "mcpSwitchboard.servers.maxRunning".',
  });
  await core.adjust({ ...settings, 'servers.maxRunning': 2 });
  await core.server('two').start();
  assert.equal(stateOf(core, 'two'), 'connected');
});

test('after a reset of its data a server needs its approval and inputs again', async () => {
  const env = { TOKEN: '${input:token}' };
  const inputs = [{ id: 'token', type: 'promptString', description: 'A token', password: true }];
  await using subject = await open({ servers: { notes: { ...stdio(notesServer), env } }, inputs });
  const { core, ports } = subject;
  ports.answer = 'Approve'; // of the dialog, and the value of the token
  await core.approve('notes');
  await core.server('notes').start();
  ports.answer = undefined;
  await core.reset('notes', ['pins']);
  await core.server('notes').start(); // the value is still known
  await core.reset('notes', ['inputs']);
  await assert.rejects(core.server('notes').start(), { code: 'cancelled' });
  await core.reset('notes', ['approval']);
  await until(() => stateOf(core, 'notes') === 'pending new', 'it waits for approval again');
});

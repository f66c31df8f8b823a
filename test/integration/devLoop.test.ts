// A server under development: its file changes while it runs, is called and is listed by agents.
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { RestartReport } from '../../src/core/app/devLoop/devLoop.ts';
import { open, stateOf } from '../support/coreFixture.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { projectRoot } from '../support/sources.ts';
import { until } from '../support/until.ts';

failOnLeaks();

const mini = pathToFileURL(path.join(projectRoot, 'test/fixtures/bad-servers/miniServer.mjs')).href;

/** `wait` does not answer until `release` is called. */
const source = (...descriptions: string[]): string => `
import { serve } from ${JSON.stringify(mini)};
const tools = ${JSON.stringify(
  descriptions.map((description, at) => ({ name: `tool${at}`, description, inputSchema: { type: 'object' } })),
)};
let held;
serve({
  'tools/list': () => ({ tools }),
  'tools/call': ({ name }) => name === 'tool0' ? new Promise((resolve) => (held = resolve)) : (held?.({ content: [] }), { content: [] }),
});
`;

async function running(dev: object = { watch: '*.mjs' }) {
  const server = { command: process.execPath, args: ['server.mjs'], cwd: '${workspaceFolder}', dev };
  const subject = await open({ servers: { mine: server } });
  const { core, ports } = subject;
  ports.edit('server.mjs', source('One', 'Two'));
  ports.answer = 'Approve';
  await core.approve('mine');
  await core.server('mine').start();
  const save = async (text: string): Promise<RestartReport> => {
    const before = core.devLoop.reports.value.get('mine');
    ports.edit('server.mjs', text);
    core.devLoop.changed('mine');
    return until(() => {
      const now = core.devLoop.reports.value.get('mine');
      return now !== before && now;
    }, 'the report of the restart');
  };
  return { ...subject, mine: core.server('mine'), save };
}

test('a save restarts a running server, lists its tools again and tells the difference', async () => {
  await using subject = await running();
  const { mine, save, core } = subject;
  const listed = core.tools.tools;
  const counts = new Set<number>();
  const stop = listed.subscribe((tools) => void counts.add(tools.filter(({ server }) => server === 'mine').length));
  const { summary, before, after } = await save(source('Other', 'Two', 'Three'));
  stop();
  assert.equal(summary, 'Tools: 1 changed, 1 added');
  assert.deepEqual([before?.tools['tool0']?.['description'], after?.tools['tool0']?.['description']], ['One', 'Other']);
  assert.equal(mine.tools.value.length, 3);
  assert.ok(!counts.has(0), 'agents never see an empty list; what has changed is held back, as always');
  assert.equal((await save(source('Other', 'Two', 'Three'))).summary, 'Restarted, no changes');
});

test('a server with a syntax error keeps what it offered, and the next save mends it', async () => {
  await using subject = await running();
  const { mine, save, core } = subject;
  const { fault, summary: stale } = await save('this is no JavaScript');
  assert.equal(fault?.code, 'server/exited');
  assert.match(stale, /; what it offered before is out of date$/);
  assert.equal(stateOf(core, 'mine'), 'error');
  assert.equal(mine.tools.value.length, 2);
  const viewOf = () => core.snapshot.value.servers.find(({ id }) => id === 'mine');
  assert.equal(viewOf()?.outOfDate, fault.message);
  const { summary } = await save(source('One'));
  assert.equal(viewOf()?.outOfDate, undefined);
  assert.equal(summary, 'Tools: 1 removed');
  assert.equal(stateOf(core, 'mine'), 'connected');
});

test('a call in flight may end before the restart, and a call that comes meanwhile waits for it', async () => {
  await using subject = await running();
  const { mine, save } = subject;
  const held = mine.callTool('tool0', {});
  await until(() => mine.process, 'it runs');
  const saved = save(source('One', 'Two', 'Three'));
  await mine.callTool('tool1', {}); // lets the first one end
  assert.deepEqual((await held).content, []);
  await saved;
  assert.equal(mine.tools.value.length, 3);
});

test('a call that does not end is cancelled with the reason', async () => {
  await using subject = await running();
  const { mine, save } = subject;
  const held = assert.rejects(mine.callTool('tool0', {}), /The server was restarted while the call was running/);
  await save(source('One'));
  await held;
});

test('a stopped server is not started by a save', async () => {
  await using subject = await running();
  const { mine, core } = subject;
  await mine.stop();
  core.devLoop.changed('mine');
  assert.equal(stateOf(core, 'mine'), 'disconnected');
  assert.equal(core.devLoop.reports.value.size, 0);
});

test('the build runs first, and a build that fails leaves the server as it is', async () => {
  const build = [
    process.execPath,
    '-e',
    "require('fs').writeFileSync('built', ''); console.log('so it goes'); process.exitCode = Number(require('fs').existsSync('bad'))",
  ];
  await using subject = await running({ build });
  const { mine, ports, save, core } = subject;
  const { pid } = mine.process!;
  ports.edit('bad', '');
  const { fault } = await save(source('One'));
  assert.equal(fault?.code, 'server/build-failed');
  assert.equal(mine.process?.pid, pid);
  const viewOf = () => core.snapshot.value.servers.find(({ id }) => id === 'mine');
  assert.match(viewOf()?.outOfDate ?? '', /the server was not restarted$/);
  await mine.restart(); // by hand: it is what the files say
  assert.equal(viewOf()?.outOfDate, undefined);
  assert.ok(core.log('mine').lines.some(({ text }) => text.includes('so it goes')));
});

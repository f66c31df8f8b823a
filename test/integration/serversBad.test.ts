import { proves } from '../requirements.ts';
// Each line of "Bad input" of the client's contract: the window never freezes, and the cause is named.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { effect } from '@preact/signals-core';
import { fileURLToPath } from 'node:url';
import { Fault } from '../../src/base/fault.ts';
import type { ElicitResponse, ElicitRequest } from '../../src/core/servers/model/clientRequests.ts';
import { ConnectionPool } from '../../src/core/servers/connection/connectionPool.ts';
import { endOrphans } from '../../src/core/process/orphans.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { until } from '../support/until.ts';
import { type Recorder, bad, isAlive, manage, stateOf, textOf } from './serversSupport.ts';

failOnLeaks();

async function faultOf(work: Promise<unknown>): Promise<Fault> {
  try {
    await work;
  } catch (error) {
    assert.ok(error instanceof Fault, String(error));
    return error;
  }
  throw new Error('It did not fail');
}

/** How often the event loop came round to a timer of ours while `work` ran: nothing kept it to itself. */
async function timersDuring(work: () => Promise<unknown>): Promise<number> {
  let rounds = 0;
  const timer = setInterval(() => rounds++, 1);
  await work().finally(() => clearInterval(timer));
  return rounds;
}

test(`a server that exits at once is an error with its exit code and its last output${proves('R76', 'R89')}`, async () => {
  await using subject = manage(bad('exits'));
  const fault = await faultOf(subject.server.start());
  assert.equal(fault.code, 'server/exited');
  assert.match(fault.message, /exited with code 3/);
  assert.match(stateOf(subject.server, 'error').stderrTail, /the database at \/var\/db is locked/);
  assert.equal(fault.data?.['exitCode'], 3);
  assert.ok(fault.hint);
});

test('a command that does not exist names the PATH of its entry and what to install', async () => {
  await using subject = manage({
    kind: 'stdio',
    command: 'npx-that-is-not-there',
    args: [],
    env: { PATH: '/nowhere' },
  });
  const fault = await faultOf(subject.server.start());
  assert.equal(fault.code, 'server/spawn-failed');
  assert.match(fault.message, /command not found/);
  assert.match(fault.hint ?? '', /Remove PATH from "env".*Install npx-that-is-not-there/);
});

test('a missing working folder is not taken for a missing command', async () => {
  await using subject = manage({ ...bad('noise'), cwd: '/no/such/folder' });
  const fault = await faultOf(subject.server.start());
  assert.match(fault.message, /working folder does not exist/);
});

test('a server that prints its usage, or serves HTTP instead, is reported as such', async () => {
  await using usage = manage(bad('usage'));
  assert.match((await faultOf(usage.server.start())).hint ?? '', /required argument: directory/);
  await using elsewhere = manage(bad('elsewhere'), { connectTimeoutMs: 1_500, probeTimeoutMs: 500 });
  assert.match((await faultOf(elsewhere.server.start())).hint ?? '', /http:\/\/localhost:39999\/mcp/);
});

test(`noise on stdout is kept as noise, and calls still work${proves('R168')}`, async () => {
  await using subject = manage(bad('noise'));
  assert.equal(textOf(await subject.server.callTool('echo', {})), 'clear');
  const noise = subject.taps.texts('noise');
  assert.ok(noise.some((line) => line.includes('Welcome to the noisy server')));
  assert.ok(noise.some((line) => line.includes('a log line that is JSON')));
  assert.equal(subject.taps.texts('malformed').length, 2, 'half a message and a wrong version are malformed');
});

test('a server that never responds fails after the connect timeout, and its process is gone', async () => {
  await using subject = manage(bad('silent'), { connectTimeoutMs: 1_500, probeTimeoutMs: 400 });
  const fault = await faultOf(subject.server.start());
  assert.equal(fault.code, 'timeout');
  assert.match(fault.message, /did not respond/);
  assert.ok(subject.taps.texts('state').some((row) => row.startsWith('process ended')));
});

test(`a call without a response times out, is cancelled at the server, and others continue${proves('R79', 'R87', 'R99')}`, async () => {
  await using subject = manage(bad('silentCall'), { callTimeoutMs: 400 });
  const fault = await faultOf(subject.server.callTool('never', {}));
  assert.equal(fault.code, 'timeout');
  assert.match(fault.message, /never timed out after 0\.4s/);
  assert.equal(textOf(await subject.server.callTool('cancelled', {})), '1');
});

test(`progress resets the call timeout, and every step arrives${proves('C16')}`, async () => {
  await using subject = manage(bad('silentCall'), { callTimeoutMs: 500 });
  const steps: number[] = [];
  const result = await subject.server.callTool('slow', {}, { onProgress: ({ progress }) => steps.push(progress) });
  assert.equal(textOf(result), 'slow but sure');
  assert.deepEqual(steps, [1, 2, 3, 4]);
});

test(`the absolute cap ends a call that only ever makes progress${proves('C16')}`, async () => {
  await using subject = manage(bad('silentCall'), { callTimeoutMs: 200, callCapMs: 350 });
  await subject.server.start();
  const fault = await faultOf(subject.server.callTool('slow', {}));
  assert.match(fault.message, /timed out after 0\.35s/);
});

test('a cancelled call is cancelled at the server and frees its slot', async () => {
  await using subject = manage(bad('silentCall'), { maxConcurrentCalls: 1 });
  await subject.server.start();
  const cancel = new AbortController();
  const call = faultOf(subject.server.callTool('never', {}, { signal: cancel.signal }));
  await until(() => subject.taps.sent().includes('tools/call'), 'the call');
  cancel.abort();
  assert.equal((await call).code, 'cancelled');
  assert.equal(textOf(await subject.server.callTool('cancelled', {})), '1');
});

test("the time in the queue is part of a call's time-out", async () => {
  await using subject = manage(bad('silentCall'), { maxConcurrentCalls: 1 });
  await subject.server.start();
  const cancel = new AbortController();
  const first = faultOf(subject.server.callTool('never', {}, { signal: cancel.signal }));
  await until(() => subject.taps.sent().includes('tools/call'), 'the call');
  const second = await faultOf(subject.server.callTool('echo', {}, { timeoutMs: 200 }));
  assert.equal(second.code, 'timeout');
  assert.equal(second.message, 'A call in the queue timed out after 0.2s');
  cancel.abort();
  assert.equal((await first).code, 'cancelled');
});

test('a response with a wrong id is named in the timeout that follows', async () => {
  await using subject = manage(bad('wrongId'), { callTimeoutMs: 2_000 });
  const fault = await faultOf(subject.server.callTool('echo', {}));
  assert.equal(fault.code, 'timeout');
  assert.match(fault.hint ?? '', /IDs of no request/);
  assert.ok(subject.taps.texts('malformed').some((row) => row.includes('nobody waits for')));
});

test(`a message of 1 GB is dropped as it arrives: the call fails by name, memory stays, the connection too${proves('R99')}`, async () => {
  await using subject = manage(bad('huge'), { callTimeoutMs: 120_000 });
  await subject.server.start();
  const before = process.memoryUsage().rss;
  let peak = 0;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20);
  const rounds = await timersDuring(async () => {
    const fault = await faultOf(subject.server.callTool('huge', { megabytes: 1024 }));
    assert.equal(fault.code, 'limit/message-too-large');
  });
  clearInterval(watch);
  assert.ok(peak - before < 300 * 1024 * 1024, `memory grew by ${Math.round((peak - before) / 1024 / 1024)} MB`);
  assert.ok(rounds > 20, `the event loop came round ${rounds} times only`);
  assert.equal(textOf(await subject.server.callTool('small', {})), 'small');
  const first = await faultOf(subject.server.callTool('huge', { megabytes: 65, idFirst: true }));
  assert.equal(first.code, 'limit/message-too-large');
});

test('a flood of notifications does not freeze the window, and a call still gets through', async () => {
  await using subject = manage(bad('flood'));
  await subject.server.callTool('start', {});
  const rounds = await timersDuring(async () => {
    await until(() => subject.taps.rows.length > 20_000, '20,000 notifications');
    assert.equal(textOf(await subject.server.callTool('stop', {})), 'stop');
  });
  assert.ok(rounds > 20, `the event loop came round ${rounds} times only`);
});

test(`a server that ignores EOF and SIGTERM is killed after its grace${proves('R76', 'R96')}`, async () => {
  await using subject = manage(bad('stubborn'));
  await subject.server.start();
  await subject.server.stop();
  assert.deepEqual(subject.server.state.value, { kind: 'disconnected', reason: 'stopped' });
  assert.ok(subject.taps.texts('state').includes('process ended by SIGKILL'));
});

test(
  'children of a server end with it: in its group, out of it, and behind a shell',
  { skip: process.platform === 'win32' },
  async () => {
    await using subject = manage(bad('forks'));
    const pids = JSON.parse(textOf(await subject.server.callTool('children', {}))) as number[];
    assert.equal(pids.length, 4);
    assert.ok(pids.every(isAlive));
    await subject.server.stop();
    await until(() => !pids.some(isAlive), 'all children are gone');
  },
);

test(
  'children of a server that crashed end too, although they have no parent any more',
  { skip: process.platform !== 'linux' },
  async () => {
    await using subject = manage(bad('forks', 'crash'), { reconnectAttempts: 0 });
    const pids = JSON.parse(textOf(await subject.server.callTool('children', {}))) as number[];
    await until(() => subject.server.state.value.kind === 'error', 'the loss is noticed');
    await until(() => !pids.some(isAlive), 'all children are gone');
  },
);

test('a crash is noticed although a child still holds the pipes', { skip: process.platform === 'win32' }, async () => {
  await using subject = manage(bad('forks', 'crash'), { reconnectAttempts: 0 });
  await subject.server.start();
  await until(() => subject.server.state.value.kind === 'error', 'the loss is noticed');
  assert.match(stateOf(subject.server, 'error').fault.message, /exited with code 7/);
});

test('a server that changes its tools all the time is listed again at a limited rate', async () => {
  await using subject = manage(bad('changing', '40'));
  await subject.server.start();
  const lists = (): number => subject.taps.sent().filter((method) => method === 'tools/list').length;
  const changes = (): number =>
    subject.taps.rows.filter(({ message }) => message?.['method'] === 'notifications/tools/list_changed').length;
  const before = lists();
  await until(() => changes() >= 60 && lists() > before, '60 changes, and a list that was read again');
  assert.ok((lists() - before) * 5 <= changes(), `${lists() - before} lists for ${changes()} changes`);
  await using slow = manage(bad('changing', '1000'));
  await slow.server.start();
  await until(() => slow.server.tools.value.some(({ name }) => name === 'tool_2'), 'the second generation');
});

test(`one bad tool does not stop the rest, and pages without end are cut${proves('R82', 'R155')}`, async () => {
  await using subject = manage(bad('badTools'), { maxPages: 5 });
  await subject.server.start();
  assert.deepEqual(
    subject.server.tools.value.map(({ name }) => name),
    ['first', 'second', 'page_2', 'page_3', 'page_4'],
  );
  const problems = subject.server.problems.value.join('\n');
  for (const part of ['no name', 'not an object', 'used twice', 'more than 5 pages'])
    assert.match(problems, new RegExp(part));
  await using loop = manage(bad('badTools', 'loop'));
  await loop.server.start();
  assert.match(loop.server.problems.value.join('\n'), /repeat themselves/);
});

test('a server that exits on the era probe is started once more without it', async () => {
  await using subject = manage(bad('exitsOnProbe'));
  await subject.server.start();
  assert.equal(stateOf(subject.server, 'connected').info.era, 'legacy');
});

test('a server that does not respond to the era probe is treated as legacy after a while', async () => {
  await using subject = manage(bad('dumbProbe'), { probeTimeoutMs: 300 });
  await subject.server.start();
  assert.equal(stateOf(subject.server, 'connected').info.era, 'legacy');
});

test('stderr is always read, and its last 32 KiB are kept', async () => {
  await using subject = manage(bad('chatty'), { callTimeoutMs: 10_000 });
  assert.equal(textOf(await subject.server.callTool('echo', {})), 'written');
  await until(() => subject.taps.texts('stderr').join('\n').includes('line 3999'), 'the last line');
});

test(`the child gets a minimal environment and what the entry declares, no secrets and no open files of ours${proves('R168')}`, async () => {
  process.env['SWITCHBOARD_TEST_TOKEN'] = 'secret';
  process.env['SWITCHBOARD_TEST_PLAIN'] = 'plain';
  const launch = bad('environment', 'a b', '$HOME', '; echo');
  await using subject = manage({ ...launch, env: { DECLARED: '1', LANG: null }, cwd: '/' });
  const ours = fileURLToPath(import.meta.url);
  const open = openSync(ours, 'r');
  const seen = JSON.parse(textOf(await subject.server.callTool('echo', {}))) as {
    env: Record<string, string>;
    cwd: string;
    argv: string[];
    files: string[];
  };
  closeSync(open);
  delete process.env['SWITCHBOARD_TEST_TOKEN'];
  delete process.env['SWITCHBOARD_TEST_PLAIN'];
  assert.equal(seen.env['DECLARED'], '1');
  assert.ok(seen.env['PATH'] && seen.env['HOME']);
  for (const name of ['SWITCHBOARD_TEST_TOKEN', 'SWITCHBOARD_TEST_PLAIN', 'LANG']) assert.ok(!(name in seen.env), name);
  assert.deepEqual(seen.argv, ['a b', '$HOME', '; echo'], 'no shell touched the arguments');
  assert.equal(seen.cwd, '/');
  assert.ok(!seen.files.includes(ours), 'no file that we have open');
});

test(
  'an orphan of a host that was killed is ended by the next one',
  { skip: process.platform !== 'linux' },
  async () => {
    const host = spawn(process.execPath, [fileURLToPath(new URL('../fixtures/bad-servers/host.ts', import.meta.url))]);
    await once(host.stdout, 'data');
    const children = readFileSync(`/proc/${host.pid}/task/${host.pid}/children`, 'utf8');
    const orphan = Number(children.trim().split(' ')[0]);
    host.kill('SIGKILL');
    await once(host, 'exit');
    assert.ok(isAlive(orphan), 'it ignores the end of its stdin');
    assert.ok((await endOrphans()) >= 1);
    await until(() => !isAlive(orphan), 'the orphan is gone');
  },
);

test('a call that needs a URL elicitation first is repeated after it', async () => {
  const asked: string[] = [];
  const elicit = async (request: ElicitRequest): Promise<ElicitResponse> => {
    asked.push(request.mode === 'url' ? request.url : '');
    return { action: 'accept' };
  };
  await using subject = manage(bad('elicitsUrl'), {}, { clientRequests: { elicit } });
  assert.equal(textOf(await subject.server.callTool('guarded', {})), 'granted');
  assert.deepEqual(asked, ['https://example.org/allow']);
  await assert.rejects(subject.server.callTool('insatiable', {}), { code: 'server/call-failed' });
  assert.equal(asked.length, 4, 'three times at most');
  await using refused = manage(
    bad('elicitsUrl'),
    {},
    { clientRequests: { elicit: async () => ({ action: 'decline' }) } },
  );
  await assert.rejects(refused.server.callTool('guarded', {}), { code: 'cancelled' });
});

test(`no more servers run at once than the pool has slots, and a stop frees one${proves('R92', 'R99', 'R127')}`, async () => {
  const pool = new ConnectionPool(2);
  await using first = manage(bad('crashes'), {}, { id: 'first', pool });
  await using second = manage(bad('crashes'), {}, { id: 'second', pool });
  await using third = manage(bad('crashes'), {}, { id: 'third', pool });
  await Promise.all([first.server.start(), second.server.start()]);
  await assert.rejects(third.server.start(), { code: 'limit/too-many-servers' });
  await first.server.stop();
  await third.server.start();
  assert.equal(pool.running, 2);
  await using failing = manage(bad('exits'), {}, { pool: new ConnectionPool(1), id: 'failing' });
  for (let round = 0; round < 2; round++) await assert.rejects(failing.server.start(), { code: 'server/exited' });
});

for (const depth of [100, 2_000, 5_000])
  test(`a start that fails or succeeds with a schema ${depth} levels deep leaves no process after dispose`, async () => {
    const pid = (rows: Recorder): number => Number(/pid (\d+)/.exec(rows.texts('stderr').join('\n'))?.[1]);
    const subject = manage(bad('deepSchema', String(depth)));
    const outcome = await subject.server.start().then(
      () => 'started',
      (error: Fault) => error.code,
    );
    const number = await until(() => pid(subject.taps), 'its number');
    if (outcome !== 'started') await until(() => !isAlive(number), 'a start that failed has ended its process');
    await subject.server.dispose();
    assert.ok(!isAlive(number));
  });

test('a start that fails when the tools are taken over leaves no process, and frees its place', async () => {
  const pool = new ConnectionPool(1);
  await using subject = manage(bad('deepSchema', '1'), {}, { pool });
  const stop = effect(() => {
    if (subject.server.listedTools.value.length > 0) throw new Error('cannot be shown');
  });
  await assert.rejects(subject.server.start(), /cannot be shown/);
  const number = Number(/pid (\d+)/.exec(subject.taps.texts('stderr').join('\n'))?.[1]);
  await until(() => !isAlive(number), 'its process has ended');
  assert.equal(pool.running, 0);
  stop();
});

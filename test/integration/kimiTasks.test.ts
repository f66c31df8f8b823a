import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { type KimiFixture, fakeKimiPath, isAlive, makeKimiFixture } from '../fixtures/kimi/kimiFixture.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { until } from '../support/until.ts';

// A client of 2026-07-28 that knows tasks: each message is what is written here.
const cli = join(import.meta.dirname, '../../src/cli/main.ts');
const tasks = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
let fixture: KimiFixture;
let server: ChildProcess;
let output = '';
let lastId = 0;

interface Answer {
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly data?: unknown };
}

beforeEach(async () => {
  fixture = await makeKimiFixture();
  output = '';
  const env = { ...(fixture.env as Record<string, string>), KIMI_MCP_PATH: fakeKimiPath };
  const args = [cli, 'serve', '--profile', 'kimi'];
  server = spawn(process.execPath, args, { cwd: fixture.workspace, env, stdio: ['pipe', 'pipe', 'ignore'] });
  server.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text));
});
afterEach(async () => {
  server.kill('SIGKILL');
  await fixture.close();
});
failOnLeaks();

async function send(method: string, params: object, capabilities: object = tasks): Promise<Answer> {
  const id = ++lastId;
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
  server.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...params, _meta } })}\n`);
  const mine = (): string | undefined => output.split('\n').find((line) => line.includes(`"id":${id},`));
  await until(() => mine() !== undefined, `an answer to ${method}`);
  return JSON.parse(mine()!) as Answer;
}

async function getTask(taskId: unknown): Promise<NonNullable<Answer['result']>> {
  return (await send('tasks/get', { taskId })).result ?? {};
}

async function untilStatus(taskId: unknown, status: string): Promise<NonNullable<Answer['result']>> {
  let task: NonNullable<Answer['result']> = {};
  await until(async () => (task = await getTask(taskId))['status'] === status, status);
  return task;
}

const analysis = { name: 'kimi_analyze', arguments: { prompt: 'Fine?' } };

test('a run is answered at once with a task, which tells what Kimi does and then has its answer', async () => {
  fixture.script([{ call: ['Read', { path: 'a.ts' }] }, { meet: ['met', 2] }, { say: 'It is fine.' }]);
  const { result: created } = await send('tools/call', analysis);
  assert.deepEqual([created?.['resultType'], created?.['status']], ['task', 'working']);
  assert.ok(!('content' in created!));
  await until(async () => (await getTask(created!['taskId']))['statusMessage'] === 'Read a.ts', 'what Kimi does');
  await fixture.write('met/us', '');
  const { result } = await untilStatus(created!['taskId'], 'completed');
  assert.deepEqual((result as { content: unknown }).content, [{ type: 'text', text: 'It is fine.' }]);
});

test('a task that is cancelled ends Kimi', async () => {
  fixture.script([{ hang: true }]);
  const { result: created } = await send('tools/call', analysis);
  await until(() => fixture.runs().length > 0, 'Kimi runs');
  assert.equal((await send('tasks/cancel', { taskId: created!['taskId'] })).result?.['resultType'], 'complete');
  await until(() => !isAlive(fixture.runs()[0]!.pid), 'Kimi is gone');
  assert.equal((await getTask(created!['taskId']))['status'], 'cancelled');
});

test('what can be refused or asked is so before there is a task', async () => {
  const missing = await send('tools/call', { name: 'kimi_analyze', arguments: {} });
  assert.deepEqual([missing.result?.['resultType'], missing.result?.['isError']], ['complete', true]);
  const change = { name: 'kimi_implement', arguments: { prompt: 'Do it' } };
  const asked = await send('tools/call', change, { ...tasks, elicitation: {} });
  assert.equal(asked.result?.['resultType'], 'input_required');
  const [key = ''] = Object.keys(asked.result?.['inputRequests'] ?? {});
  fixture.script([{ say: 'Done.' }]);
  const inputResponses = { [key]: { action: 'accept', content: { confirm: true } } };
  const answered = { ...change, inputResponses, requestState: asked.result?.['requestState'] };
  const { result: created } = await send('tools/call', answered, { ...tasks, elicitation: {} });
  assert.equal(created?.['resultType'], 'task');
  await untilStatus(created!['taskId'], 'completed');
});

test('a client that does not know tasks gets the answer of Kimi, and no task', async () => {
  fixture.script([{ say: 'It is fine.' }]);
  assert.equal((await send('tools/call', analysis, {})).result?.['resultType'], 'complete');
  const { error } = await send('tasks/get', { taskId: 'any' }, {});
  assert.equal(error?.code, -32_021);
  assert.deepEqual(error?.data, { requiredCapabilities: tasks });
});

test('Kimi does not outlive the server, also as a task', async () => {
  fixture.script([{ hang: true }]);
  await send('tools/call', analysis);
  await until(() => fixture.runs().length > 0, 'Kimi runs');
  server.stdin?.end();
  await until(() => !isAlive(fixture.runs()[0]!.pid), 'Kimi is gone');
});

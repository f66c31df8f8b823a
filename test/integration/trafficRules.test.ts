import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Fault } from '../../src/base/fault.ts';
import { systemClock } from '../../src/core/ports/ports.ts';
import { createManagedServer } from '../../src/core/servers/managedServer.ts';
import type { ManagedServer } from '../../src/core/servers/model/server.ts';
import { writeRecording } from '../../src/core/traffic/recording/recordingWriter.ts';
import { InterceptionRules } from '../../src/core/traffic/interception/interceptionRules.ts';
import { TrafficLog } from '../../src/core/traffic/log/trafficLog.ts';
import { Redactor } from '../../src/core/trust/redaction/redact.ts';
import { until } from '../support/until.ts';
import { failOnLeaks } from '../support/leaks.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'rules-'));
const log = new TrafficLog({ rows: 10_000, bytes: 10_000_000 }, systemClock, new Redactor());
const rules = new InterceptionRules(systemClock, new Redactor());
let server: ManagedServer;

before(async () => {
  const script = fileURLToPath(new URL('serversBenchServer.mjs', import.meta.url));
  server = createManagedServer({
    id: 'echo',
    label: 'echo',
    source: 'test',
    transport: 'stdio',
    launch: { kind: 'stdio', command: process.execPath, args: [script], env: {} },
    tap: {
      open: (id) => {
        const tap = log.open(id);
        tap.interception = rules.forServer(id, tap);
        return tap;
      },
    },
    limits: { callTimeoutMs: 1_000 },
  });
  await server.start();
});

after(async () => {
  await server.dispose();
  rules.dispose();
  rmSync(folder, { recursive: true, force: true });
});
failOnLeaks();

const echo = async (value: unknown): Promise<unknown> => {
  const { content } = await server.callTool('echo', { value });
  return (JSON.parse((content[0] as { text: string }).text) as { value: unknown }).value;
};

async function held(nth = 0): Promise<number> {
  return (await until(() => rules.snapshot.value.held[nth], 'a held call')).id;
}

function lastStates(): readonly string[] {
  return log.recent(0, 10_000).rows.flatMap(({ kind, preview }) => (kind === 'state' ? [preview] : []));
}

test('a paused request waits beyond its time limit, and continues as edited', async () => {
  const { id } = await rules.add({ tool: 'echo', action: { kind: 'pause', on: 'request' } });
  const answer = echo('asked');
  const call = await held();
  const later = echo('begun later, and never sent');
  rules.release(await held(1), { how: 'drop' });
  await assert.rejects(later, (error) => Fault.is(error, 'timeout'));
  const message = JSON.parse(rules.heldText(call)) as { params: { arguments: { value: string } } };
  assert.equal(message.params.arguments.value, 'asked');
  message.params.arguments.value = 'edited';
  assert.throws(() => rules.release(call, { how: 'continue', text: '{' }), /Not valid JSON/);
  rules.release(call, { how: 'continue', text: JSON.stringify(message) });
  assert.equal(await answer, 'edited');
  assert.ok(lastStates().some((text) => text.includes('goes on, edited')));
  rules.remove(id);
  assert.equal(await echo('free'), 'free');
});

test('a paused response is edited before the caller gets it', async () => {
  const { id } = await rules.add({ server: 'echo', action: { kind: 'pause', on: 'response' } });
  const answer = echo(1);
  const call = await held();
  const message = JSON.parse(rules.heldText(call)) as { result: { content: { text: string }[] } };
  message.result.content[0]!.text = '{"value":2}';
  rules.release(call, { how: 'continue', text: JSON.stringify(message) });
  assert.equal(await answer, 2);
  rules.remove(id);
});

test('a paused call is shown without its secrets, and continues with them', async () => {
  const { id } = await rules.add({ action: { kind: 'pause', on: 'request' } });
  const answer = echo({ password: 'hunter2-secret', word: 'a' });
  const call = await held();
  const text = rules.heldText(call);
  assert.ok(!text.includes('hunter2'));
  rules.release(call, { how: 'continue', text: text.replace('"word": "a"', '"word": "b"') });
  assert.deepEqual(await answer, { password: 'hunter2-secret', word: 'b' });
  rules.remove(id);
});

test('a dropped request leaves the caller to its time limit', async () => {
  const { id } = await rules.add({ action: { kind: 'pause', on: 'request' } });
  const answer = echo(1);
  rules.release(await held(), { how: 'drop' });
  await assert.rejects(answer, (error) => Fault.is(error, 'timeout'));
  rules.remove(id);
});

for (const on of ['request', 'response'] as const)
  test(`a dropped ${on} takes the place of no other call, and gives back what it was lent`, async () => {
    server.adjust({ callTimeoutMs: 60_000, maxConcurrentCalls: 1 });
    const { id } = await rules.add({ action: { kind: 'pause', on } });
    for (let round = 0; round < 2; round++) {
      rules.enable(id, true);
      const abort = new AbortController();
      const lost = server.callTool('echo', { value: 1 }, { signal: abort.signal });
      rules.release(await held(), { how: 'drop' });
      rules.enable(id, false);
      assert.equal(await echo('beside it'), 'beside it');
      abort.abort();
      await assert.rejects(lost, (error) => Fault.is(error, 'cancelled'));
    }
    rules.enable(id, true);
    const one = echo('first');
    const other = echo('second');
    await held();
    assert.equal(rules.snapshot.value.held.length, 1, 'the second waits for its turn again');
    rules.enable(id, false);
    assert.deepEqual(await Promise.all([one, other]), ['first', 'second']);
    rules.remove(id);
    server.adjust({ callTimeoutMs: 1_000 });
  });

test('a raw message that is dropped takes the place of no other call either', async () => {
  server.adjust({ callTimeoutMs: 60_000, maxConcurrentCalls: 1 });
  const { id } = await rules.add({ method: 'tools/list', action: { kind: 'pause', on: 'request' } });
  const abort = new AbortController();
  const lost = server.sendTyped('{"jsonrpc":"2.0","id":77,"method":"tools/list"}', { signal: abort.signal });
  rules.release(await held(), { how: 'drop' });
  assert.equal(await echo('beside it'), 'beside it');
  abort.abort();
  await assert.rejects(lost, (error) => Fault.is(error, 'cancelled'));
  rules.remove(id);
  server.adjust({ callTimeoutMs: 1_000 });
});

test('the configured failure is returned, and the server is not called', async () => {
  const { id } = await rules.add({ tool: 'echo', action: { kind: 'fail', code: -32_050, message: 'out of paper' } });
  await assert.rejects(echo(1), /out of paper/);
  assert.equal(rules.snapshot.value.rules[0]?.hits, 1);
  rules.enable(id, false);
  assert.equal(await echo(1), 1);
  rules.clear();
});

test('a delay takes its time, and counts against the limit of the call', async () => {
  await rules.add({ tool: 'echo', action: { kind: 'delay', ms: 20 } });
  assert.equal(await echo(1), 1);
  rules.clear();
  await rules.add({ tool: 'echo', action: { kind: 'delay', ms: 60_000 } });
  await assert.rejects(echo(1), (error) => Fault.is(error, 'timeout'));
  rules.clear();
  await rules.add({ tool: 'other', action: { kind: 'fail', code: 1, message: 'not this one' } });
  assert.equal(await echo(1), 1);
  rules.clear();
});

test('a response comes from the recording where it has one, and from the server elsewhere', async () => {
  await echo('recorded');
  const file = path.join(folder, 'a.mcptrace');
  await writeRecording(log, file, { product: 'test', created: 0 });
  await rules.add({ action: { kind: 'answer', recording: file } });
  const before = lastStates().length;
  assert.equal(await echo('recorded'), 'recorded');
  assert.equal(await echo('new'), 'new');
  const [first, second] = lastStates().slice(before);
  assert.match(first ?? '', /answered from the recording/);
  assert.match(second ?? '', /no such call/);
  rules.clear();
});

test('an action that makes no sense is refused with a sentence', async () => {
  const bad = (action: unknown): Promise<unknown> => rules.add({ action: action as { kind: 'delay'; ms: number } });
  await assert.rejects(bad({ kind: 'delay', ms: -1 }), /milliseconds/);
  await assert.rejects(bad({ kind: 'fail', code: 'x' }), /integer code/);
  await assert.rejects(bad({ kind: 'answer', recording: path.join(folder, 'none') }), /cannot be opened/);
  assert.deepEqual(rules.snapshot.value.rules, []);
});

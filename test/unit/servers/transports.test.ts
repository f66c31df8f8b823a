import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client, InMemoryTransport, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/client';
import { type Tap, silentTap } from '../../../src/core/wire/tap.ts';
import { type Channel, Meter } from '../../../src/core/servers/transports/channel.ts';
import { childEnvironment, mergePaths } from '../../../src/core/process/childEnvironment.ts';
import { findOnPath } from '../../../src/core/process/findOnPath.ts';
import { defaultBudgets } from '../../../src/core/wire/budgets.ts';
import { MessageGate } from '../../../src/core/wire/messageGate.ts';
import { RpcError } from '../../../src/core/servers/transports/rawRequests.ts';
import { StderrReader } from '../../../src/core/process/stderrReader.ts';
import { TailText } from '../../../src/core/process/tailText.ts';
import { TappedTransport } from '../../../src/core/servers/transports/tappedTransport.ts';
import { proves } from '../../requirements.ts';

function linked(pipe = true): { tapped: TappedTransport; far: Transport; sent: JSONRPCMessage[]; rows: string[] } {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const sent: JSONRPCMessage[] = [];
  const rows: string[] = [];
  Object.assign(far, { onmessage: (message: JSONRPCMessage) => void sent.push(message) });
  const gate = new MessageGate(defaultBudgets, { slowed: () => {} });
  const channel: Channel = { kind: 'memory', transport: near, meter: new Meter(), gate, pipe, knowsSizes: false };
  const tap: Tap = {
    ...silentTap,
    frame: (direction, message) => rows.push(`${direction} ${String(message['method'] ?? message['id'])}`),
    malformed: (_, __, reason) => rows.push(reason),
  };
  return { tapped: new TappedTransport(channel, tap), far, sent, rows };
}

const never = new AbortController().signal;

test(`a raw request gets the response unchanged, or the whole error${proves('R79', 'R89')}`, async () => {
  const { tapped, far, sent } = linked();
  const call = tapped.raw.request('x/y', { a: 1 }, never, false);
  const { id } = sent[0] as { id: number };
  await far.send({ jsonrpc: '2.0', id, result: { odd: true, resultType: 'complete' } });
  assert.deepEqual(await call, { odd: true, resultType: 'complete' });
  const failing = tapped.raw.request('x/y', undefined, never, false);
  await far.send({
    jsonrpc: '2.0',
    id: (sent[1] as { id: number }).id,
    error: { code: -5, message: 'no', data: { why: 1 } },
  });
  await assert.rejects(
    failing,
    (error: RpcError) => error.code === -5 && error.message === 'no' && JSON.stringify(error.data) === '{"why":1}',
  );
});

test('a response whose id became a string still counts, and an unexpected one is reported', async () => {
  const { tapped, far, sent, rows } = linked();
  const call = tapped.raw.request('x', undefined, never, false);
  await far.send({ jsonrpc: '2.0', id: String((sent[0] as { id: number }).id), result: {} });
  await call;
  await far.send({ jsonrpc: '2.0', id: 4711, result: {} });
  assert.equal(tapped.strayAnswers, 1);
  assert.ok(rows.includes('an answer that nobody waits for'));
});

test('a cancelled raw request notifies the server; one with a stream of its own only closes it', async () => {
  for (const streamed of [false, true]) {
    const { tapped, sent } = linked();
    const cancel = new AbortController();
    const call = tapped.raw.request('x', undefined, cancel.signal, streamed);
    cancel.abort();
    await assert.rejects(call, { code: 'cancelled' });
    assert.equal(
      sent.some((message) => 'method' in message && message.method === 'notifications/cancelled'),
      !streamed,
    );
  }
});

test('progress goes to its caller, also in the same tick as the response', async () => {
  const { tapped, far } = linked();
  const steps: number[] = [];
  const watch = tapped.watchProgress(({ progress }) => steps.push(progress));
  let forwarded = 0;
  Object.assign(tapped, { onmessage: () => void forwarded++ });
  await far.send({
    jsonrpc: '2.0',
    method: 'notifications/progress',
    params: { progressToken: watch.token, progress: 1 },
  });
  watch.stop();
  await far.send({
    jsonrpc: '2.0',
    method: 'notifications/progress',
    params: { progressToken: watch.token, progress: 2 },
  });
  assert.deepEqual(steps, [1]);
  assert.equal(forwarded, 0, 'the SDK never complains about a token that it does not know');
});

test(`a closed connection fails what waits${proves('R79')}`, async () => {
  const { tapped } = linked();
  const call = tapped.raw.request('x', undefined, never, false);
  await tapped.close();
  await assert.rejects(call, { code: 'server/exited' });
});

// The taps rely on two things that the SDK does not promise: these tests are to fail first if it changes.
test('assumption: the SDK takes a transport with pid and stderr for stdio, where silence means legacy', async () => {
  const { tapped, far } = linked(true);
  assert.ok('pid' in tapped && 'stderr' in tapped);
  const onmessage = ({ id, method }: { id?: number; method?: string }): void => {
    if (method !== 'initialize') return;
    void far.send({
      jsonrpc: '2.0',
      id: id!,
      result: { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'x', version: '1' } },
    });
  };
  Object.assign(far, { onmessage });
  const client = new Client(
    { name: 'c', version: '1' },
    { versionNegotiation: { mode: 'auto', probe: { timeoutMs: 30 } } },
  );
  await client.connect(tapped);
  assert.equal(client.getProtocolEra(), 'legacy');
  await client.close();
});

test('assumption: the probe goes through our transport, where its id becomes a number', async () => {
  const { tapped, far, rows } = linked(false);
  assert.ok(!('pid' in tapped));
  let probeId: unknown;
  const onmessage = ({ id, method }: { id?: number; method?: string }): void => {
    if (method !== 'server/discover') return;
    probeId = id;
    const result = {
      resultType: 'complete',
      supportedVersions: ['2026-07-28'],
      capabilities: {},
      ttlMs: 0,
      cacheScope: 'private',
    };
    void far.send({ jsonrpc: '2.0', id: id!, result });
  };
  Object.assign(far, { onmessage });
  const client = new Client(
    { name: 'c', version: '1' },
    { versionNegotiation: { mode: 'auto', probe: { timeoutMs: 5_000 } } },
  );
  await client.connect(tapped);
  assert.equal(client.getProtocolEra(), 'modern');
  assert.equal(typeof probeId, 'number');
  assert.equal(rows[0], 'toServer server/discover');
  await client.close();
});

test('a flood of stderr is read without end, and most of it is left out of the log', () => {
  const lines: string[] = [];
  const reader = new StderrReader((text) => lines.push(text));
  for (let at = 0; at < 2_000; at++) reader.push(Buffer.from(`${'x'.repeat(10_000)} ${at}\n`));
  const told = lines.join('').length;
  assert.ok(told > 100_000 && told < 10_000_000, `${told} characters of 20,000,000`);
  assert.match(reader.tail(), /1999\s*$/);
});

test('stderr is reported in whole lines, and its tail is bounded', () => {
  const lines: string[] = [];
  const reader = new StderrReader((text) => lines.push(text));
  reader.push(Buffer.from('one\ntw'));
  reader.push(Buffer.from('o\nthr'));
  reader.end();
  assert.deepEqual(lines, ['one', 'two', 'thr']);
  const tail = new TailText(10);
  for (let at = 0; at < 100; at++) tail.push(`${at}\n`);
  assert.equal(tail.toString(), '97\n98\n99\n');
  tail.push('x'.repeat(50));
  assert.equal(tail.toString(), '');
});

test(
  `a child inherits what programs need and no secret${proves('R168')}`,
  { skip: process.platform === 'win32' },
  () => {
    const host = {
      HOME: '/home/ada',
      LANG: 'C',
      LC_ALL: 'C',
      XDG_DATA_HOME: '/d',
      HTTPS_PROXY: 'http://proxy',
      XAUTHORITY: '/x',
      PATH: '/old',
      GITHUB_TOKEN: 't',
      AWS_SECRET_ACCESS_KEY: 's',
      MY_SETTING: 'm',
      XDG_SESSION_TOKEN: 'x',
      ELECTRON_RUN_AS_NODE: '1',
      NODE_OPTIONS: '--inspect',
      SHELL: '() { evil; }',
    };
    const env = childEnvironment({ EXTRA: 'e', LANG: null, GITHUB_TOKEN: 'declared' }, '/bin', host);
    assert.deepEqual(env, {
      HOME: '/home/ada',
      LC_ALL: 'C',
      XDG_DATA_HOME: '/d',
      HTTPS_PROXY: 'http://proxy',
      XAUTHORITY: '/x',
      PATH: '/bin',
      EXTRA: 'e',
      GITHUB_TOKEN: 'declared',
    });
  },
);

test(
  'commands are looked up as the system does, and paths are merged without repeats',
  { skip: process.platform === 'win32' },
  () => {
    assert.equal(findOnPath('sh', '/nowhere:/bin:/usr/bin'), '/bin/sh');
    assert.equal(findOnPath('no-such-program', '/bin'), undefined);
    assert.equal(findOnPath('./local', '/bin', { cwd: '/work' }), '/work/local');
    assert.equal(mergePaths('/a:/b', '/b:/c:'), '/a:/b:/c');
  },
);

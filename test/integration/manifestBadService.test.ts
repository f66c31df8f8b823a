import { proves } from '../requirements.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from '../../src/base/log.ts';
import { formatLine } from '../../src/cli/support/stderrLog.ts';
import { Fault } from '../../src/base/fault.ts';
import { callTool, echoManifest, textOf } from '../fixtures/manifest/tools.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { seenThrough, useManifestFixture, warmUp, windows } from './support/manifestFixture.ts';

failOnLeaks();

const fixture = useManifestFixture();

test(
  'with a service that sends garbage every call ends, and the next call has a new connection',
  { skip: windows },
  async () => {
    await fixture.start('--mode', 'garbage');
    const tools = await fixture.open();
    for (const outcome of await Promise.all([1, 2, 3].map(() => callTool(tools, 'tairseach_say')))) {
      assert.equal(outcome.isError, true);
      assert.equal(
        textOf(outcome),
        'The service sent something that is not an answer: it is not JSON. The connection was closed.',
      );
    }
  },
);

test(
  `a call that the service fails, or that never reaches it, is an ERROR line${proves('R34')}`,
  { skip: windows },
  async () => {
    const lines: string[] = [];
    const log = createLog((line) => void (line.level === 'error' && lines.push(formatLine(line)))).with({ req_id: 3 });
    const service = await fixture.start();
    const tools = await fixture.open();
    const call = (name: string) => callTool(tools, name, {}, undefined, log);
    await call('tairseach_say');
    assert.deepEqual(lines, [], 'a result is none');
    await call('tairseach_fail');
    assert.match(lines.shift() ?? '', /^\[ERROR\] \[req_id=3\] \{"error":/);
    await service.stop();
    const outcome = await call('tairseach_say');
    assert.deepEqual(lines, [`[ERROR] [req_id=3] ${textOf(outcome)}`]);
  },
);

const garbage: readonly (readonly [line: string, reason: RegExp])[] = [
  ['not json', /it is not JSON/],
  ['[1,2]', /it is not a JSON-RPC message/],
  ['{"jsonrpc":"2.0","id":99999,"result":1}', /it answers a call that was never made/],
  ['{"jsonrpc":"2.0","id":1.5,"result":1}', /it answers a call that was never made/],
  ['{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}', /it could not read a call/],
  ['\u0000\uFFFF', /it is not JSON/],
];

for (const [line, reason] of garbage) {
  test(
    `the line ${JSON.stringify(line)} in the middle of things fails the call at once`,
    { skip: windows },
    async () => {
      await fixture.start();
      const tools = await fixture.open();
      await warmUp(tools);
      const outcome = await callTool(tools, 'tairseach_raw', { line });
      assert.equal(outcome.isError, true);
      assert.match(textOf(outcome), reason);
      assert.equal((await callTool(tools, 'tairseach_say')).isError, false, 'the next call works');
    },
  );
}

test(
  'notifications and requests of the service, and empty lines, are not taken for responses',
  { skip: windows },
  async () => {
    await fixture.start();
    const tools = await fixture.open();
    const noise = '{"jsonrpc":"2.0","method":"progress","params":{}}\n\n{"jsonrpc":"2.0","id":"q","method":"ask"}\n';
    const answer = '{"jsonrpc":"2.0","id":1,"result":"after the noise"}';
    assert.equal(textOf(await callTool(tools, 'tairseach_raw', { line: noise + answer })), '"after the noise"');
  },
);

test('a call ends when the service dies during it', { skip: windows }, async () => {
  for (const name of ['tairseach_die', 'tairseach_half', 'tairseach_dieLater']) {
    await fixture.start();
    const tools = await fixture.open();
    const outcome = await callTool(tools, name);
    assert.equal(outcome.isError, true);
    assert.match(textOf(outcome), /^The service closed the connection before it answered/, name);
  }
});

test('every call in flight ends when the service dies', { skip: windows }, async () => {
  const service = await fixture.start();
  const tools = await fixture.open();
  await warmUp(tools);
  const waiting = Array.from({ length: 20 }, () => callTool(tools, 'tairseach_slow'));
  await service.reached('echo.slow', 20);
  const outcomes = await Promise.all([...waiting, callTool(tools, 'tairseach_die')]);
  for (const outcome of outcomes) assert.match(textOf(outcome), /may or may not have been carried out/);
});

test('only a call that is safe to repeat is sent twice', { skip: windows }, async () => {
  const tool = (name: string, idempotentHint: boolean): object => ({
    name,
    description: 'd',
    inputSchema: { type: 'object' },
    annotations: { idempotentHint },
  });
  await fixture.home.write('cut.json', {
    id: 'cut',
    tools: [tool('again', true), tool('once', false)],
    implementation: { methods: { again: 'echo.cut', once: 'echo.cut' } },
  });
  const service = await fixture.start();
  const tools = await fixture.open();
  assert.equal((await callTool(tools, 'tairseach_once')).isError, true);
  assert.deepEqual((await service.seen()).made, ['echo.cut']);
  assert.equal((await callTool(tools, 'tairseach_again')).isError, true);
  assert.deepEqual((await service.seen()).made, ['echo.cut', 'echo.cut', 'echo.cut']);
});

test(
  'a call that takes too long ends, is cancelled at the service, and keeps the connection',
  { skip: windows },
  async () => {
    const service = await fixture.start();
    const tools = await fixture.open({ callTimeoutMs: 2_000 });
    await warmUp(tools);
    const outcome = await callTool(tools, 'tairseach_slow');
    assert.equal(outcome.isError, true);
    assert.equal(textOf(outcome), 'echo.slow timed out after 2s');
    service.release(); // the late answer comes before that to the next call, and is dropped
    await service.seen();
    const after = await seenThrough(tools);
    assert.equal(after.connections, 1);
    assert.equal(after.cancelled.length, 1);
  },
);

test(`a tool may have a time of its own${proves('C16')}`, { skip: windows }, async () => {
  await fixture.home.write('patient.json', {
    ...echoManifest(['slow'], { name: 'patient', timeoutSeconds: 0.1 }),
    implementation: { methods: { patient: 'echo.slow' } },
  });
  await fixture.start();
  assert.equal(textOf(await callTool(await fixture.open(), 'tairseach_patient')), 'echo.slow timed out after 0.1s');
});

test('a service that accepts and sends nothing times out', { skip: windows }, async () => {
  await fixture.start('--mode', 'silent');
  const tools = await fixture.open({ callTimeoutMs: 300 });
  const outcomes = await Promise.all([1, 2, 3].map(() => callTool(tools, 'tairseach_say')));
  for (const outcome of outcomes) assert.match(textOf(outcome), /timed out after 0\.3s/);
});

test('a cancelled call ends at once, and is cancelled at the service', { skip: windows }, async () => {
  const service = await fixture.start();
  const tools = await fixture.open();
  await warmUp(tools);
  const stop = new AbortController();
  const call = callTool(tools, 'tairseach_slow', {}, stop.signal);
  const other = callTool(tools, 'tairseach_slow');
  await service.reached('echo.slow', 2);
  stop.abort();
  await assert.rejects(call, (error) => Fault.is(error, 'cancelled'));
  service.release();
  assert.equal((await other).isError, false, 'the others go on');
  assert.equal((await seenThrough(tools)).cancelled.length, 1);
});

test('a call that is cancelled before it begins sends nothing', { skip: windows }, async () => {
  await fixture.start();
  const tools = await fixture.open();
  await assert.rejects(callTool(tools, 'tairseach_say', {}, AbortSignal.abort()), (error) =>
    Fault.is(error, 'cancelled'),
  );
  assert.deepEqual((await seenThrough(tools)).made, ['echo.seen']);
});

test('when the bridge ends, waiting calls end with it', { skip: windows }, async () => {
  const service = await fixture.start();
  const tools = await fixture.open();
  const call = callTool(tools, 'tairseach_slow');
  await service.reached('echo.slow');
  tools.dispose();
  await assert.rejects(call, (error) => Fault.is(error, 'cancelled'));
});

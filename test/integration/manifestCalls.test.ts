import assert from 'node:assert/strict';
import { proves } from '../requirements.ts';
import { chmod, chown } from 'node:fs/promises';
import { afterEach, beforeEach, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Fault } from '../../src/base/fault.ts';
import type { ManifestTools } from '../../src/core/manifest/manifestTools.ts';
import { systemRules } from '../../src/core/manifest/socket/socketSafety.ts';
import { type RunningService, startService } from '../fixtures/manifest/startService.ts';
import { type Home, callTool, echoManifest, makeHome, textOf, toolsOf } from '../fixtures/manifest/tools.ts';
import { failOnLeaks } from '../support/leaks.ts';

failOnLeaks();

const windows = process.platform === 'win32' && 'Unix sockets only';
const methods = [
  'say',
  'slow',
  'fail',
  'denied',
  'nothing',
  'list',
  'secret',
  'big',
  'raw',
  'half',
  'die',
  'dieLater',
  'seen',
];

let home: Home;
let running: { stop(): Promise<void> }[] = [];
let made: ManifestTools[] = [];

beforeEach(async () => {
  home = await makeHome();
  await home.write('echo.json', echoManifest(methods));
});
afterEach(async () => {
  for (const tools of made) tools.dispose();
  for (const service of running) await service.stop();
  made = [];
  running = [];
  await home.remove();
});

async function start(...flags: readonly string[]): Promise<RunningService> {
  const service = await startService(home.socket, ...flags);
  running.push(service);
  return service;
}

async function open(more: Parameters<typeof toolsOf>[1] = {}): Promise<ManifestTools> {
  const tools = toolsOf(home, more);
  made.push(tools);
  await tools.ready;
  return tools;
}

async function seen(
  tools: ManifestTools,
): Promise<{ connections: number; calls: number; cancelled: number[]; made: string[] }> {
  return JSON.parse(textOf(await callTool(tools, 'tairseach_seen')));
}

/** Calls until there is a kept connection: one that gave a second answer after it had been open for a while. */
async function warmUp(tools: ManifestTools): Promise<void> {
  await callTool(tools, 'tairseach_say');
  await callTool(tools, 'tairseach_say');
  await delay(20);
}

test(`a result becomes the text of its JSON and structured content${proves('R115')}`, { skip: windows }, async () => {
  await start();
  const tools = await open();
  assert.deepEqual(await callTool(tools, 'tairseach_say', { limit: 10 }), {
    content: [{ type: 'text', text: '{"limit":10}' }],
    structuredContent: { limit: 10 },
    isError: false,
  });
  assert.deepEqual(await callTool(tools, 'tairseach_nothing'), {
    content: [{ type: 'text', text: 'null' }],
    isError: false,
  });
  assert.equal(textOf(await callTool(tools, 'tairseach_list')), '[1,2,3]');
});

test(
  `an error of the service is an error of the tool, with the whole error inside${proves('R116', 'R159')}`,
  { skip: windows },
  async () => {
    await start();
    const tools = await open();
    const failed = await callTool(tools, 'tairseach_fail');
    assert.equal(failed.isError, true);
    assert.deepEqual(JSON.parse(textOf(failed)), {
      error: { code: -32000, message: 'It did not work', data: { attempt: 1, nested: { deep: true } } },
    });
    const denied = await callTool(tools, 'tairseach_denied');
    assert.deepEqual(denied.content, [
      { type: 'text', text: '{"error":{"code":-32011,"message":"Permission denied: contacts"}}' },
    ]);
    assert.match(String(denied._meta?.['mcp-switchboard/hint']), /Grant the permission/);
  },
);

test(`permissions are looked at like anything else${proves('R161')}`, { skip: windows }, async () => {
  await start();
  const tools = [{ name: 'permissions.check', description: 'What is granted?', inputSchema: { type: 'object' } }];
  await home.write('permissions.json', {
    id: 'permissions',
    tools,
    implementation: { methods: { 'permissions.check': 'echo.say' } },
  });
  const answer = await callTool(await open(), 'tairseach_permissions.check', { permission: 'contacts' });
  assert.equal(textOf(answer), '{"permission":"contacts"}');
});

test(`credentials in an answer do not reach the client${proves('R121')}`, { skip: windows }, async () => {
  await start();
  const outcome = await callTool(await open(), 'tairseach_secret');
  const whole = JSON.stringify(outcome);
  for (const secret of ['ya29', 'hush', 'abcdefghijklmnopqrstuvwxyz']) assert.ok(!whole.includes(secret), secret);
  assert.ok(whole.includes('page-2'), 'what is no credential stays');
});

test(`nothing but the arguments goes to the service${proves('R113', 'R119')}`, { skip: windows }, async () => {
  await start();
  const tools = await open();
  assert.equal(textOf(await callTool(tools, 'tairseach_say', {})), '{}');
});

test(
  `a service that is not running is told with the remedy and the path, and found when it comes${proves('R117', 'C19')}`,
  { skip: windows },
  async () => {
    const tools = await open();
    assert.deepEqual(await callTool(tools, 'tairseach_say'), {
      content: [
        {
          type: 'text',
          text: `socket connect failed: there is no socket (ENOENT) — is the server running? path ${home.socket}`,
        },
      ],
      isError: true,
    });
    const service = await start();
    assert.equal((await callTool(tools, 'tairseach_say')).isError, false);
    await service.stop();
    await delay(100);
    assert.match(
      textOf(await callTool(tools, 'tairseach_say')),
      /^socket connect failed: nobody listens .* is the server running\? path /,
    );
    await start();
    assert.equal((await callTool(tools, 'tairseach_say')).isError, false);
  },
);

test(`calls share one kept connection${proves('R144', 'C33')}`, { skip: windows }, async () => {
  await start();
  const tools = await open();
  await warmUp(tools);
  for (let n = 0; n < 50; n++) await callTool(tools, 'tairseach_say', { n });
  assert.equal((await seen(tools)).connections, 1);
});

test('a slow call does not hold up the others', { skip: windows }, async () => {
  await start();
  const tools = await open();
  await warmUp(tools);
  const slow = callTool(tools, 'tairseach_slow', { ms: 800 });
  const startedAt = performance.now();
  await callTool(tools, 'tairseach_say');
  assert.ok(performance.now() - startedAt < 400);
  assert.equal(textOf(await slow), '{"ms":800}');
});

test('a first call that is slow does not hold up the others either', { skip: windows }, async () => {
  await start();
  const tools = await open();
  const slow = callTool(tools, 'tairseach_slow', { ms: 1_500 });
  const startedAt = performance.now();
  await callTool(tools, 'tairseach_say');
  assert.ok(performance.now() - startedAt < 700);
  await slow;
});

for (const mode of ['normal', 'closing', 'sequential']) {
  test(
    `1,000 concurrent calls to a ${mode} service: none lost, none crossed${proves('R129')}`,
    { skip: windows },
    async () => {
      await start('--mode', mode);
      const tools = await open();
      const answers = await Promise.all(
        Array.from({ length: 1_000 }, (_, n) => callTool(tools, 'tairseach_say', { n })),
      );
      assert.deepEqual(
        answers.map(textOf),
        Array.from({ length: 1_000 }, (_, n) => `{"n":${n}}`),
      );
      const { calls } = await seen(tools);
      assert.equal(calls, 1_001, 'each was carried out exactly once');
    },
  );
}

test('1,000 concurrent calls that end in another order than they began: none crossed', { skip: windows }, async () => {
  await start();
  const tools = await open();
  const delays = Array.from({ length: 1_000 }, (_, n) => (n * 7919) % 97);
  const answers = await Promise.all(delays.map((ms, n) => callTool(tools, 'tairseach_slow', { ms, n })));
  assert.deepEqual(
    answers.map(textOf),
    delays.map((ms, n) => JSON.stringify({ ms, n })),
  );
});

test(
  `a service that closes after each reply serves one call after the other${proves('C33')}`,
  { skip: windows },
  async () => {
    await start('--mode', 'closing');
    const tools = await open();
    for (let n = 0; n < 30; n++) assert.equal(textOf(await callTool(tools, 'tairseach_say', { n })), `{"n":${n}}`);
    assert.equal((await seen(tools)).calls, 31);
  },
);

test('a service that closes a while after its reply loses no call either', { skip: windows }, async () => {
  await start('--mode', 'closing-late');
  const tools = await open();
  for (let round = 0; round < 4; round++) {
    const calls = Array.from({ length: 50 }, (_, n) => callTool(tools, 'tairseach_slow', { ms: n * 8 }));
    for (const outcome of await Promise.all(calls)) assert.equal(outcome.isError, false, textOf(outcome));
    await delay(60);
  }
});

test('tools that only read share the kept connection from the second call on', { skip: windows }, async () => {
  await home.write('echo.json', echoManifest(methods, { annotations: { readOnlyHint: true } }));
  await start();
  const tools = await open();
  for (let n = 0; n < 20; n++) await callTool(tools, 'tairseach_say', { n });
  await Promise.all(Array.from({ length: 100 }, (_, n) => callTool(tools, 'tairseach_say', { n })));
  assert.equal((await seen(tools)).connections, 1);
});

test('slow calls to a service that closes after each reply run at the same time', { skip: windows }, async () => {
  await start('--mode', 'closing');
  const tools = await open();
  await warmUp(tools);
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: 20 }, () => callTool(tools, 'tairseach_slow', { ms: 300 })));
  assert.ok(performance.now() - startedAt < 1_500);
});

test('a service that serves one connection at a time leaves nobody outside', { skip: windows }, async () => {
  await start('--mode', 'sequential');
  const tools = await open({ callTimeoutMs: 5_000 });
  const calls = Array.from({ length: 5 }, (_, n) => callTool(tools, 'tairseach_slow', { ms: 150, n }));
  for (const outcome of await Promise.all(calls)) assert.equal(outcome.isError, false, textOf(outcome));
});

test(
  'a burst behind a slow call to a service that serves one connection at a time is not lost',
  { skip: windows },
  async () => {
    await start('--mode', 'sequential');
    const tools = await open({ callTimeoutMs: 15_000 });
    const slow = callTool(tools, 'tairseach_slow', { ms: 600 });
    const burst = Array.from({ length: 300 }, (_, n) => callTool(tools, 'tairseach_say', { n }));
    assert.equal((await slow).isError, false);
    const answers = await Promise.all(burst);
    for (const [n, answer] of answers.entries()) assert.equal(textOf(answer), `{"n":${n}}`);
  },
);

test(
  'a service that sends garbage gives every call its answer, and the next call a new connection',
  { skip: windows },
  async () => {
    await start('--mode', 'garbage');
    const tools = await open();
    for (const outcome of await Promise.all([1, 2, 3].map(() => callTool(tools, 'tairseach_say')))) {
      assert.equal(outcome.isError, true);
      assert.equal(
        textOf(outcome),
        'The service sent something that is not an answer: it is not JSON. The connection was closed.',
      );
    }
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
      await start();
      const tools = await open();
      await warmUp(tools);
      const outcome = await callTool(tools, 'tairseach_raw', { line });
      assert.equal(outcome.isError, true);
      assert.match(textOf(outcome), reason);
      assert.equal((await callTool(tools, 'tairseach_say')).isError, false, 'the next call works');
    },
  );
}

test('notices and requests of the service, and empty lines, are no answers', { skip: windows }, async () => {
  await start();
  const tools = await open();
  const noise = '{"jsonrpc":"2.0","method":"progress","params":{}}\n\n{"jsonrpc":"2.0","id":"q","method":"ask"}\n';
  const answer = '{"jsonrpc":"2.0","id":1,"result":"after the noise"}';
  assert.equal(textOf(await callTool(tools, 'tairseach_raw', { line: noise + answer })), '"after the noise"');
});

test('a service that dies in the middle of a call gives an answer at once', { skip: windows }, async () => {
  for (const name of ['tairseach_die', 'tairseach_half', 'tairseach_dieLater']) {
    await start();
    const tools = await open();
    const startedAt = performance.now();
    const outcome = await callTool(tools, name);
    assert.equal(outcome.isError, true);
    assert.match(textOf(outcome), /^The service closed the connection before it answered/, name);
    assert.ok(performance.now() - startedAt < 2_000);
  }
});

test('a service that dies answers every call that was under way', { skip: windows }, async () => {
  await start();
  const tools = await open();
  await warmUp(tools);
  const waiting = Array.from({ length: 20 }, () => callTool(tools, 'tairseach_slow', { ms: 10_000 }));
  await delay(50);
  const outcomes = await Promise.all([...waiting, callTool(tools, 'tairseach_die')]);
  for (const outcome of outcomes) assert.match(textOf(outcome), /may or may not have been carried out/);
});

test('only what does no harm twice is sent twice', { skip: windows }, async () => {
  await home.write('echo.json', echoManifest(methods));
  await home.write('safe.json', {
    id: 'safe',
    tools: [
      { name: 'again', description: 'd', inputSchema: { type: 'object' }, annotations: { idempotentHint: true } },
    ],
    implementation: { methods: { again: 'echo.die' } },
  });
  await start();
  const tools = await open();
  assert.match(
    textOf(await callTool(tools, 'tairseach_again')),
    /socket connect failed/,
    'it was tried again, and nobody was there',
  );
});

test(
  'a call that takes too long ends, tells the service so, and leaves the connection alone',
  { skip: windows },
  async () => {
    await start();
    const tools = await open({ callTimeoutMs: 2_000 });
    await warmUp(tools);
    const outcome = await callTool(tools, 'tairseach_slow', { ms: 2_600 });
    assert.equal(outcome.isError, true);
    assert.equal(textOf(outcome), 'echo.slow timed out after 2s');
    await delay(900); // the late answer comes and is dropped
    const after = await seen(tools);
    assert.equal(after.connections, 1);
    assert.equal(after.cancelled.length, 1);
  },
);

test('a tool may have a time of its own', { skip: windows }, async () => {
  await home.write('patient.json', {
    ...echoManifest(['slow'], { name: 'patient', timeoutSeconds: 0.1 }),
    implementation: { methods: { patient: 'echo.slow' } },
  });
  await start();
  assert.equal(
    textOf(await callTool(await open(), 'tairseach_patient', { ms: 5_000 })),
    'echo.slow timed out after 0.1s',
  );
});

test('a service that accepts and says nothing is given up in time', { skip: windows }, async () => {
  await start('--mode', 'silent');
  const tools = await open({ callTimeoutMs: 300 });
  const outcomes = await Promise.all([1, 2, 3].map(() => callTool(tools, 'tairseach_say')));
  for (const outcome of outcomes) assert.match(textOf(outcome), /timed out after 0\.3s/);
});

test('a cancelled call ends at once, and the service hears of it', { skip: windows }, async () => {
  await start();
  const tools = await open();
  await warmUp(tools);
  const stop = new AbortController();
  const call = callTool(tools, 'tairseach_slow', { ms: 10_000 }, stop.signal);
  const other = callTool(tools, 'tairseach_slow', { ms: 200 });
  await delay(50);
  stop.abort();
  await assert.rejects(call, (error) => Fault.is(error, 'cancelled'));
  assert.equal((await other).isError, false, 'the others go on');
  assert.equal((await seen(tools)).cancelled.length, 1);
});

test('a call that is cancelled before it begins sends nothing', { skip: windows }, async () => {
  await start();
  const tools = await open();
  await assert.rejects(callTool(tools, 'tairseach_say', {}, AbortSignal.abort()), (error) =>
    Fault.is(error, 'cancelled'),
  );
  assert.deepEqual((await seen(tools)).made, ['echo.seen']);
});

test('an answer beyond the limit fails its own call only', { skip: windows }, async () => {
  await start();
  const tools = await open({ maxMessageBytes: 64 * 1024 });
  await warmUp(tools);
  const other = callTool(tools, 'tairseach_slow', { ms: 300 });
  const outcome = await callTool(tools, 'tairseach_big', { bytes: 200_000 });
  assert.equal(textOf(outcome), `The service's answer of 200047 bytes exceeds the limit of 65536 bytes.`);
  assert.equal((await other).isError, false);
  assert.equal((await seen(tools)).connections, 1);
});

test('arguments beyond the limit are not sent', { skip: windows }, async () => {
  await start();
  const tools = await open({ maxMessageBytes: 64 * 1024 });
  const outcome = await callTool(tools, 'tairseach_say', { filler: 'x'.repeat(70_000) });
  assert.equal(textOf(outcome), 'The arguments exceed the limit of 65536 bytes; nothing was sent.');
  assert.deepEqual((await seen(tools)).made, ['echo.seen']);
});

test('an answer of 8 MB arrives whole', { skip: windows }, async () => {
  await start();
  const outcome = await callTool(await open(), 'tairseach_big', { bytes: 8_000_000 });
  assert.equal(textOf(outcome).length, 8_000_000 + '{"filler":""}'.length);
});

test(
  `newlines, quotes and every script survive the way there and back${proves('R35')}`,
  { skip: windows },
  async () => {
    await start();
    const args = {
      text: 'a\nb\r\n"c"\u2028\u0000 日本語 🦊 \\ </script>',
      __proto__: undefined,
      nested: [{}, [], null, 1e21, -0.5],
    };
    const outcome = await callTool(await open(), 'tairseach_say', args);
    assert.deepEqual(outcome.structuredContent, JSON.parse(JSON.stringify(args)));
  },
);

test('a socket of mode 0666 is not spoken to', { skip: windows }, async () => {
  await start('--chmod', '666');
  const tools = await open();
  const outcome = await callTool(tools, 'tairseach_say');
  assert.equal(
    textOf(outcome),
    `socket refused: ${home.socket} has mode 0666, so other users can reach it; 0600 is needed. Run: chmod 600 ${home.socket}`,
  );
  await chmod(home.socket, 0o600);
  assert.deepEqual((await seen(tools)).made, ['echo.seen'], 'it never heard of the first call');
});

test('a service of somebody else is not spoken to', { skip: windows }, async () => {
  await start();
  const stranger = await open({ safety: { ...systemRules, ownUid: (systemRules.ownUid ?? 0) + 1 } });
  const outcome = await callTool(stranger, 'tairseach_say', { private: 'data' });
  assert.equal(outcome.isError, true);
  assert.match(textOf(outcome), /^socket refused: .* belongs to another user/);
  assert.deepEqual((await seen(await open())).made, ['echo.seen']);
});

test(
  'a socket that was given to another user is not spoken to',
  { skip: windows || (process.getuid?.() !== 0 && 'only root can give files away') },
  async () => {
    await start();
    await chown(home.socket, 65534, 65534);
    assert.match(
      textOf(await callTool(await open(), 'tairseach_say')),
      /^socket refused: .* belongs to another user \(uid 65534, not 0\)/,
    );
  },
);

test('an answer that breaks the output schema is an error that says how', { skip: windows }, async () => {
  const outputSchema = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };
  await home.write('echo.json', echoManifest(['say'], { outputSchema }));
  await start();
  const tools = await open();
  assert.deepEqual((await callTool(tools, 'tairseach_say', { n: 1 })).structuredContent, { n: 1 });
  const outcome = await callTool(tools, 'tairseach_say', { n: 'one' });
  assert.equal(outcome.isError, true);
  assert.equal(textOf(outcome), "The service's answer does not fit the tool's outputSchema: /n must be number");
});

test('when the bridge ends, waiting calls end with it', { skip: windows }, async () => {
  await start();
  const tools = await open();
  const call = callTool(tools, 'tairseach_slow', { ms: 60_000 });
  await delay(100);
  tools.dispose();
  await assert.rejects(call, (error) => Fault.is(error, 'cancelled'));
});

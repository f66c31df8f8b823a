import assert from 'node:assert/strict';
import { proves } from '../requirements.ts';
import { chmod, chown } from 'node:fs/promises';
import { test } from 'node:test';
import { systemRules } from '../../src/core/manifest/socket/socketSafety.ts';
import { callTool, echoManifest, textOf } from '../fixtures/manifest/tools.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { until } from '../support/until.ts';
import { seenThrough, useManifestFixture, warmUp, windows } from './support/manifestFixture.ts';

failOnLeaks();

const fixture = useManifestFixture();

test(`a result becomes the text of its JSON and structured content${proves('R115')}`, { skip: windows }, async () => {
  await fixture.start();
  const tools = await fixture.open();
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
    await fixture.start();
    const tools = await fixture.open();
    const failed = await callTool(tools, 'tairseach_fail');
    assert.equal(failed.isError, true);
    assert.deepEqual(JSON.parse(textOf(failed)), {
      error: { code: -32000, message: 'It did not work', data: { attempt: 1, nested: { deep: true } } },
    });
  },
);

test(
  `a missing permission is an error of the tool, word for word, with a hint beside it${proves('R116', 'R122')}`,
  { skip: windows },
  async () => {
    await fixture.start();
    assert.deepEqual(await callTool(await fixture.open(), 'tairseach_denied'), {
      content: [{ type: 'text', text: '{"error":{"code":-32011,"message":"Permission denied: contacts"}}' }],
      isError: true,
      _meta: {
        'mcp-switchboard/hint': "Grant the permission in the operating system's settings, then call the tool again.",
      },
    });
  },
);

test(
  `permissions are looked at by calling permissions.check like any tool${proves('R161')}`,
  { skip: windows },
  async () => {
    await fixture.start();
    const tools = [{ name: 'permissions.check', description: 'What is granted?', inputSchema: { type: 'object' } }];
    await fixture.home.write('permissions.json', {
      id: 'permissions',
      tools,
      implementation: { methods: { 'permissions.check': 'echo.say' } },
    });
    const answer = await callTool(await fixture.open(), 'tairseach_permissions.check', { permission: 'contacts' });
    assert.equal(textOf(answer), '{"permission":"contacts"}');
  },
);

test(`credentials in an answer do not reach the client${proves('R121')}`, { skip: windows }, async () => {
  await fixture.start();
  const outcome = await callTool(await fixture.open(), 'tairseach_secret');
  const whole = JSON.stringify(outcome);
  for (const secret of ['ya29', 'hush', 'abcdefghijklmnopqrstuvwxyz']) assert.ok(!whole.includes(secret), secret);
  assert.ok(whole.includes('page-2'), 'what is no credential stays');
});

test(
  `nothing but the arguments of this very call goes to the service${proves('R113', 'R119')}`,
  { skip: windows },
  async () => {
    await fixture.start();
    const tools = await fixture.open();
    const args = { method: 'echo.die', limit: 10 };
    assert.deepEqual((await callTool(tools, 'tairseach_say', args)).structuredContent, args);
    assert.equal(textOf(await callTool(tools, 'tairseach_say', {})), '{}');
    assert.deepEqual((await seenThrough(tools)).made, ['echo.say', 'echo.say', 'echo.seen']);
  },
);

test(
  `a service that is not running is reported with remedy and path, and found when it starts${proves('R117', 'C19')}`,
  { skip: windows },
  async () => {
    const tools = await fixture.open();
    assert.deepEqual(await callTool(tools, 'tairseach_say'), {
      content: [
        {
          type: 'text',
          text: `socket connect failed: there is no socket (ENOENT) — is the server running? path ${fixture.home.socket}`,
        },
      ],
      isError: true,
    });
    const service = await fixture.start();
    assert.equal((await callTool(tools, 'tairseach_say')).isError, false);
    await service.stop();
    const refused = /^socket connect failed: nobody listens .* is the server running\? path /;
    await until(async () => refused.test(textOf(await callTool(tools, 'tairseach_say'))), 'the end is noticed');
    await fixture.start();
    assert.equal((await callTool(tools, 'tairseach_say')).isError, false);
  },
);

test('an answer beyond the limit fails its own call only', { skip: windows }, async () => {
  const service = await fixture.start();
  const tools = await fixture.open({ maxMessageBytes: 64 * 1024 });
  await warmUp(tools);
  const other = callTool(tools, 'tairseach_slow');
  const outcome = await callTool(tools, 'tairseach_big', { bytes: 200_000 });
  assert.equal(textOf(outcome), `The service's answer of 200047 bytes exceeds the limit of 65536 bytes.`);
  service.release();
  assert.equal((await other).isError, false);
  assert.equal((await seenThrough(tools)).connections, 1);
});

test('arguments beyond the limit are not sent', { skip: windows }, async () => {
  await fixture.start();
  const tools = await fixture.open({ maxMessageBytes: 64 * 1024 });
  const outcome = await callTool(tools, 'tairseach_say', { filler: 'x'.repeat(70_000) });
  assert.equal(textOf(outcome), 'The arguments exceed the limit of 65536 bytes; nothing was sent.');
  assert.deepEqual((await seenThrough(tools)).made, ['echo.seen']);
});

test('an answer of 8 MB arrives whole', { skip: windows }, async () => {
  await fixture.start();
  const outcome = await callTool(await fixture.open(), 'tairseach_big', { bytes: 8_000_000 });
  assert.equal(textOf(outcome).length, 8_000_000 + '{"filler":""}'.length);
});

test(`newlines, quotes and every script survive the round trip${proves('R35')}`, { skip: windows }, async () => {
  await fixture.start();
  const args = {
    text: 'a\nb\r\n"c"\u2028\u0000 日本語 🦊 \\ </script>',
    __proto__: undefined,
    nested: [{}, [], null, 1e21, -0.5],
  };
  const outcome = await callTool(await fixture.open(), 'tairseach_say', args);
  assert.deepEqual(outcome.structuredContent, JSON.parse(JSON.stringify(args)));
});

test('a socket of mode 0666 is not used', { skip: windows }, async () => {
  await fixture.start('--chmod', '666');
  const tools = await fixture.open();
  const outcome = await callTool(tools, 'tairseach_say');
  assert.equal(
    textOf(outcome),
    `socket refused: ${fixture.home.socket} has mode 0666, so other users can reach it; 0600 is needed. Run: chmod 600 ${fixture.home.socket}`,
  );
  await chmod(fixture.home.socket, 0o600);
  assert.deepEqual((await seenThrough(tools)).made, ['echo.seen'], 'it never heard of the first call');
});

test('a service of another user is not used', { skip: windows }, async () => {
  await fixture.start();
  const stranger = await fixture.open({ safety: { ...systemRules, ownUid: (systemRules.ownUid ?? 0) + 1 } });
  const outcome = await callTool(stranger, 'tairseach_say', { private: 'data' });
  assert.equal(outcome.isError, true);
  assert.match(textOf(outcome), /^socket refused: .* belongs to another user/);
  assert.deepEqual((await seenThrough(await fixture.open())).made, ['echo.seen']);
});

test(
  'a socket that was given to another user is not used',
  { skip: windows || (process.getuid?.() !== 0 && 'only root can give files away') },
  async () => {
    await fixture.start();
    await chown(fixture.home.socket, 65534, 65534);
    assert.match(
      textOf(await callTool(await fixture.open(), 'tairseach_say')),
      /^socket refused: .* belongs to another user \(uid 65534, not 0\)/,
    );
  },
);

test('an answer that breaks the output schema is an error that says how', { skip: windows }, async () => {
  const outputSchema = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };
  await fixture.home.write('echo.json', echoManifest(['say'], { outputSchema }));
  await fixture.start();
  const tools = await fixture.open();
  assert.deepEqual((await callTool(tools, 'tairseach_say', { n: 1 })).structuredContent, { n: 1 });
  const outcome = await callTool(tools, 'tairseach_say', { n: 'one' });
  assert.equal(outcome.isError, true);
  assert.equal(textOf(outcome), "The service's answer does not fit the tool's outputSchema: /n must be number");
});

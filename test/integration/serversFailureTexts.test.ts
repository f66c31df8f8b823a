// What a server says about a failure reaches the user in the hint, wherever it said it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fault } from '../../src/base/fault.ts';
import { diagnosesOf } from '../../src/core/diagnosis/diagnosedFault.ts';
import type { OAuthParts } from '../../src/core/servers/oauth/oauthParts.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { httpFixture } from './serversHttpFixture.ts';
import { bad, manage, recorder } from './serversSupport.ts';

failOnLeaks();

const ways: readonly (readonly [way: string, hint: RegExp])[] = [
  ['log', /^It reported: The account is closed/],
  ['record', /^It reported: .*The account is closed/],
  ['error', /^It reported: The account is closed/],
  ['credential', /needs the environment variable API_KEY/],
  ['plain', /printed: The account is closed/],
  ['info', /^It reported: Starting/],
];

for (const [way, hint] of ways) {
  test(`a server that says before the handshake why it ends (${way}) is quoted in the hint`, async () => {
    await using subject = manage(bad('saysWhy', way));
    await assert.rejects(subject.server.start(), (error: Fault) => {
      assert.match(error.message, /exited with code 1/);
      assert.match(error.hint ?? '', hint);
      return true;
    });
  });
}

function oauthThat(opened: string[]): OAuthParts {
  const secrets = { get: async () => undefined, set: async () => {}, delete: async () => {} };
  const openExternal = async (url: string): Promise<boolean> => opened.push(url) > 0;
  return { secrets, ask: { openExternal }, clientName: 'MCP Switchboard' };
}

for (const challenge of ['Basic realm="files"', 'Negotiate', 'basic', 'Digest realm="x", nonce="y"']) {
  test(`a server that wants ${challenge.split(' ')[0]} is not asked for an OAuth sign-in`, async () => {
    const paths: string[] = [];
    await using remote = await httpFixture('legacy', (request) => {
      paths.push(new URL(request.url).pathname);
      return new Response('no', { status: 401, headers: { 'www-authenticate': challenge } });
    });
    const opened: string[] = [];
    const launch = { kind: 'http', url: remote.url, headers: {} } as const;
    await using subject = manage(launch, { reconnectAttempts: 0 }, { oauth: oauthThat(opened) });
    await assert.rejects(subject.server.start(), (error: Fault) => {
      assert.equal(error.code, 'server/auth-required');
      assert.match(error.text, new RegExp(challenge.split(' ')[0]!));
      assert.match(error.hint ?? '', /"Authorization" header/);
      return true;
    });
    assert.deepEqual([[...new Set(paths)], opened], [['/mcp'], []]);
  });
}

const challenges: readonly (readonly [status: number, challenge: string, cause: RegExp])[] = [
  [401, 'Basic realm="x"', /authorization of type Basic/],
  [401, 'Bearer error="invalid_token", error_description="The key was revoked"', /The key was revoked/],
  [403, 'Bearer error="insufficient_scope", scope="files:write"', /scope files:write/],
];

for (const [status, challenge, cause] of challenges) {
  test(`what the challenge of a ${status} says (${challenge.slice(0, 30)}) is in its cause`, async () => {
    await using remote = await httpFixture('legacy', () => {
      return new Response('no', { status, headers: { 'www-authenticate': challenge } });
    });
    const headers = challenge.includes('revoked') ? { authorization: 'Bearer abc' } : {};
    await using subject = manage({ kind: 'http', url: remote.url, headers }, { reconnectAttempts: 0 });
    await assert.rejects(subject.server.start(), (error: Fault) => {
      assert.match(diagnosesOf(error)[0]?.cause ?? '', cause);
      return true;
    });
  });
}

const stay = 'setInterval(() => {}, 1000);';
const hopeless: readonly (readonly [what: string, script: string, hint: RegExp])[] = [
  [
    'asks for a key on stdout',
    `process.stdout.write('Enter API key: '); ${stay}`,
    /waits for an answer.*Enter API key/,
  ],
  [
    'answers with other ids',
    "require('readline').createInterface(process.stdin).on('line', (line) => console.log(JSON.stringify({ jsonrpc: '2.0', id: `x${JSON.parse(line).id}`, result: {} })))",
    /IDs that no request has/,
  ],
  [
    'sends Content-Length heads',
    "process.stdin.once('data', () => console.log('Content-Length: 38\\r\\n\\r\\n{}'))",
    /"Content-Length" heads/,
  ],
  [
    'prints its JSON over several lines',
    "process.stdin.once('data', () => console.log(JSON.stringify({ jsonrpc: '2.0', id: 0, result: {} }, null, 2)))",
    /JSON over several lines/,
  ],
  [
    'serves HTTP instead',
    "console.error('INFO:     Uvicorn running on http://127.0.0.1:8123 (Press CTRL+C to quit)')",
    /listens on HTTP at http:\/\/127\.0\.0\.1:8123/,
  ],
  [
    'serves its messages under an address',
    "console.log('MCP server listening at http://localhost:3000/mcp')",
    /listens on HTTP at http:\/\/localhost:3000\/mcp/,
  ],
  [
    'logs that it is ready as JSON on stdout',
    "console.log(JSON.stringify({ level: 30, time: 1, msg: 'server started' }))",
    /writes its log to stdout/,
  ],
  ['waits for an answer', "process.stderr.write('Enter your API key: ')", /waits for an answer.*Enter your API key/],
];

for (const [what, script, hint] of hopeless) {
  test(`a server that ${what} is told so at once, and not after the timeout`, async () => {
    const launch = { kind: 'stdio', command: process.execPath, args: ['-e', `${script};${stay}`], env: {} } as const;
    await using subject = manage(launch);
    await assert.rejects(subject.server.start(), (error: Fault) => {
      assert.equal(error.code, 'server/protocol');
      assert.match(error.hint ?? '', hint);
      return true;
    });
  });
}

test('an interpreter without a script is told so at once: it prints nothing, and its entry tells it', async () => {
  await using subject = manage({ kind: 'stdio', command: process.execPath, args: [], env: {} });
  await assert.rejects(subject.server.start(), (error: Fault) => {
    assert.equal(error.code, 'server/protocol');
    assert.equal(diagnosesOf(error)[0]?.rule, 'program/no-script');
    return true;
  });
});

test('a server that shows a dashboard before it responds is waited for', async () => {
  await using subject = manage(bad('slowDashboard'));
  await subject.server.start();
  assert.equal(subject.server.state.value.kind, 'connected');
});

test('a fault can be shown as it is: the cures, which hold the launch with its values, are not in it', async () => {
  const script = 'console.error("error: unknown option \'--loud\'"); process.exit(1)';
  const args = ['-e', script, '--', '--loud', '--token', 'tok-of-the-user'];
  await using subject = manage({ kind: 'stdio', command: process.execPath, args, env: {} });
  await assert.rejects(subject.server.start(), (error: Fault) => {
    assert.doesNotMatch(JSON.stringify(error.toShape()), /tok-of-the-user/);
    const [first] = diagnosesOf(error);
    assert.equal(first?.rule, 'argument/unknown');
    assert.match(JSON.stringify(first.remedies), /tok-of-the-user/);
    return true;
  });
});

test('the next start of a server waits until the process of the failed one is gone', async () => {
  const script = `process.on('SIGTERM', () => {}); process.stderr.write('Enter your API key: ');${stay}`;
  const launch = { kind: 'stdio', command: process.execPath, args: ['-e', script], env: {} } as const;
  const tap = recorder();
  await using subject = manage(launch, {}, { tap });
  await assert.rejects(subject.server.start(), { code: 'server/protocol' });
  assert.deepEqual(tap.texts('state').filter(isEnd), [], 'the verdict came before the end of the process');
  await assert.rejects(subject.server.start(), { code: 'server/protocol' });
  assert.equal(tap.texts('state').filter(isEnd).length, 1);
});

test('a server that has closed its stdout is told so, with its cause', async () => {
  const script = `require('node:fs').closeSync(1);${stay}`;
  await using subject = manage({ kind: 'stdio', command: process.execPath, args: ['-e', script], env: {} });
  await assert.rejects(subject.server.start(), (error: Fault) => {
    assert.equal(error.code, 'limit/exceeded');
    assert.equal(diagnosesOf(error)[0]?.rule, 'framing/stdout-closed');
    return true;
  });
});

function isEnd(text: string): boolean {
  return text.startsWith('process ended');
}

// Signing in: what is ours beside the protocol itself, which the conformance suite judges.
import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import type { Fault } from '../../src/base/fault.ts';
import { isSafeToOpen } from '../../src/core/servers/oauth/safeToOpen.ts';
import { proves } from '../requirements.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { until } from '../support/until.ts';
import { bad, manage, textOf } from './serversSupport.ts';
import { json, listen, startOAuthFixture } from './support/oauthFixture.ts';
import { signInUser } from './support/signInUser.ts';

failOnLeaks();

test(`the whole flow: registration, PKCE, the browser, and tokens stored by issuer and resource${proves('R137')}`, async () => {
  await using guarded = await startOAuthFixture();
  const oauth = signInUser();
  await using subject = manage(
    { kind: 'http', url: guarded.url, headers: { 'x-tenant': 'secret-of-the-entry' } },
    {},
    { oauth },
  );
  assert.equal(textOf(await subject.server.callTool('open', {})), 'inside');
  assert.equal(oauth.opened.length, 1);
  assert.deepEqual([...oauth.stored.keys()].toSorted(), [
    `oauth ${guarded.url} of subject`,
    `oauth ${guarded.url} of subject ${guarded.issuer}`,
  ]);
  assert.deepEqual(guarded.registrations[0], {
    ...guarded.registrations[0],
    application_type: 'native',
    client_name: 'MCP Switchboard',
    token_endpoint_auth_method: 'none',
  });
  assert.ok(
    guarded.atIssuer.every(({ headers }) => headers['x-tenant'] === undefined),
    'the headers of the entry are for the server only',
  );
  const seen = JSON.stringify(subject.taps.rows);
  assert.ok(![...oauth.stored.values()].some((value) => seen.includes(value)), 'no token in the traffic');
});

test('an expired token is refreshed without a browser; an invalid refresh token needs a new sign-in', async () => {
  await using guarded = await startOAuthFixture();
  const oauth = signInUser();
  await using subject = manage({ kind: 'http', url: guarded.url, headers: {} }, {}, { oauth });
  await subject.server.start();
  guarded.expire();
  await subject.server.callTool('open', {});
  assert.deepEqual(guarded.grants, ['authorization_code', 'refresh_token']);
  assert.equal(oauth.opened.length, 1);
  guarded.expire(true);
  await subject.server.callTool('open', {});
  assert.equal(oauth.opened.length, 2);
});

test('a token that is refused in the very request that renewed it is renewed once more', async () => {
  await using guarded = await startOAuthFixture();
  let passedMs = 0;
  const stored = new Map<string, string>();
  const oauth = { ...signInUser(undefined, stored), now: () => Date.now() + passedMs };
  await using subject = manage({ kind: 'http', url: guarded.url, headers: {} }, {}, { oauth });
  await subject.server.start();
  passedMs = 3_590_000;
  const { set } = oauth.secrets;
  const revoke = async (key: string, value: string): Promise<void> => {
    await set(key, value);
    if (guarded.grants.length === 2) guarded.expire();
  };
  Object.assign(oauth.secrets, { set: revoke });
  assert.equal(textOf(await subject.server.callTool('open', {})), 'inside');
  assert.deepEqual(guarded.grants, ['authorization_code', 'refresh_token', 'refresh_token']);
  assert.equal(oauth.opened.length, 1);
});

test('a refresh token that the service does not replace is used again', async () => {
  await using guarded = await startOAuthFixture();
  guarded.keepsRefreshTokens = true;
  const oauth = { ...signInUser(), lockDir: mkdtempSync(path.join(tmpdir(), 'grants-')) };
  await using subject = manage({ kind: 'http', url: guarded.url, headers: {} }, {}, { oauth });
  await subject.server.start();
  for (let count = 0; count < 2; count++) {
    guarded.expire();
    assert.equal(textOf(await subject.server.callTool('open', {})), 'inside');
  }
  assert.deepEqual(guarded.grants, ['authorization_code', 'refresh_token', 'refresh_token']);
  assert.equal(oauth.opened.length, 1);
});

test('a code that the service refuses costs nothing that was granted before', async () => {
  await using guarded = await startOAuthFixture();
  let isSpoilt = false;
  const oauth = signInUser((url) => {
    if (isSpoilt) url.searchParams.set('code', 'of another sign-in');
    return fetch(url);
  });
  await using subject = manage({ kind: 'http', url: guarded.url, headers: {} }, {}, { oauth });
  await subject.server.start();
  const key = `oauth ${guarded.url} of subject ${guarded.issuer}`;
  const { tokens, ...grant } = JSON.parse(oauth.stored.get(key)!) as { readonly tokens: Record<string, unknown> };
  const { refresh_token: _, ...access } = tokens; // many services give none
  oauth.stored.set(key, JSON.stringify({ ...grant, tokens: access }));
  isSpoilt = true;
  guarded.want('more');
  await assert.rejects(subject.server.callTool('open', {}), { code: 'server/auth-required' });
  const kept = JSON.parse(oauth.stored.get(key)!) as { readonly tokens?: unknown };
  assert.deepEqual(kept.tokens, access);
});

test('an authorization server without metadata says nothing of PKCE: no page without the word of the user', async () => {
  await using guarded = await startOAuthFixture();
  guarded.hidesMetadata = true;
  const oauth = signInUser();
  await using subject = manage({ kind: 'http', url: guarded.url, headers: {} }, {}, { oauth });
  await assert.rejects(subject.server.start(), { code: 'server/auth-required', message: /PKCE/ });
  assert.deepEqual(oauth.opened, []);
});

test('a server that wants another kind of credentials is not looked for an authorization server', async () => {
  const asked: string[] = [];
  const server = await listen((request, response) => {
    asked.push(request.url ?? '');
    json(response, {}, 401, { 'www-authenticate': 'Basic realm="intranet"' });
  });
  const launch = { kind: 'http', url: `${server.origin}/mcp`, headers: {} } as const;
  await using subject = manage(launch, {}, { oauth: signInUser() });
  await assert.rejects(subject.server.start(), { code: 'server/auth-required', message: /Basic/ });
  assert.deepEqual([...new Set(asked)], ['/mcp']);
  await server.close();
});

test('the next session needs no browser', async () => {
  await using guarded = await startOAuthFixture();
  const first = signInUser();
  await using one = manage({ kind: 'http', url: guarded.url, headers: {} }, {}, { oauth: first });
  await one.server.start();
  const second = signInUser(undefined, first.stored);
  await using two = manage({ kind: 'http', url: guarded.url, headers: {} }, {}, { oauth: second });
  await two.server.start();
  assert.deepEqual(second.opened, []);
});

test('more scopes are requested when a call needs them, in addition to those granted', async () => {
  await using guarded = await startOAuthFixture();
  const oauth = signInUser();
  await using subject = manage({ kind: 'http', url: guarded.url, headers: {} }, {}, { oauth });
  await subject.server.start();
  guarded.want('extra');
  assert.equal(textOf(await subject.server.callTool('open', {})), 'inside');
  assert.equal(new URL(oauth.opened[1]!).searchParams.get('scope'), 'basic extra');
});

test('calls that fail together sign in together', async () => {
  await using guarded = await startOAuthFixture();
  const oauth = signInUser();
  await using subject = manage({ kind: 'http', url: guarded.url, headers: {} }, {}, { oauth });
  await subject.server.start();
  guarded.expire(true);
  await Promise.all([1, 2, 3, 4].map(() => subject.server.callTool('open', {})));
  assert.equal(oauth.opened.length, 2);
});

test('a redirect with a foreign state is ignored: the sign-in keeps waiting for the right one', async () => {
  await using guarded = await startOAuthFixture();
  const statuses: number[] = [];
  const oauth = signInUser(async (back) => {
    const forged = new URL(back);
    forged.searchParams.set('state', 'forged');
    statuses.push((await fetch(forged)).status);
    statuses.push((await fetch(back)).status);
  });
  await using subject = manage({ kind: 'http', url: guarded.url, headers: {} }, {}, { oauth });
  await subject.server.start();
  await until(() => statuses.length === 2, 'both answers');
  assert.deepEqual(statuses, [400, 200]);
});

test('a code from another issuer is refused', async () => {
  await using guarded = await startOAuthFixture();
  const oauth = signInUser(async (back) => {
    back.searchParams.set('iss', 'https://evil.example');
    await fetch(back);
  });
  await using subject = manage({ kind: 'http', url: guarded.url, headers: {} }, {}, { oauth });
  await assert.rejects(subject.server.start(), { code: 'server/auth-required' });
  assert.deepEqual(guarded.grants, [], 'the code went nowhere');
});

test('a sign-in page that is neither https nor on this machine is never opened', async () => {
  for (const url of [
    'file:///etc/passwd',
    'vscode://x/y',
    'javascript:alert(1)',
    'http://example.org/a',
    'http://127.0.0.1.evil.example/',
  ]) {
    assert.equal(isSafeToOpen(new URL(url)), false, url);
  }
  for (const url of ['https://login.example/', 'http://127.0.0.1:1/', 'http://localhost/x', 'http://[::1]:9/']) {
    assert.equal(isSafeToOpen(new URL(url)), true, url);
  }
  await using guarded = await startOAuthFixture();
  guarded.authorizeAt = 'http://example.org/authorize';
  const oauth = signInUser();
  await using subject = manage({ kind: 'http', url: guarded.url, headers: {} }, {}, { oauth });
  await assert.rejects(subject.server.start(), (error: Fault) => error.code === 'server/auth-required');
  assert.deepEqual(oauth.opened, []);
});

test('no deadline runs while the user signs in', async () => {
  await using guarded = await startOAuthFixture();
  await using silent = manage(bad('silent'), { connectTimeoutMs: 1_200, probeTimeoutMs: 600 });
  const oauth = signInUser(async (back) => {
    // A start that begins only now, and has more time, runs out of it meanwhile.
    await assert.rejects(silent.server.start(), { code: 'timeout' });
    await fetch(back);
  });
  await using subject = manage({ kind: 'http', url: guarded.url, headers: {} }, { connectTimeoutMs: 900 }, { oauth });
  await subject.server.start();
});

test('a stop ends an unfinished sign-in', async () => {
  await using guarded = await startOAuthFixture();
  const oauth = signInUser(async () => {});
  await using subject = manage({ kind: 'http', url: guarded.url, headers: {} }, {}, { oauth });
  const starting = subject.server.start();
  await until(() => oauth.opened.length === 1, 'the page is open');
  await subject.server.stop();
  await assert.rejects(starting, { code: 'cancelled' });
});

test('a check in the background never opens a browser', async () => {
  await using guarded = await startOAuthFixture();
  const oauth = signInUser();
  await using subject = manage(
    { kind: 'http', url: guarded.url, headers: {} },
    { checkEveryMs: 50 },
    { oauth, random: () => 0 },
  );
  await subject.server.start();
  guarded.expire(true);
  await until(() => subject.server.state.value.kind === 'error', 'it waits for the user');
  const state = subject.server.state.value;
  assert.equal(state.kind === 'error' && state.fault.code, 'server/auth-required');
  assert.equal(oauth.opened.length, 1);
});

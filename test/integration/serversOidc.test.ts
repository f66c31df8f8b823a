// Signing in at a real authorization server, which rotates refresh tokens and refuses what it does not know.
import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { OAuthLaunch } from '../../src/core/servers/model/launch.ts';
import type { OAuthSettings } from '../../src/core/servers/oauth/oauthParts.ts';
import { signOut } from '../../src/core/servers/oauth/signOut.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { until } from '../support/until.ts';
import { type Subject, manage, textOf } from './serversSupport.ts';
import { type OidcFixture, startOidcFixture } from './support/oidcFixture.ts';
import { signInUser } from './support/signInUser.ts';

failOnLeaks();

function signIn(fixture: OidcFixture, user = signInUser(), oauth?: OAuthLaunch): Subject & { user: typeof user } {
  const subject = manage({ kind: 'http', url: fixture.url, headers: {}, ...(oauth && { oauth }) }, {}, { oauth: user });
  return Object.assign(subject, { user });
}

const tokenRequests = ({ atIssuer }: OidcFixture): string[] =>
  atIssuer.filter((line) => line.startsWith('POST /token'));

test('a first sign-in, a restart without another one, and a token that expires during a call', async () => {
  await using fixture = await startOidcFixture();
  await using subject = signIn(fixture);
  assert.equal(textOf(await subject.server.callTool('open', {})), 'inside');
  await subject.server.stop();
  await subject.server.start();
  assert.equal(subject.user.opened.length, 1);
  fixture.expire();
  assert.equal(textOf(await subject.server.callTool('open', {})), 'inside');
  assert.equal(subject.user.opened.length, 1);
  assert.deepEqual(tokenRequests(fixture), ['POST /token authorization_code', 'POST /token refresh_token']);
});

test('a server that asks for a scope which is granted is asked three times, not for ever', async () => {
  await using fixture = await startOidcFixture();
  await using subject = signIn(fixture);
  await subject.server.start();
  await subject.server.stop();
  fixture.neverContent();
  await assert.rejects(subject.server.start(), { code: 'server/auth-required', message: /"basic".*granted/ });
  assert.ok(tokenRequests(fixture).length <= 4, tokenRequests(fixture).join('\n'));
  assert.equal(subject.user.opened.length, 1);
});

test('after some minutes a server that was never content may ask again', async (t) => {
  await using fixture = await startOidcFixture();
  await using subject = signIn(fixture);
  await subject.server.start();
  fixture.neverContent();
  const call = (): Promise<void> => assert.rejects(subject.server.callTool('open', {}), /granted/);
  await call();
  const asked = tokenRequests(fixture).length;
  await call();
  assert.equal(tokenRequests(fixture).length, asked);
  const now = performance.now.bind(performance);
  t.mock.method(performance, 'now', () => now() + 11 * 60_000);
  await call();
  assert.ok(tokenRequests(fixture).length > asked);
});

test('what was granted before is asked for again with what a later session needs', async () => {
  await using fixture = await startOidcFixture();
  await using subject = signIn(fixture);
  await subject.server.start();
  await using later = signIn(fixture, signInUser(undefined, subject.user.stored));
  await later.server.start();
  fixture.scopes.delete('basic');
  fixture.scopes.add('extra');
  assert.equal(textOf(await later.server.callTool('open', {})), 'inside');
  assert.equal(new URL(later.user.opened[0]!).searchParams.get('scope'), 'basic extra offline_access');
});

test('the scopes of the entry are asked for beside those that the server wants', async () => {
  await using fixture = await startOidcFixture();
  await using subject = signIn(fixture, signInUser(), { scopes: ['extra'] });
  await subject.server.start();
  assert.equal(new URL(subject.user.opened[0]!).searchParams.get('scope'), 'extra basic offline_access');
});

test('a refresh needs no port: one that is taken costs nothing', async () => {
  await using fixture = await startOidcFixture();
  await using subject = signIn(fixture);
  await subject.server.start();
  const redirect = new URL(new URL(subject.user.opened[0]!).searchParams.get('redirect_uri')!);
  const taken = createServer().listen(Number(redirect.port), '127.0.0.1');
  try {
    fixture.expire();
    assert.equal(textOf(await subject.server.callTool('open', {})), 'inside');
    assert.equal(subject.user.opened.length, 1);
  } finally {
    taken.close();
  }
});

test('two windows whose token expires together refresh it once', async () => {
  await using fixture = await startOidcFixture();
  const lockDir = mkdtempSync(join(tmpdir(), 'grants-'));
  const first = { ...signInUser(), lockDir };
  await using one = signIn(fixture, first);
  await using two = signIn(fixture, { ...signInUser(undefined, first.stored), lockDir });
  await one.server.start();
  await two.server.start();
  fixture.expire();
  const results = await Promise.all([one.server.callTool('open', {}), two.server.callTool('open', {})]);
  assert.deepEqual(results.map(textOf), ['inside', 'inside']);
  assert.deepEqual(tokenRequests(fixture), ['POST /token authorization_code', 'POST /token refresh_token']);
  assert.deepEqual(two.user.opened, []);
});

test('a window with an old copy of the secrets asks its user, and does not cost the other window its grant', async () => {
  await using fixture = await startOidcFixture();
  const lockDir = mkdtempSync(join(tmpdir(), 'grants-'));
  await using one = signIn(fixture, { ...signInUser(), lockDir });
  await one.server.start();
  await using two = signIn(fixture, { ...signInUser(undefined, new Map(one.user.stored)), lockDir });
  await two.server.start();
  for (const { server } of [one, two]) {
    fixture.expire();
    assert.equal(textOf(await server.callTool('open', {})), 'inside');
  }
  fixture.expire();
  assert.equal(textOf(await one.server.callTool('open', {})), 'inside');
  assert.deepEqual([one.user.opened.length, two.user.opened.length], [1, 1]);
});

test('a refresh token that was revoked needs a new sign-in, and no new registration', async () => {
  await using fixture = await startOidcFixture();
  // Another sign-in on this machine may have the usual port meanwhile; that would need a new registration.
  const settings = (): OAuthSettings => ({ clientMetadataUrl: '', callbackPort: 0, callbackHost: '127.0.0.1' });
  await using subject = signIn(fixture, { ...signInUser(), settings });
  await subject.server.start();
  fixture.expire();
  await fixture.revokeAll();
  assert.equal(textOf(await subject.server.callTool('open', {})), 'inside');
  assert.equal(subject.user.opened.length, 2);
  assert.equal(fixture.atIssuer.filter((line) => line === 'POST /reg').length, 1);
});

test('a client that is registered elsewhere is never sent to the authorization server of the server', async () => {
  await using fixture = await startOidcFixture();
  await using subject = signIn(fixture, signInUser(), { clientId: 'mine', issuer: 'https://login.example' });
  await assert.rejects(subject.server.start(), { code: 'server/auth-required', message: /https:\/\/login\.example/ });
  assert.deepEqual(subject.user.opened, []);
  assert.ok(!fixture.atIssuer.includes('POST /reg'));
});

test('more scopes than were registered are granted after a new registration', async () => {
  await using fixture = await startOidcFixture();
  await using subject = signIn(fixture);
  await subject.server.start();
  fixture.scopes.add('extra');
  assert.equal(textOf(await subject.server.callTool('open', {})), 'inside');
  assert.equal(new URL(subject.user.opened[1]!).searchParams.get('scope'), 'basic extra offline_access');
});

test('a secret with any character authenticates the client', async () => {
  const clientSecret = 'a+b%2F:c d~/=&';
  const clients = [
    {
      client_id: 'odd:id',
      client_secret: clientSecret,
      grant_types: ['client_credentials'],
      redirect_uris: [],
      response_types: [],
      token_endpoint_auth_method: 'client_secret_basic',
      scope: 'basic',
    },
  ];
  await using fixture = await startOidcFixture({ clients });
  const oauth = { clientId: 'odd:id', clientSecret, grant: 'client_credentials' } as const;
  await using subject = signIn(fixture, signInUser(), oauth);
  assert.equal(textOf(await subject.server.callTool('open', {})), 'inside');
});

test('the page says that the sign-in succeeded only after the tokens were granted', async () => {
  await using fixture = await startOidcFixture();
  const pages: string[] = [];
  const user = signInUser(async (back) => {
    back.searchParams.set('code', 'another-code');
    pages.push(await (await fetch(back)).text());
  });
  await using subject = signIn(fixture, user);
  await assert.rejects(subject.server.start(), { code: 'server/auth-required' });
  await until(() => pages.length > 0, 'the page');
  assert.match(pages[0]!, /Sign-in failed/);
});

test('signing out revokes what was granted, and forgets it', async () => {
  await using fixture = await startOidcFixture();
  await using subject = signIn(fixture);
  await subject.server.start();
  await subject.server.stop();
  const store = subject.user;
  await signOut({ kind: 'http', url: fixture.url, headers: {} }, { store, server: 'subject', step: () => {} });
  assert.deepEqual([...subject.user.stored], []);
  assert.ok(fixture.atIssuer.includes('POST /token/revocation'), fixture.atIssuer.join('\n'));
});

test('a token is renewed before it expires, and the server never sees one that has', async () => {
  await using fixture = await startOidcFixture();
  let passedMs = 0;
  const user = { ...signInUser(), now: () => Date.now() + passedMs };
  await using subject = signIn(fixture, user);
  await subject.server.start();
  const refusals = fixture.atServer.filter((status) => status === 401).length;
  passedMs = 3_590_000;
  assert.equal(textOf(await subject.server.callTool('open', {})), 'inside');
  assert.equal(fixture.atServer.filter((status) => status === 401).length, refusals);
  assert.deepEqual(tokenRequests(fixture), ['POST /token authorization_code', 'POST /token refresh_token']);
});

test('a renewal ahead of time never opens a page: only what the server refuses does', async () => {
  await using fixture = await startOidcFixture();
  let passedMs = 0;
  const user = { ...signInUser(), now: () => Date.now() + passedMs };
  await using subject = signIn(fixture, user);
  await subject.server.start();
  const refusals = (): number => fixture.atServer.filter((status) => status === 401).length;
  const before = refusals();
  passedMs = 3_590_000;
  await fixture.revokeAll();
  assert.equal(textOf(await subject.server.callTool('open', {})), 'inside');
  assert.deepEqual([refusals() - before, user.opened.length], [1, 2]);
});

test('tokens are bound to a key where the authorization server can do it, also after a restart', async () => {
  await using fixture = await startOidcFixture({ dpop: true });
  await using subject = signIn(fixture);
  assert.equal(textOf(await subject.server.callTool('open', {})), 'inside');
  await using later = signIn(fixture, signInUser(undefined, subject.user.stored));
  assert.equal(textOf(await later.server.callTool('open', {})), 'inside');
  fixture.expire();
  assert.equal(textOf(await later.server.callTool('open', {})), 'inside');
  assert.deepEqual(later.user.opened, [], 'the refresh was signed with the key that is kept');
});

test('a sign-in is recorded step by step, in the order of its exchanges, and without its secrets', async () => {
  await using fixture = await startOidcFixture();
  await using subject = signIn(fixture);
  await subject.server.start();
  const steps = subject.server.signInSteps;
  assert.deepEqual(
    steps.map(({ kind, verdict }) => `${kind} ${verdict}`),
    [
      'challenge ok',
      'resourceMetadata ok',
      'serverMetadata ok',
      'registration ok',
      'page ok',
      'callback ok',
      'token ok',
    ],
  );
  fixture.expire();
  await fixture.revokeAll();
  await subject.server.callTool('open', {});
  const again = subject.server.signInSteps.slice(steps.length);
  assert.equal(again.find(({ kind }) => kind === 'refresh')?.actor, 'client');
  const rows = subject.taps.texts('state').filter((text) => text.startsWith('sign-in: '));
  assert.equal(rows.length, subject.server.signInSteps.length, 'each is a row of the traffic too');
  const shown = JSON.stringify([subject.server.signInSteps, subject.taps.rows]);
  assert.ok(fixture.secrets.size >= 8, [...fixture.secrets].join());
  for (const secret of fixture.secrets) assert.ok(!shown.includes(secret), secret);
});

test('a stored token that is valid adds no request to a start', async () => {
  await using fixture = await startOidcFixture();
  await using subject = signIn(fixture);
  await subject.server.start();
  await subject.server.stop();
  const [issued, served] = [fixture.atIssuer.length, fixture.atServer.length];
  await subject.server.start();
  await subject.server.stop();
  assert.equal(fixture.atIssuer.length, issued);
  assert.ok(!fixture.atServer.slice(served).includes(401));
});

test('an authorization server that is away costs no sign-in: the user is told, and the next call renews', async () => {
  await using fixture = await startOidcFixture();
  await using subject = signIn(fixture);
  await subject.server.start();
  await subject.server.stop();
  fixture.expire();
  fixture.isAway = true;
  await assert.rejects(subject.server.start(), { code: 'server/auth-required', message: /not available/ });
  assert.equal(subject.user.opened.length, 1, 'no page is opened for it');
  fixture.isAway = false;
  await subject.server.start();
  assert.equal(subject.user.opened.length, 1);
});

test('a challenge after one of another scheme is found', async () => {
  await using fixture = await startOidcFixture({ challengesBefore: 'Basic realm="staff, only"' });
  await using subject = signIn(fixture);
  await subject.server.start();
  assert.equal(new URL(subject.user.opened[0]!).searchParams.get('scope'), 'basic offline_access');
});

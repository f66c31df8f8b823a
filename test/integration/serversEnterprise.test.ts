// Enterprise-managed authorization (ID-JAG): the user signs in at an identity provider, which vouches for them.
import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { signOut } from '../../src/core/servers/oauth/signOut.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { type Subject, manage, textOf } from './serversSupport.ts';
import { type EnterpriseFixture, startEnterpriseFixture } from './support/enterpriseFixture.ts';
import { json, listen } from './support/oauthFixture.ts';
import { signInUser } from './support/signInUser.ts';

failOnLeaks();

function launch({ guarded, oauth }: EnterpriseFixture): Parameters<typeof manage>[0] & { kind: 'http' } {
  return { kind: 'http', url: guarded.url, headers: {}, oauth };
}

function signIn(fixture: EnterpriseFixture, user = signInUser()): Subject & { user: typeof user } {
  return Object.assign(manage(launch(fixture), {}, { oauth: user }), { user });
}

const tokenRequests = ({ identity }: EnterpriseFixture): string[] =>
  identity.atIssuer
    .filter((line) => line.startsWith('POST /token'))
    .map((line) => line.slice('POST /token '.length).replace('urn:ietf:params:oauth:grant-type:', ''));

test('the user signs in once at the identity provider, and each exchange is a step without secrets', async () => {
  await using fixture = await startEnterpriseFixture();
  await using subject = signIn(fixture);
  assert.equal(textOf(await subject.server.callTool('open', {})), 'inside');
  const { signInSteps: steps } = subject.server;
  const kinds = steps.map(({ kind }) => kind);
  assert.deepEqual(
    kinds.filter((kind, at) => kind !== kinds[at - 1]),
    [
      'challenge',
      'resourceMetadata',
      'serverMetadata',
      'identityMetadata',
      'page',
      'callback',
      'identityToken',
      'identityProvider',
      'token',
    ],
  );
  assert.deepEqual(
    steps.filter(({ verdict }) => verdict !== 'ok'),
    [],
  );
  const page = new URL(subject.user.opened[0]!);
  assert.equal(page.origin, fixture.identity.issuer);
  assert.deepEqual(
    [page.searchParams.get('scope'), page.searchParams.get('code_challenge_method')],
    ['openid offline_access', 'S256'],
  );
  const secrets = [...fixture.identity.secrets, ...fixture.guarded.secrets];
  assert.ok(secrets.length >= 8, `${secrets.length} values`);
  for (const secret of secrets) assert.ok(!JSON.stringify(steps).includes(secret), secret);
});

test('an access token that expires is had again without the user, by the identity token that is kept', async () => {
  await using fixture = await startEnterpriseFixture();
  await using subject = signIn(fixture);
  await subject.server.start();
  await subject.server.stop();
  fixture.guarded.expire();
  assert.equal(textOf(await subject.server.callTool('open', {})), 'inside');
  assert.equal(subject.user.opened.length, 1);
  assert.deepEqual(tokenRequests(fixture), ['authorization_code', 'token-exchange', 'token-exchange']);
});

test('an identity token that expires is renewed at the identity provider', async () => {
  await using fixture = await startEnterpriseFixture();
  const user = signInUser();
  let laterMs = 0;
  await using subject = signIn(fixture, Object.assign(user, { now: () => Date.now() + laterMs }));
  await subject.server.start();
  laterMs = 3_600_000;
  fixture.guarded.expire();
  assert.equal(textOf(await subject.server.callTool('open', {})), 'inside');
  assert.equal(user.opened.length, 1);
  assert.deepEqual(tokenRequests(fixture), ['authorization_code', 'token-exchange', 'refresh_token', 'token-exchange']);
  assert.equal(subject.server.signInSteps.at(-3)?.kind, 'identityToken');
});

test('a window with an old copy of the secrets does not cost the other window its identity', async () => {
  await using fixture = await startEnterpriseFixture();
  const lockDir = mkdtempSync(path.join(tmpdir(), 'grants-'));
  let laterMs = 0;
  const more = { lockDir, now: () => Date.now() + laterMs };
  await using one = signIn(fixture, Object.assign(signInUser(), more));
  await one.server.start();
  await using two = signIn(fixture, Object.assign(signInUser(undefined, new Map(one.user.stored)), more));
  await two.server.start();
  for (const { server } of [one, two, one]) {
    laterMs += 3_600_000;
    fixture.guarded.expire();
    assert.equal(textOf(await server.callTool('open', {})), 'inside');
  }
  assert.deepEqual([one.user.opened.length, two.user.opened.length], [1, 1]);
});

test('a session that the identity provider has ended needs a new sign-in there', async () => {
  await using fixture = await startEnterpriseFixture();
  await using subject = signIn(fixture);
  await subject.server.start();
  fixture.guarded.expire();
  fixture.endSessions();
  await fixture.identity.revokeAll();
  assert.equal(textOf(await subject.server.callTool('open', {})), 'inside');
  assert.equal(subject.user.opened.length, 2);
});

/** An identity provider that says what a test wants. */
async function startIdentityProvider(claims: (issuer: string) => object): Promise<Awaited<ReturnType<typeof listen>>> {
  const provider = await listen((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', provider.origin);
    if (pathname === '/.well-known/oauth-authorization-server') return json(response, metadataOf(provider.origin));
    if (pathname === '/token') {
      const text = ['{}', JSON.stringify(claims(provider.origin)), 'signature'];
      const idToken = text.map((part) => Buffer.from(part).toString('base64url')).join('.');
      return json(response, { access_token: 'access', token_type: 'Bearer', id_token: idToken });
    }
    const back = new URL(searchParams.get('redirect_uri') ?? 'http://127.0.0.1');
    back.search = String(new URLSearchParams({ code: 'code', state: searchParams.get('state') ?? '' }));
    return response.writeHead(302, { location: back.href }).end();
  });
  return provider;
}

function metadataOf(issuer: string): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
  };
}

test('an identity token for another client, or of another provider, is neither kept nor passed on', async () => {
  await using fixture = await startEnterpriseFixture();
  for (const wrong of [{ aud: 'another client' }, { iss: 'https://another.example' }]) {
    const provider = await startIdentityProvider((iss) => ({ iss, aud: 'desk', exp: 4_000_000_000, ...wrong }));
    const { oauth } = fixture;
    const identityProvider = { ...oauth.identityProvider, issuer: provider.origin };
    await using subject = signIn({ ...fixture, oauth: { ...oauth, identityProvider } });
    await assert.rejects(subject.server.start(), { code: 'server/auth-required', message: /identity/i });
    assert.ok(![...subject.user.stored.values()].some((value) => value.includes('id_token')));
    await provider.close();
  }
  assert.ok(!fixture.guarded.atIssuer.some((line) => line.startsWith('POST /token')));
});

test('where no user may be asked, none is', async () => {
  await using fixture = await startEnterpriseFixture();
  const user = signInUser();
  await using subject = signIn(fixture, { ...user, ask: { ...user.ask, isUnattended: true } });
  await assert.rejects(subject.server.start(), { code: 'server/auth-required' });
  assert.deepEqual([user.opened, tokenRequests(fixture)], [[], []]);
});

test('a user who says no at the identity provider is told, and nothing is kept', async () => {
  await using fixture = await startEnterpriseFixture({ denies: true });
  await using subject = signIn(fixture);
  await assert.rejects(subject.server.start(), { code: 'server/auth-required', message: /denied the request/ });
  assert.deepEqual([...subject.user.stored], []);
});

test('signing out forgets the identity too, and revokes it', async () => {
  await using fixture = await startEnterpriseFixture();
  await using subject = signIn(fixture);
  await subject.server.start();
  await subject.server.stop();
  await signOut(launch(fixture), { store: subject.user, server: 'subject', step: () => {} });
  assert.deepEqual([...subject.user.stored], []);
  assert.ok(fixture.identity.atIssuer.includes('POST /token/revocation'), fixture.identity.atIssuer.join('\n'));
});

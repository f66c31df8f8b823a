// What was granted, and to which entry it belongs: kept, begun again, taken over, given back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fault } from '../../src/base/fault.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { openGuarded } from './support/guardedCore.ts';
import { startOidcFixture } from './support/oidcFixture.ts';

failOnLeaks();

test('a sign-in begins again where the user says: at any of its steps', async () => {
  await using fixture = await startOidcFixture();
  await using opened = await openGuarded(fixture.url);
  const { core, user } = opened;
  await core.server('guarded').start();
  const since = (): readonly string[] =>
    fixture.atIssuer.splice(0).filter((line) => !line.includes('/auto/') && line.startsWith('POST'));
  assert.deepEqual(since(), ['POST /reg', 'POST /token authorization_code']);
  await core.signInAgain('guarded', 'refresh');
  assert.deepEqual(since(), ['POST /token refresh_token']);
  await core.signInAgain('guarded', 'page');
  assert.deepEqual(since(), ['POST /token authorization_code']);
  await core.signInAgain('guarded', 'registration');
  assert.deepEqual(since(), ['POST /reg', 'POST /token authorization_code']);
  await core.signInAgain('guarded', 'discovery');
  assert.deepEqual(since(), ['POST /reg', 'POST /token authorization_code']);
  assert.equal(user.opened.length, 4);
  const { token } = await core.signIn('guarded');
  assert.deepEqual([token?.claims?.['aud'], token?.doubts], [fixture.url, []]);
  await core.reset('guarded', ['signIn']);
  assert.equal((await core.signIn('guarded')).token, undefined);
});

test('a revocation is a step of the sign-in and a row of the traffic', async () => {
  await using fixture = await startOidcFixture();
  await using opened = await openGuarded(fixture.url);
  const { core } = opened;
  await core.server('guarded').start();
  await core.reset('guarded', ['signIn']);
  const revocations = core.server('guarded').signInSteps.filter(({ kind }) => kind === 'revocation');
  assert.deepEqual(
    revocations.map(({ status, requestBody = '' }) => `${status} ${requestBody.replace(/&client_id=.*/, '')}`),
    ['200 token=[redacted]&token_type_hint=refresh_token', '400 token=[redacted]&token_type_hint=access_token'],
  );
  const rows = core.traffic.recent(0, 500).rows.filter(({ preview }) => preview.includes('sign-in: revocation'));
  assert.equal(rows.length, 2);
});

test('a service that cannot be told of a sign-out is named in a step', async () => {
  const fixture = await startOidcFixture();
  await using opened = await openGuarded(fixture.url);
  const { core, user } = opened;
  await core.server('guarded').start();
  await fixture[Symbol.asyncDispose]();
  await core.reset('guarded', ['signIn']);
  const last = core.server('guarded').signInSteps.at(-1);
  assert.equal(last?.kind, 'revocation');
  assert.match(last?.sentence ?? '', /not revoked/);
  assert.equal(user.stored.size, 0, 'it is forgotten all the same');
});

test('two entries with one URL have two accounts, and signing out of one leaves the other', async () => {
  await using fixture = await startOidcFixture();
  await using opened = await openGuarded(fixture.url, ['work', 'home']);
  const { core, user } = opened;
  await core.server('work').start();
  await core.server('home').start();
  assert.equal(user.opened.length, 2);
  await core.reset('work', ['signIn']);
  assert.equal((await core.signIn('work')).token, undefined);
  assert.equal((await core.signIn('home')).token?.issuer, fixture.issuer);
  await core.server('home').restart();
  assert.equal(user.opened.length, 2);
});

test('what entries with one URL shared before is taken over by the first of them, and by no other', async () => {
  await using fixture = await startOidcFixture();
  await using opened = await openGuarded(fixture.url, ['work', 'home']);
  const { core, user } = opened;
  await core.server('work').start();
  await core.server('work').stop();
  const shared = Array.from(user.stored, ([key, value]) => [key.replace(' of work', ''), value] as const);
  user.stored.clear();
  for (const [key, value] of shared) user.stored.set(key, value);
  await Promise.all([core.server('home').start(), core.server('work').start()]);
  assert.equal(user.opened.length, 2, 'one of the two had to sign in');
  assert.ok(![...user.stored.keys()].includes(`oauth ${fixture.url}`));
});

test('an issuer that differs by a slash at its end, either way, is noted and signed in to', async () => {
  for (const [named, called] of [
    ['', '/'],
    ['/', ''],
  ] as const) {
    await using fixture = await startOidcFixture({ issuerEnd: called });
    fixture.moveTo(`${new URL(fixture.url).protocol}//${new URL(fixture.issuer).host}${named}`);
    await using opened = await openGuarded(fixture.url);
    await opened.core.server('guarded').start();
    const step = opened.core.server('guarded').signInSteps.find(({ kind }) => kind === 'serverMetadata');
    assert.deepEqual([step?.verdict, step?.rule], ['deviation', 'RFC 8414 3.3']);
  }
});

test('a sign-in that fails says who must act, and the sentence of the step that failed', async () => {
  await using denying = await startOidcFixture({ denies: true });
  await using denied = await openGuarded(denying.url);
  await assert.rejects(denied.core.server('guarded').start(), (fault: Fault) => fault.data?.['actor'] === 'user');
  await using away = await startOidcFixture();
  away.isAway = true;
  await using failed = await openGuarded(away.url);
  await assert.rejects(failed.core.server('guarded').start(), (fault: Fault) => {
    assert.equal(fault.message, 'Signing in failed: The service refused: HTTP 503');
    return fault.data?.['actor'] === 'authorizationServer';
  });
  const steps = failed.core.server('guarded').signInSteps;
  assert.deepEqual([steps.at(-1)?.kind, steps.at(-1)?.actor], ['failed', 'authorizationServer']);
});

test('until when the user is signed in is told with the server, and changes with each renewal', async () => {
  await using fixture = await startOidcFixture();
  await using opened = await openGuarded(fixture.url);
  const { core } = opened;
  const shown = (): string | undefined => core.snapshot.value.servers.find(({ id }) => id === 'guarded')?.signedIn;
  await core.server('guarded').start();
  assert.match(shown() ?? '', /^Signed in until .*renewed automatically$/);
  const before = core.server('guarded').signedIn.value?.expiresAt ?? 0;
  await core.signInAgain('guarded', 'refresh');
  assert.ok((core.server('guarded').signedIn.value?.expiresAt ?? 0) > before);
  await core.reset('guarded', ['signIn']);
  assert.equal(shown(), undefined);
});

// What a user is asked, and what an authorization server must say, before anything is sent there.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { mock, test } from 'node:test';
import type { AskPort } from '../../src/core/ports/ports.ts';
import type { OAuthSettings } from '../../src/core/servers/oauth/oauthParts.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { until } from '../support/until.ts';
import { freePort, manage, textOf } from './serversSupport.ts';
import { startOidcFixture } from './support/oidcFixture.ts';
import { startOAuthFixture } from './support/oauthFixture.ts';
import { browse, signInUser } from './support/signInUser.ts';

failOnLeaks();

interface Answers extends Partial<Pick<AskPort, 'choose' | 'text' | 'pick' | 'externalUri' | 'openExternal'>> {
  readonly settings?: Partial<OAuthSettings>;
}

function subjectFor(url: string, { settings, ...answers }: Answers = {}, stored = new Map<string, string>()) {
  const user = signInUser(undefined, stored);
  const oauth = {
    ...user,
    ask: { ...user.ask, ...answers },
    settings: () => ({ clientMetadataUrl: '', callbackPort: 0, callbackHost: '127.0.0.1', ...settings }),
  };
  return Object.assign(manage({ kind: 'http', url, headers: {} }, {}, { oauth }), { user });
}

const redirectOf = (page: string | undefined): string => new URL(page!).searchParams.get('redirect_uri')!;

test('where documents about clients are known, ours is used and nothing is registered', async () => {
  const url = 'https://switchboard.example/oauth/client.json';
  const content = JSON.parse(readFileSync(new URL('../../docs/oauth/client.json', import.meta.url), 'utf8')) as object;
  await using fixture = await startOidcFixture({ document: { url, content: { ...content, client_id: url } } });
  await using subject = subjectFor(fixture.url, { settings: { clientMetadataUrl: url } });
  assert.equal(textOf(await subject.server.callTool('open', {})), 'inside');
  assert.equal(new URL(subject.user.opened[0]!).searchParams.get('client_id'), url);
  assert.ok(!fixture.atIssuer.includes('POST /reg'));
  await using later = subjectFor(fixture.url, {}, subject.user.stored);
  fixture.expire();
  await later.server.start();
  assert.ok(!fixture.atIssuer.includes('POST /reg'), 'a refresh is sent as the client that has the grant');
  fixture.expire();
  await fixture.revokeAll();
  assert.equal(textOf(await later.server.callTool('open', {})), 'inside');
  assert.notEqual(new URL(later.user.opened[0]!).searchParams.get('client_id'), url, 'of a setting that is no more');
});

test('a registration for another port is not used: a new one is made', async () => {
  await using fixture = await startOidcFixture();
  await using subject = subjectFor(fixture.url);
  await subject.server.start();
  const taken = createServer().listen(Number(new URL(redirectOf(subject.user.opened[0])).port), '127.0.0.1');
  try {
    fixture.expire();
    await fixture.revokeAll();
    assert.equal(textOf(await subject.server.callTool('open', {})), 'inside');
    assert.notEqual(redirectOf(subject.user.opened[1]), redirectOf(subject.user.opened[0]));
    assert.equal(fixture.atIssuer.filter((line) => line === 'POST /reg').length, 2);
  } finally {
    taken.close();
  }
});

test('the browser returns to the port and the host of the settings', async () => {
  await using fixture = await startOidcFixture();
  const callbackPort = await freePort();
  await using subject = subjectFor(fixture.url, { settings: { callbackPort, callbackHost: 'localhost' } });
  await subject.server.start();
  assert.equal(redirectOf(subject.user.opened[0]), `http://localhost:${callbackPort}/callback`);
});

test('in a remote window the browser returns to the address that leads to us', async () => {
  await using fixture = await startOidcFixture();
  const far = 'http://127.0.0.1:1/forwarded';
  let near = '';
  await using subject = subjectFor(fixture.url, {
    externalUri: async (url) => ((near = url), far),
    openExternal: async (page) => {
      assert.equal(redirectOf(page), far);
      const { search } = await browse(page);
      void fetch(near + search).catch(() => {});
      return true;
    },
  });
  await subject.server.start();
});

test('an authorization server that does not say that it knows PKCE is asked about once', async () => {
  await using fixture = await startOidcFixture({ tellsPkce: false });
  await using refused = subjectFor(fixture.url, { choose: async () => undefined });
  await assert.rejects(refused.server.start(), { code: 'server/auth-required', message: /PKCE/ });
  assert.ok(!fixture.atIssuer.includes('POST /reg'));
  const questions: string[] = [];
  await using subject = subjectFor(fixture.url, {
    choose: async ({ title, choices }) => (questions.push(title), choices[0]),
  });
  await subject.server.start();
  await subject.server.stop();
  fixture.expire();
  await fixture.revokeAll();
  await subject.server.start();
  assert.equal(subject.user.opened.length, 2);
  assert.equal(questions.length, 1);
});

test('where nobody is registered, the user is asked for a client, and its id is kept', async () => {
  const clients = [
    {
      client_id: 'made-there',
      redirect_uris: ['http://127.0.0.1/callback'],
      application_type: 'native',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      scope: 'basic extra offline_access',
    },
  ];
  await using fixture = await startOidcFixture({ registers: false, clients });
  await using silent = subjectFor(fixture.url);
  await assert.rejects(silent.server.start(), { code: 'server/auth-required', message: /registers no client/ });
  const asked: boolean[] = [];
  await using subject = subjectFor(fixture.url, {
    text: async ({ secret }) => (asked.push(secret), secret ? '' : 'made-there'),
  });
  await subject.server.start();
  await subject.server.stop();
  fixture.expire();
  await fixture.revokeAll();
  await subject.server.start();
  assert.deepEqual(asked, [false, true]);
});

test('of several authorization servers the user chooses one, and is not asked again', async () => {
  await using other = await startOAuthFixture();
  await using fixture = await startOidcFixture({ moreIssuers: [other.issuer] });
  const offered: (readonly string[])[] = [];
  await using subject = subjectFor(fixture.url, {
    pick: async (_title, options) => (offered.push(options), options.find((each) => each === fixture.issuer)),
  });
  await subject.server.start();
  await subject.server.stop();
  fixture.expire();
  await subject.server.start();
  assert.deepEqual(offered, [[other.issuer, fixture.issuer]]);
  assert.deepEqual(other.atIssuer, []);
});

test('a browser that cannot reach us: the user pastes the address at which it ended', async () => {
  await using fixture = await startOidcFixture();
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    let ended = '';
    const pasted = ['http://127.0.0.1/callback?code=x&state=of-another'];
    await using subject = subjectFor(fixture.url, {
      openExternal: async (page) => ((ended = (await browse(page)).href), true),
      choose: async ({ choices }) => choices[0],
      text: async () => pasted.shift() ?? ended,
    });
    const started = subject.server.start();
    await until(() => ended !== '', 'the browser ended');
    mock.timers.tick(30_000);
    await started;
    assert.deepEqual(pasted, []);
  } finally {
    mock.timers.reset();
  }
});

test('a fresh token that the server refuses is told apart from a missing one', async () => {
  await using fixture = await startOidcFixture({ audience: 'https://elsewhere.example/mcp' });
  await using subject = subjectFor(fixture.url);
  await assert.rejects(subject.server.start(), {
    code: 'server/auth-required',
    message: /just granted: it is for https:\/\/elsewhere\.example\/mcp, not for/,
  });
  assert.equal(subject.user.opened.length, 1);
});

test('a document that the authorization server does not take: the user registers instead', async () => {
  const url = 'https://switchboard.example/oauth/client.json';
  await using fixture = await startOidcFixture({
    document: { url, content: { client_id: 'https://another.example/' } },
  });
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    const pages: string[] = [];
    await using subject = subjectFor(fixture.url, {
      settings: { clientMetadataUrl: url },
      // The first page is one of the authorization server that says what is wrong, and leads nowhere.
      openExternal: async (page) => {
        if (pages.push(page) > 1) void browse(page).then((back) => fetch(back));
        return true;
      },
      choose: async ({ choices }) => choices.find((choice) => choice === 'Register Instead'),
    });
    const started = subject.server.start();
    await until(() => pages.length === 1, 'the first page');
    mock.timers.tick(30_000);
    await started;
    assert.ok(fixture.atIssuer.includes('POST /reg'));
  } finally {
    mock.timers.reset();
  }
});

test('an authorization server that has forgotten us says so on its own page: the user registers again', async () => {
  await using fixture = await startOidcFixture();
  const pages: string[] = [];
  const titles: string[] = [];
  await using subject = subjectFor(fixture.url, {
    // The second page leads nowhere.
    openExternal: async (page) => {
      if (pages.push(page) !== 2) void browse(page).then((back) => fetch(back));
      return true;
    },
    choose: async ({ title, choices }) => {
      titles.push(title);
      return choices.find((choice) => choice === 'Register Again');
    },
  });
  await subject.server.start();
  await fixture.revokeAll();
  fixture.expire();
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    const called = subject.server.callTool('open', {});
    await until(() => pages.length === 2, 'the second page');
    mock.timers.tick(30_000);
    assert.equal(textOf(await called), 'inside');
    assert.equal(fixture.atIssuer.filter((line) => line === 'POST /reg').length, 2);
    assert.match(titles[0] ?? '', /refuses this address.*callbackHost.*does not know the client/);
  } finally {
    mock.timers.reset();
  }
});

test('a page that the user cancels ends the sign-in with the reason, and keeps nothing', async () => {
  await using fixture = await startOidcFixture({ denies: true });
  await using subject = subjectFor(fixture.url);
  await assert.rejects(subject.server.start(), { code: 'server/auth-required', message: /denied/ });
  assert.equal(subject.server.signInSteps.findLast(({ kind }) => kind === 'callback')?.verdict, 'wrong');
  assert.ok(![...subject.user.stored.values()].some((value) => value.includes('"tokens"')));
});

test('a call that is refused after a sign-in says that it is the new token which the server does not take', async () => {
  await using first = await startOidcFixture();
  await using subject = subjectFor(first.url);
  await subject.server.start();
  await using second = await startOidcFixture();
  first.moveTo(second.issuer);
  first.expire();
  await assert.rejects(subject.server.callTool('open', {}), {
    code: 'server/auth-required',
    message: /refuses the token that was just granted: it is for/,
  });
  assert.equal(subject.user.opened.length, 2);
});

test('a server that suddenly names another authorization server gets no credentials of the first', async () => {
  await using first = await startOidcFixture();
  await using subject = subjectFor(first.url);
  await subject.server.start();
  await subject.server.stop();
  await using second = await startOAuthFixture();
  first.moveTo(second.issuer);
  first.expire();
  await assert.rejects(subject.server.start(), { code: 'server/auth-required' });
  assert.equal(subject.user.opened.length, 2, 'the user is asked again');
  assert.deepEqual(second.grants, ['authorization_code'], 'no refresh token of the first is sent to the second');
  assert.equal(second.registrations.length, 1);
});

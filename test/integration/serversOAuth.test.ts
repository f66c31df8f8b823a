// Signing in: what is ours beside the protocol itself, which the conformance suite judges.
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { Fault } from '../../src/base/fault.ts';
import type { SecretsPort } from '../../src/core/ports/ports.ts';
import type { OAuthParts } from '../../src/core/servers/oauth/authSession.ts';
import { isSafeToOpen } from '../../src/core/servers/oauth/authSession.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { until } from '../support/until.ts';
import { bad, manage, textOf } from './serversSupport.ts';

failOnLeaks();

interface Town extends AsyncDisposable {
  readonly url: string;
  readonly issuer: string;
  /** Everything that reached the authorization server, with its headers. */
  readonly atIssuer: { readonly path: string; readonly headers: IncomingMessage['headers'] }[];
  readonly grants: string[];
  readonly registrations: { redirect_uris: string[] }[];
  /** Every token so far is worthless; refresh tokens still work unless told otherwise. */
  expire(alsoRefresh?: boolean): void;
  /** From now on this scope is wanted as well. */
  want(scope: string): void;
  authorizeAt: string | undefined;
}

/** An authorization server and an MCP server that trusts it, both on this machine. */
async function town(): Promise<Town> {
  const valid = new Map<string, string>();
  const refreshable = new Set<string>();
  const codes = new Map<string, { challenge: string; scope: string; redirect: string }>();
  const scopes = new Set(['basic']);
  const state = {
    grants: [] as string[],
    atIssuer: [] as Town['atIssuer'][number][],
    registrations: [] as Town['registrations'],
  };
  const result = { authorizeAt: undefined as string | undefined };

  const give = (scope: string): object => {
    const [access, refresh] = [randomUUID(), randomUUID()];
    valid.set(access, scope);
    refreshable.add(refresh);
    return { access_token: access, refresh_token: refresh, token_type: 'Bearer', expires_in: 3_600, scope };
  };
  const authServer = await listen(async (request, response, body) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    state.atIssuer.push({ path: url.pathname, headers: request.headers });
    switch (url.pathname) {
      case '/.well-known/oauth-authorization-server':
        return json(response, {
          issuer,
          authorization_endpoint: result.authorizeAt ?? `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          registration_endpoint: `${issuer}/register`,
          response_types_supported: ['code'],
          code_challenge_methods_supported: ['S256'],
          authorization_response_iss_parameter_supported: true,
        });
      case '/register': {
        const client = JSON.parse(body) as { redirect_uris: string[] };
        state.registrations.push(client);
        return json(response, { ...client, client_id: `client-${state.registrations.length}` }, 201);
      }
      case '/authorize': {
        const query = Object.fromEntries(url.searchParams);
        const code = randomUUID();
        codes.set(code, {
          challenge: query['code_challenge']!,
          scope: query['scope'] ?? '',
          redirect: query['redirect_uri']!,
        });
        const back = new URL(query['redirect_uri']!);
        for (const [key, value] of Object.entries({ code, state: query['state']!, iss: issuer }))
          back.searchParams.set(key, value);
        response.writeHead(302, { location: back.href });
        return response.end();
      }
      case '/token': {
        const form = new URLSearchParams(body);
        const grant = form.get('grant_type')!;
        state.grants.push(grant);
        if (grant === 'refresh_token') {
          return refreshable.delete(form.get('refresh_token') ?? '')
            ? json(response, give([...scopes].join(' ')))
            : json(response, { error: 'invalid_grant' }, 400);
        }
        const found = codes.get(form.get('code') ?? '');
        const proof = createHash('sha256')
          .update(form.get('code_verifier') ?? '')
          .digest('base64url');
        if (!found || found.challenge !== proof || form.get('redirect_uri') !== found.redirect)
          return json(response, { error: 'invalid_grant' }, 400);
        return json(response, give(found.scope));
      }
      default:
        return json(response, {}, 404);
    }
  });
  const issuer = authServer.origin;
  const resource = await listen(async (request, response, body) => {
    const metadata = `${resource.origin}/.well-known/oauth-protected-resource/mcp`;
    if (request.url?.startsWith('/.well-known/oauth-protected-resource')) {
      return json(response, { resource: `${resource.origin}/mcp`, authorization_servers: [issuer] });
    }
    if (request.url !== '/mcp') return json(response, {}, 404);
    const granted = valid.get(request.headers.authorization?.replace('Bearer ', '') ?? '');
    const challenge = `Bearer resource_metadata="${metadata}", scope="${[...scopes].join(' ')}"`;
    if (granted === undefined) return json(response, {}, 401, { 'www-authenticate': challenge });
    if ([...scopes].some((scope) => !granted.split(' ').includes(scope))) {
      return json(response, {}, 403, { 'www-authenticate': `${challenge}, error="insufficient_scope"` });
    }
    return answer(response, body);
  });
  return Object.assign(result, state, {
    url: `${resource.origin}/mcp`,
    issuer,
    expire: (alsoRefresh = false) => {
      valid.clear();
      if (alsoRefresh) refreshable.clear();
    },
    want: (scope: string) => void scopes.add(scope),
    [Symbol.asyncDispose]: async () => {
      await authServer.close();
      await resource.close();
    },
  });
}

/** The smallest legacy server over HTTP. */
function answer(response: ServerResponse, body: string): void {
  const { id, method, params } = JSON.parse(body || '{}') as {
    id?: number;
    method?: string;
    params?: { protocolVersion: string };
  };
  if (id === undefined) return void response.writeHead(202).end();
  const results: Record<string, unknown> = {
    initialize: {
      protocolVersion: params?.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'guarded', version: '1' },
    },
    'tools/list': { tools: [{ name: 'open', inputSchema: { type: 'object' } }] },
    'tools/call': { content: [{ type: 'text', text: 'inside' }] },
  };
  const result = results[method ?? ''];
  json(response, {
    jsonrpc: '2.0',
    id,
    ...(result ? { result } : { error: { code: -32_601, message: 'Method not found' } }),
  });
}

type Handle = (request: IncomingMessage, response: ServerResponse, body: string) => unknown;

async function listen(handle: Handle): Promise<{ origin: string; close(): Promise<void> }> {
  const server: Server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    handle(request, response, body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

function json(response: ServerResponse, value: unknown, status = 200, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
}

interface Person extends OAuthParts {
  readonly opened: string[];
  readonly stored: Map<string, string>;
}

/** Signs in at once; what the browser does on the way back can be changed. */
function person(
  comeBack: (url: URL) => Promise<unknown> = (url) => fetch(url),
  stored = new Map<string, string>(),
): Person {
  const opened: string[] = [];
  const secrets: SecretsPort = {
    get: async (key) => stored.get(key),
    set: async (key, value) => void stored.set(key, value),
    delete: async (key) => void stored.delete(key),
  };
  const openExternal = async (url: string): Promise<boolean> => {
    opened.push(url);
    const { headers } = await fetch(url, { redirect: 'manual' });
    void comeBack(new URL(headers.get('location')!)).catch(() => {});
    return true;
  };
  return { secrets, stored, opened, ask: { openExternal }, clientName: 'MCP Switchboard' };
}

test('the whole way: registration, PKCE, the browser, and tokens kept by issuer and resource', async () => {
  await using guarded = await town();
  const oauth = person();
  await using subject = manage(
    { kind: 'http', url: guarded.url, headers: { 'x-tenant': 'secret-of-the-entry' } },
    {},
    { oauth },
  );
  assert.equal(textOf(await subject.server.callTool('open', {})), 'inside');
  assert.equal(oauth.opened.length, 1);
  assert.deepEqual([...oauth.stored.keys()].toSorted(), [
    `oauth ${guarded.url}`,
    `oauth ${guarded.url} ${guarded.issuer}`,
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

test('an expired token is refreshed without a browser; a worthless refresh token asks the person again', async () => {
  await using guarded = await town();
  const oauth = person();
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

test('the next session needs no browser', async () => {
  await using guarded = await town();
  const first = person();
  await using one = manage({ kind: 'http', url: guarded.url, headers: {} }, {}, { oauth: first });
  await one.server.start();
  const second = person(undefined, first.stored);
  await using two = manage({ kind: 'http', url: guarded.url, headers: {} }, {}, { oauth: second });
  await two.server.start();
  assert.deepEqual(second.opened, []);
});

test('more rights are asked for when a call needs them, on top of those granted', async () => {
  await using guarded = await town();
  const oauth = person();
  await using subject = manage({ kind: 'http', url: guarded.url, headers: {} }, {}, { oauth });
  await subject.server.start();
  guarded.want('extra');
  assert.equal(textOf(await subject.server.callTool('open', {})), 'inside');
  assert.equal(new URL(oauth.opened[1]!).searchParams.get('scope'), 'basic extra');
});

test('calls that fail together sign in together', async () => {
  await using guarded = await town();
  const oauth = person();
  await using subject = manage({ kind: 'http', url: guarded.url, headers: {} }, {}, { oauth });
  await subject.server.start();
  guarded.expire(true);
  await Promise.all([1, 2, 3, 4].map(() => subject.server.callTool('open', {})));
  assert.equal(oauth.opened.length, 2);
});

test('an answer with a foreign state is not ours: the sign-in goes on waiting for the right one', async () => {
  await using guarded = await town();
  const statuses: number[] = [];
  const oauth = person(async (back) => {
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
  await using guarded = await town();
  const oauth = person(async (back) => {
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
  await using guarded = await town();
  guarded.authorizeAt = 'http://example.org/authorize';
  const oauth = person();
  await using subject = manage({ kind: 'http', url: guarded.url, headers: {} }, {}, { oauth });
  await assert.rejects(subject.server.start(), (error: Fault) => error.code === 'server/auth-required');
  assert.deepEqual(oauth.opened, []);
});

test('no deadline runs while a person signs in', async () => {
  await using guarded = await town();
  await using silent = manage(bad('silent'), { connectTimeoutMs: 1_200, probeTimeoutMs: 600 });
  const oauth = person(async (back) => {
    // A start that begins only now, and has more time, runs out of it meanwhile.
    await assert.rejects(silent.server.start(), { code: 'timeout' });
    await fetch(back);
  });
  await using subject = manage({ kind: 'http', url: guarded.url, headers: {} }, { connectTimeoutMs: 900 }, { oauth });
  await subject.server.start();
});

test('a stop ends a sign-in that nobody finishes', async () => {
  await using guarded = await town();
  const oauth = person(async () => {});
  await using subject = manage({ kind: 'http', url: guarded.url, headers: {} }, {}, { oauth });
  const starting = subject.server.start();
  await until(() => oauth.opened.length === 1, 'the page is open');
  await subject.server.stop();
  await assert.rejects(starting, { code: 'cancelled' });
});

test('a check in the background never opens a browser', async () => {
  await using guarded = await town();
  const oauth = person();
  await using subject = manage(
    { kind: 'http', url: guarded.url, headers: {} },
    { checkEveryMs: 50 },
    { oauth, random: () => 0 },
  );
  await subject.server.start();
  guarded.expire(true);
  await until(() => subject.server.state.value.kind === 'error', 'it needs the person');
  const state = subject.server.state.value;
  assert.equal(state.kind === 'error' && state.fault.code, 'server/auth-required');
  assert.equal(oauth.opened.length, 1);
});

// An authorization server and an MCP server that trusts it, both on this machine.
import { createHash, randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { noteSecretFields } from '../../support/sinks.ts';

export interface OAuthFixture extends AsyncDisposable {
  readonly url: string;
  readonly issuer: string;
  /** Everything that reached the authorization server, with its headers. */
  readonly atIssuer: { readonly path: string; readonly headers: IncomingMessage['headers'] }[];
  readonly grants: string[];
  /** How many reached either server. */
  requests: number;
  readonly registrations: { redirect_uris: string[] }[];
  /** Every token so far is invalid; refresh tokens still work unless the test says otherwise. */
  expire(alsoRefresh?: boolean): void;
  /** From now on this scope is wanted as well. */
  want(scope: string): void;
  authorizeAt: string | undefined;
  /** A refresh token is good for ever, and no other one is given. */
  keepsRefreshTokens: boolean;
  /** Its endpoints are where a client looks for them in the end. */
  hidesMetadata: boolean;
}

/** What the authorization server gave away, and to whom. */
class Grants {
  readonly atIssuer: OAuthFixture['atIssuer'] = [];
  readonly grants: string[] = [];
  readonly registrations: OAuthFixture['registrations'] = [];
  readonly valid = new Map<string, string>();
  readonly refreshable = new Set<string>();
  readonly codes = new Map<string, { challenge: string; scope: string; redirect: string }>();
  readonly scopes = new Set(['basic']);
  authorizeAt: string | undefined;
  keepsRefreshTokens = false;
  hidesMetadata = false;
  requests = 0;

  renew(refreshToken: string): object | undefined {
    if (!this.refreshable.delete(refreshToken)) return undefined;
    if (!this.keepsRefreshTokens) return this.give(this.wanted());
    this.refreshable.add(refreshToken);
    return { ...this.give(this.wanted()), refresh_token: undefined };
  }

  give(scope: string): object {
    const [access, refresh] = [randomUUID(), randomUUID()];
    this.valid.set(access, scope);
    this.refreshable.add(refresh);
    const tokens = { access_token: access, refresh_token: refresh };
    noteSecretFields(tokens, 'the authorization server');
    return { ...tokens, token_type: 'Bearer', expires_in: 3_600, scope };
  }

  wanted(): string {
    return [...this.scopes].join(' ');
  }
}

type Route = (grants: Grants, issuer: string, url: URL, body: string, response: ServerResponse) => unknown;

const routes: Readonly<Record<string, Route>> = {
  '/.well-known/oauth-authorization-server': ({ authorizeAt }, issuer, _url, _body, response) =>
    json(response, {
      issuer,
      authorization_endpoint: authorizeAt ?? `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      registration_endpoint: `${issuer}/register`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    }),
  '/register': ({ registrations }, _issuer, _url, body, response) => {
    const client = JSON.parse(body) as { redirect_uris: string[] };
    registrations.push(client);
    json(response, { ...client, client_id: `client-${registrations.length}` }, 201);
  },
  '/authorize': authorize,
  '/token': exchange,
};

function authorize({ codes }: Grants, issuer: string, url: URL, _body: string, response: ServerResponse): void {
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
  response.writeHead(302, { location: back.href }).end();
}

function exchange(grants: Grants, _issuer: string, _url: URL, body: string, response: ServerResponse): void {
  const form = new URLSearchParams(body);
  noteSecretFields(Object.fromEntries(form), 'a token request');
  const grant = form.get('grant_type')!;
  grants.grants.push(grant);
  const refuse = (): void => json(response, { error: 'invalid_grant' }, 400);
  if (grant === 'refresh_token') {
    const tokens = grants.renew(form.get('refresh_token') ?? '');
    return tokens ? json(response, tokens) : refuse();
  }
  const found = grants.codes.get(form.get('code') ?? '');
  const proof = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url');
  if (!found || found.challenge !== proof || form.get('redirect_uri') !== found.redirect) return refuse();
  json(response, grants.give(found.scope));
}

/** The MCP server: the challenge of a refused request. */
function guard(grants: Grants, issuer: string, origin: () => string): Handle {
  return (request, response, body) => {
    grants.requests++;
    const metadata = `${origin()}/.well-known/oauth-protected-resource/mcp`;
    if (request.url?.startsWith('/.well-known/oauth-protected-resource')) {
      return json(response, { resource: `${origin()}/mcp`, authorization_servers: [issuer] });
    }
    if (request.url !== '/mcp') return json(response, {}, 404);
    const granted = grants.valid.get(request.headers.authorization?.replace('Bearer ', '') ?? '');
    const challenge = `Bearer resource_metadata="${metadata}", scope="${grants.wanted()}"`;
    if (granted === undefined) return json(response, {}, 401, { 'www-authenticate': challenge });
    if ([...grants.scopes].some((scope) => !granted.split(' ').includes(scope))) {
      return json(response, {}, 403, { 'www-authenticate': `${challenge}, error="insufficient_scope"` });
    }
    return answer(response, body);
  };
}

export async function startOAuthFixture(): Promise<OAuthFixture> {
  const grants = new Grants();
  const authServer = await listen((request, response, body) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    grants.requests++;
    grants.atIssuer.push({ path: url.pathname, headers: request.headers });
    const isHidden = grants.hidesMetadata && url.pathname.startsWith('/.well-known/');
    const route = isHidden ? undefined : routes[url.pathname];
    return route ? route(grants, issuer, url, body, response) : json(response, {}, 404);
  });
  const issuer = authServer.origin;
  const resource = await listen(guard(grants, issuer, () => resource.origin));
  return Object.assign(grants, {
    url: `${resource.origin}/mcp`,
    issuer,
    expire: (alsoRefresh = false) => {
      grants.valid.clear();
      if (alsoRefresh) grants.refreshable.clear();
    },
    want: (scope: string) => void grants.scopes.add(scope),
    [Symbol.asyncDispose]: async () => {
      await authServer.close();
      await resource.close();
    },
  });
}

/** The smallest legacy server over HTTP. */
export function answer(response: ServerResponse, body: string): void {
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

export type Handle = (request: IncomingMessage, response: ServerResponse, body: string) => unknown;

export async function listen(handle: Handle): Promise<{ origin: string; close(): Promise<void> }> {
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

export function json(
  response: ServerResponse,
  value: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
}

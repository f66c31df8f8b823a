// `oidc-provider`, a real authorization server, and an MCP server that checks its tokens.
import {
  type KeyObject,
  type KeyPairKeyObjectResult,
  generateKeyPairSync,
  randomBytes,
  randomUUID,
  verify,
} from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { noteSecret } from '../../support/sinks.ts';
import { realPath } from '../serversSupport.ts';
import { answer, json, listen } from './oauthFixture.ts';

export type Fields = Record<string, unknown>;

/** What is used of the library, which has no types. */
export interface Provider {
  callback(): (request: IncomingMessage, response: ServerResponse) => void;
  interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
  interactionFinished(request: IncomingMessage, response: ServerResponse, result: Fields): Promise<void>;
  registerGrantType(name: string, handler: (ctx: GrantContext) => Promise<void>, fields: readonly string[]): void;
  on(event: string, listener: (...args: unknown[]) => void): void;
  readonly RefreshToken: { revokeByGrantId(grant: string): Promise<void> };
  readonly Grant: new (fields: Fields) => Grant;
  readonly ClientCredentials: new (fields: Fields) => AccessToken;
  readonly ResourceServer: new (resource: string, info: Fields) => object;
}
interface AccessToken {
  resourceServer: object;
  readonly expiration: number;
  save(): Promise<string>;
}
/** Of a grant that a test registers. */
export interface GrantContext extends Fields {
  readonly oidc: { readonly params: Fields; readonly client: { readonly clientId: string } };
}
interface ContextOfGrant {
  readonly oidc: { readonly entities: { readonly Grant?: { readonly jti: string } } };
}
interface Interaction {
  readonly prompt: { readonly name: string };
  readonly params: Fields;
  readonly session?: { readonly accountId: string };
}
interface Grant {
  addOIDCScope(scope: string): void;
  addResourceScope(resource: string, scope: string): void;
  save(): Promise<string>;
}

export interface OidcOptions {
  readonly clients?: readonly Fields[];
  /** Seconds that an access token is valid. */
  readonly tokenSeconds?: number;
  /** The resource accepts tokens that are bound to a key, with a nonce, and no others. */
  readonly dpop?: boolean;
  readonly registers?: boolean;
  /** The address of our client metadata document, and what it says. */
  readonly document?: { readonly url: string; readonly content: Fields };
  readonly tellsPkce?: boolean;
  /** A challenge of another scheme, in the same header. */
  readonly challengesBefore?: string;
  /** The user says no. */
  readonly denies?: boolean;
  /** A user who is not known yet sees a page and says yes or no there; otherwise the user logs in and agrees at once. */
  readonly showsPage?: boolean;
  /** Named before this one in the metadata of the server. */
  readonly moreIssuers?: readonly string[];
  /** What the service calls itself ends with this. */
  readonly issuerEnd?: string;
  /** What the tokens are for, instead of the server. */
  readonly audience?: string;
  /** More grants. */
  extend?(provider: Provider, keys: KeyPairKeyObjectResult): void;
}

export interface OidcFixture extends AsyncDisposable {
  readonly url: string;
  readonly issuer: string;
  /** Requests to the authorization server: `POST /token refresh_token`. */
  readonly atIssuer: string[];
  /** Requests to the MCP server, by status. */
  readonly atServer: number[];
  /** Bodies of the requests that the MCP server let in. */
  readonly letIn: string[];
  /** Every secret that was on the wire. */
  readonly secrets: Set<string>;
  readonly scopes: Set<string>;
  /** Token requests are answered with 503. */
  isAway: boolean;
  /** Tokens that the server refuses from now on: all that it has seen. */
  expire(): void;
  /** The server wants a scope that every token has. */
  neverContent(): void;
  /** From now on the metadata of the server name this one. */
  moveTo(issuer: string): void;
  /** Every grant of the authorization server is gone. */
  revokeAll(): Promise<void>;
}

type Recorded = Pick<OidcFixture, 'atIssuer' | 'atServer' | 'letIn' | 'secrets'>;

const secretFields = new Set(
  'code code_verifier refresh_token client_secret client_assertion token subject_token assertion'.split(' '),
);

export async function startOidcFixture(options: OidcOptions = {}): Promise<OidcFixture> {
  const { default: Provider } = (await import(realPath('oidc-provider/lib/index.js'))) as {
    default: new (issuer: string, configuration: Fields) => Provider;
  };
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = { ...keys.privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig', kid: 'one' };
  const fixture: Recorded = { atIssuer: [], atServer: [], letIn: [], secrets: new Set<string>() };
  const scopes = new Set(['basic']);
  const [refused, seen] = [new Set<string>(), new Set<string>()];
  let provider: Provider;
  let result: OidcFixture | undefined;
  let resourceUrl = '';
  const authServer = await listen((request, response, body) => {
    noteRequest(fixture, request, body);
    if (result?.isAway && request.url === '/token') return json(response, {}, 503);
    if (request.url?.startsWith('/auto/')) return interact(provider, request, response, options);
    if (options.tellsPkce === false && request.url?.startsWith('/.well-known')) hidePkce(response);
    Object.assign(request, { body: body === '' ? undefined : body });
    noteTokens(fixture, response);
    return provider.callback()(request, response);
  });
  provider = new Provider(
    authServer.origin + (options.issuerEnd ?? ''),
    configuration(options, key, () => resourceUrl),
  );
  options.extend?.(provider, keys);
  const grants = new Set<string>();
  provider.on('grant.success', (ctx) => grants.add(String((ctx as ContextOfGrant).oidc.entities.Grant?.jti)));
  const issuers = [...(options.moreIssuers ?? []), authServer.origin];
  const guard: Guard = { ...options, key: keys.publicKey, scopes, refused, seen, isContent: true };
  const resource = await listen((request, response, body) => {
    response.once('finish', () => noteResponse(fixture, response, body));
    return serveResource(guard, { issuers, origin: resource.origin }, request, response, body);
  });
  resourceUrl = `${resource.origin}/mcp`;
  result = Object.assign(fixture, {
    isAway: false,
    url: resourceUrl,
    issuer: authServer.origin + (options.issuerEnd ?? ''),
    scopes,
    expire: () => {
      for (const token of seen) refused.add(token);
    },
    moveTo: (issuer: string) => void issuers.splice(0, issuers.length, issuer),
    neverContent: () => {
      guard.isContent = false;
    },
    revokeAll: async () => {
      for (const grant of grants) await provider.RefreshToken.revokeByGrantId(grant);
    },
    [Symbol.asyncDispose]: async () => {
      await authServer.close();
      await resource.close();
    },
  });
  return result;
}

/** What the MCP server lets in. */
interface Guard {
  readonly key: KeyObject;
  readonly scopes: ReadonlySet<string>;
  readonly refused: ReadonlySet<string>;
  readonly seen: Set<string>;
  readonly dpop?: boolean;
  readonly challengesBefore?: string;
  isContent: boolean;
}

function serveResource(
  guard: Guard,
  { issuers, origin }: { readonly issuers: readonly string[]; readonly origin: string },
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
): void {
  if (request.url?.startsWith('/.well-known/oauth-protected-resource'))
    return json(response, { resource: `${origin}/mcp`, authorization_servers: issuers });
  if (request.url !== '/mcp') return json(response, {}, 404);
  const { refused, seen, scopes } = guard;
  const token = request.headers.authorization?.split(' ')[1] ?? '';
  const claims = refused.has(token) ? undefined : claimsOf(token, guard.key, `${origin}/mcp`);
  const about = `resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp", scope="${[...scopes].join(' ')}"`;
  const before = guard.challengesBefore === undefined ? '' : `${guard.challengesBefore}, `;
  const refuse = (status: number, challenge: string, more = {}): void =>
    json(response, {}, status, {
      'www-authenticate': `${before}${challenge}, ${about}`.replace('Bearer,', 'Bearer'),
      ...more,
    });
  if (!claims) return refuse(401, 'Bearer');
  seen.add(token);
  const granted = String(claims['scope'] ?? '').split(' ');
  if (!guard.isContent || [...scopes].some((each) => !granted.includes(each)))
    return refuse(403, 'Bearer error="insufficient_scope"');
  if (guard.dpop && !isProven(request, claims))
    return refuse(401, 'DPoP error="use_dpop_nonce"', { 'dpop-nonce': resourceNonce });
  return answer(response, body);
}

const resourceNonce = 'nonce-of-the-resource';

/** A token that is bound to a key comes with a proof that has our nonce. */
function isProven(request: IncomingMessage, claims: Fields): boolean {
  const proof = String(request.headers['dpop'] ?? '').split('.')[1] ?? '';
  const { nonce } = (proof === '' ? {} : JSON.parse(Buffer.from(proof, 'base64url').toString())) as Fields;
  return (
    request.headers.authorization?.startsWith('DPoP ') === true &&
    claims['cnf'] !== undefined &&
    nonce === resourceNonce
  );
}

function configuration(options: OidcOptions, key: Fields, resource: () => string): Fields {
  const { document, tokenSeconds = 3_600 } = options;
  const fetchDocument = (url: string | URL, init: RequestInit): Promise<Response> =>
    String(url) === document?.url
      ? Promise.resolve(
          new Response(JSON.stringify(document.content), { headers: { 'content-type': 'application/json' } }),
        )
      : fetch(url, init);
  return {
    clients: options.clients ?? [],
    jwks: { keys: [key] },
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
    scopes: ['openid', 'offline_access', 'basic', 'extra'],
    cookies: { keys: [randomUUID()] },
    interactions: { url: (_: unknown, { uid }: { readonly uid: string }) => `/auto/${uid}` },
    findAccount: (_: unknown, accountId: string) => ({ accountId, claims: () => ({ sub: accountId }) }),
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    ttl: {
      AccessToken: tokenSeconds,
      IdToken: tokenSeconds,
      ClientCredentials: tokenSeconds,
      Grant: 9_999,
      Session: 9_999,
      Interaction: 999,
      RefreshToken: 9_999,
    },
    fetch: fetchDocument,
    features: {
      devInteractions: { enabled: false },
      registration: { enabled: options.registers !== false },
      revocation: { enabled: true },
      clientCredentials: { enabled: true },
      dPoP: { enabled: options.dpop === true, nonceSecret: randomBytes(32), requireNonce: () => true },
      ...(document && { clientIdMetadataDocument: { enabled: true, ack: 'draft-02' } }),
      resourceIndicators: {
        enabled: true,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: 'basic extra',
          audience: options.audience ?? resource(),
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'ES256' } },
        }),
      },
    },
  };
}

/** The page of a user who logs in and agrees. */
async function interact(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
  { denies, showsPage }: OidcOptions,
): Promise<void> {
  const said = request.url?.split('?')[1];
  if (denies || said === 'no')
    return provider.interactionFinished(request, response, {
      error: 'access_denied',
      error_description: 'End-User denied the request',
    });
  const { prompt, params, session } = await provider.interactionDetails(request, response);
  if (showsPage && prompt.name === 'login' && said === undefined) return showPage(response);
  if (prompt.name === 'login') return provider.interactionFinished(request, response, { login: { accountId: 'user' } });
  const grant = new provider.Grant({ accountId: session?.accountId, clientId: params['client_id'] });
  const scope = String(params['scope'] ?? '');
  grant.addOIDCScope(scope);
  if (typeof params['resource'] === 'string') grant.addResourceScope(params['resource'], scope);
  return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
}

function showPage(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end('<title>Log in</title><a href="?yes">Log in</a> <a href="?no">Cancel</a>');
}

export function claimsOf(token: string, key: KeyObject, audience: string): Fields | undefined {
  const [head = '', payload = '', signature = ''] = token.split('.');
  if (signature === '') return undefined;
  const signed = { key, dsaEncoding: 'ieee-p1363' } as const;
  if (!verify('sha256', Buffer.from(`${head}.${payload}`), signed, Buffer.from(signature, 'base64url')))
    return undefined;
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Fields;
  return claims['aud'] === audience && Number(claims['exp']) * 1_000 > Date.now() ? claims : undefined;
}

type Noted = Pick<OidcFixture, 'atIssuer' | 'secrets'>;

function noteResponse(
  { atServer, letIn }: Pick<OidcFixture, 'atServer' | 'letIn'>,
  { statusCode }: ServerResponse,
  body: string,
): void {
  atServer.push(statusCode);
  if (statusCode === 200) letIn.push(body);
}

function noteRequest({ atIssuer, secrets }: Noted, { method, url = '', headers }: IncomingMessage, body: string): void {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const form = new URLSearchParams(body.startsWith('{') ? '' : body);
  atIssuer.push([method, pathname, form.get('grant_type')].filter(Boolean).join(' '));
  const note = (name: string, value: string): void => {
    secrets.add(value);
    noteSecret(`${name} at the authorization server`, value);
  };
  for (const [name, value] of [...form, ...searchParams]) if (secretFields.has(name)) note(name, value);
  const basic = /^Basic (.+)$/.exec(headers.authorization ?? '')?.[1];
  if (basic !== undefined) note('credentials of the client', basic);
}

function noteTokens({ secrets }: Noted, response: ServerResponse): void {
  const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse;
  const watched = (...args: unknown[]): ServerResponse => {
    const text = typeof args[0] === 'string' || Buffer.isBuffer(args[0]) ? String(args[0]) : '';
    const given = text.matchAll(/"(access_token|refresh_token|id_token|client_secret)":"([^"]+)"/g);
    const codes = String(response.getHeader('location') ?? '').matchAll(/[?&](code)=([^&]+)/g);
    for (const [, name = '', value = ''] of [...given, ...codes]) {
      secrets.add(value);
      noteSecret(`${name} of the authorization server`, value);
    }
    return end(...args);
  };
  Object.assign(response, { end: watched });
}

function hidePkce(response: ServerResponse): void {
  const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse;
  const changed = (...args: unknown[]): ServerResponse => {
    const text = String(args[0]).replace(/"code_challenge_methods_supported":\[[^\]]*\],?/, '');
    response.setHeader('content-length', Buffer.byteLength(text));
    return end(text);
  };
  Object.assign(response, { end: changed });
}

// Enterprise-managed authorization: an identity provider and an authorization server that trusts it, both real ones.
import { type KeyObject, randomUUID, sign } from 'node:crypto';
import {
  type Fields,
  type GrantContext,
  type OidcFixture,
  type OidcOptions,
  claimsOf,
  startOidcFixture,
} from './oidcFixture.ts';

const exchange = 'urn:ietf:params:oauth:grant-type:token-exchange';
const jwtBearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const idJag = 'urn:ietf:params:oauth:token-type:id-jag';
const client = { clientId: 'desk' } as const;

export interface EnterpriseFixture extends AsyncDisposable {
  /** Where the user signs in. */
  readonly identity: OidcFixture;
  /** The MCP server, and its authorization server. */
  readonly guarded: OidcFixture;
  readonly oauth: {
    readonly clientId: string;
    readonly identityProvider: { readonly issuer: string; readonly clientId: string };
  };
  /** Identity tokens that were seen so far are refused. */
  endSessions(): void;
}

/** What the identity provider knows of its own tokens. */
class Sessions {
  key: KeyObject | undefined;
  readonly #seen = new Set<string>();
  readonly #ended = new Set<string>();

  end(): void {
    for (const idToken of this.#seen) this.#ended.add(idToken);
  }

  /** The user whom a token of this client is about. */
  claimsOf(idToken: string, clientId: string): Fields | undefined {
    this.#seen.add(idToken);
    return this.#ended.has(idToken) ? undefined : claimsOf(idToken, this.key!, clientId);
  }
}

export async function startEnterpriseFixture(options: OidcOptions = {}): Promise<EnterpriseFixture> {
  const sessions = new Sessions();
  const identity = await startOidcFixture({ ...options, ...identityProvider(sessions) });
  const guarded: OidcFixture = await startOidcFixture(trusting(sessions, () => guarded));
  return {
    identity,
    guarded,
    oauth: { ...client, identityProvider: { ...client, issuer: identity.issuer } },
    endSessions: () => sessions.end(),
    [Symbol.asyncDispose]: async () => {
      await identity[Symbol.asyncDispose]();
      await guarded[Symbol.asyncDispose]();
    },
  };
}

/** Exchanges an identity token for an assertion about the user. */
function identityProvider(sessions: Sessions): OidcOptions {
  const registered = {
    client_id: client.clientId,
    token_endpoint_auth_method: 'none',
    application_type: 'native',
    redirect_uris: ['http://127.0.0.1/callback'],
    grant_types: ['authorization_code', 'refresh_token', exchange],
  };
  const fields = ['audience', 'resource', 'scope', 'subject_token', 'subject_token_type', 'requested_token_type'];
  return {
    clients: [registered],
    extend: (provider, { publicKey, privateKey }) => {
      sessions.key = publicKey;
      const vouch = async (ctx: GrantContext): Promise<void> => {
        const { params, client: asking } = ctx.oidc;
        const claims = sessions.claimsOf(String(params['subject_token']), asking.clientId);
        if (!claims || params['requested_token_type'] !== idJag) return refuse(ctx, 'invalid_grant');
        const assertion = idJagOf(params, claims, asking.clientId, privateKey);
        ctx['body'] = { access_token: assertion, issued_token_type: idJag, token_type: 'N_A', expires_in: 300 };
      };
      provider.registerGrantType(exchange, vouch, fields);
    },
  };
}

/** An authorization server that takes such assertions. */
function trusting(sessions: Sessions, fixture: () => OidcFixture): OidcOptions {
  const registered = {
    client_id: client.clientId,
    token_endpoint_auth_method: 'none',
    redirect_uris: [],
    response_types: [],
    grant_types: [jwtBearer],
  };
  const extend: NonNullable<OidcOptions['extend']> = (provider) => {
    const grant = async (ctx: GrantContext): Promise<void> => {
      const { params, client: asking } = ctx.oidc;
      const { issuer, url } = fixture();
      const claims = claimsOf(String(params['assertion']), sessions.key!, issuer);
      if (claims?.['client_id'] !== asking.clientId || claims['resource'] !== url) return refuse(ctx, 'invalid_grant');
      const scope = String(params['scope'] ?? 'basic');
      const token = new provider.ClientCredentials({ client: asking, scope });
      token.resourceServer = new provider.ResourceServer(url, resourceInfo(url));
      ctx['body'] = { access_token: await token.save(), token_type: 'Bearer', expires_in: token.expiration, scope };
    };
    provider.registerGrantType(jwtBearer, grant, ['assertion', 'scope', 'resource']);
  };
  return { clients: [registered], extend };
}

function refuse(ctx: GrantContext, error: string): void {
  Object.assign(ctx, { status: 400, body: { error } });
}

function resourceInfo(audience: string): Fields {
  return { scope: 'basic extra', audience, accessTokenFormat: 'jwt', jwt: { sign: { alg: 'ES256' } } };
}

function idJagOf(
  { audience, resource, scope }: Fields,
  { iss, sub }: Fields,
  clientId: string,
  key: KeyObject,
): string {
  const now = Math.floor(Date.now() / 1_000);
  const head = { alg: 'ES256', typ: 'oauth-id-jag+jwt', kid: 'one' };
  const claims = { iss, sub, aud: audience, resource, scope, client_id: clientId, jti: randomUUID(), iat: now };
  const parts = [head, { ...claims, exp: now + 300 }];
  const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${text}.${sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

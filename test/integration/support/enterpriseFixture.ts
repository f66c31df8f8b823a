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

export async function startEnterpriseFixture(options: OidcOptions = {}): Promise<EnterpriseFixture> {
  let identityKey: KeyObject | undefined;
  const [seen, ended] = [new Set<string>(), new Set<string>()];
  const identity = await startOidcFixture({
    ...options,
    clients: [
      {
        client_id: client.clientId,
        token_endpoint_auth_method: 'none',
        application_type: 'native',
        redirect_uris: ['http://127.0.0.1/callback'],
        grant_types: ['authorization_code', 'refresh_token', exchange],
      },
    ],
    extend: (provider, { publicKey, privateKey }) => {
      identityKey = publicKey;
      provider.registerGrantType(
        exchange,
        async (ctx) => {
          const { params } = ctx.oidc;
          const idToken = String(params['subject_token']);
          seen.add(idToken);
          const claims = claimsOf(idToken, publicKey, ctx.oidc.client.clientId);
          if (!claims || ended.has(idToken) || params['requested_token_type'] !== idJag)
            return refuse(ctx, 'invalid_grant');
          const assertion = idJagOf(params, claims, ctx.oidc.client.clientId, privateKey);
          ctx['body'] = { access_token: assertion, issued_token_type: idJag, token_type: 'N_A', expires_in: 300 };
        },
        ['audience', 'resource', 'scope', 'subject_token', 'subject_token_type', 'requested_token_type'],
      );
    },
  });
  const guarded: OidcFixture = await startOidcFixture({
    clients: [
      {
        client_id: client.clientId,
        token_endpoint_auth_method: 'none',
        redirect_uris: [],
        response_types: [],
        grant_types: [jwtBearer],
      },
    ],
    extend: (provider) =>
      provider.registerGrantType(
        jwtBearer,
        async (ctx) => {
          const { params, client: asked } = ctx.oidc;
          const claims = claimsOf(String(params['assertion']), identityKey!, guarded.issuer);
          if (claims?.['client_id'] !== asked.clientId || claims['resource'] !== guarded.url)
            return refuse(ctx, 'invalid_grant');
          const scope = String(params['scope'] ?? 'basic');
          const token = new provider.ClientCredentials({ client: asked, scope });
          token.resourceServer = new provider.ResourceServer(guarded.url, resourceInfo(guarded.url));
          ctx['body'] = { access_token: await token.save(), token_type: 'Bearer', expires_in: token.expiration, scope };
        },
        ['assertion', 'scope', 'resource'],
      ),
  });
  return {
    identity,
    guarded,
    oauth: { ...client, identityProvider: { ...client, issuer: identity.issuer } },
    endSessions: () => {
      for (const idToken of seen) ended.add(idToken);
    },
    [Symbol.asyncDispose]: async () => {
      await identity[Symbol.asyncDispose]();
      await guarded[Symbol.asyncDispose]();
    },
  };
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

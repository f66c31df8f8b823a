import { randomBytes } from 'node:crypto';
import {
  type AuthorizationServerMetadata,
  type FetchLike,
  type OAuthTokens,
  discoverAuthorizationServerMetadata,
  exchangeAuthorization,
  refreshAuthorization,
  startAuthorization,
} from '@modelcontextprotocol/client';
import { authRequired } from '../../../base/faults/serverFaults.ts';
import type { IdentityAtIssuer } from '../../config/model/launch.ts';
import type { BrowserVisit } from './browserVisit.ts';
import { authenticate } from './clientAuthentication.ts';
import { exclusively } from './grants/exclusively.ts';
import { SpentTokens } from './grants/spentTokens.ts';
import { isSameIssuer } from './grants/issuers.ts';
import { audiencesOf, claimsOf } from './grants/tokenClaims.ts';
import type { Grant, TokenVault } from './grants/tokenVault.ts';
import type { MetadataRequests } from './metadataRequests.ts';
import type { SignInQuestions } from './signInQuestions.ts';

/** An identity token is renewed so long before it expires. */
const renewBeforeMs = 30_000;

/** Who the user is, as the identity provider says, and where that is exchanged for an assertion. */
interface Identity {
  readonly idToken: string;
  readonly tokenEndpoint: string;
  /** From an earlier sign-in. */
  readonly isStored: boolean;
}

interface IdentityParts {
  readonly provider: IdentityAtIssuer;
  readonly vault: TokenVault;
  readonly requests: MetadataRequests;
  readonly questions: Pick<SignInQuestions, 'assertPkce'>;
  readonly lockDir: string | undefined;
  readonly signal: AbortSignal;
  now(): number;
  /** Throws where no user may be asked. */
  openBrowser(): Promise<BrowserVisit>;
}

/** The user's sign-in at the identity provider: authorization code, PKCE, `openid`. Kept with the grant of the server. */
export class IdentitySignIn {
  readonly #parts: IdentityParts;
  #metadata: AuthorizationServerMetadata | undefined;

  constructor(parts: IdentityParts) {
    this.#parts = parts;
  }

  /** If `use` fails with an identity of an earlier sign-in, it gets a new one: the provider may have ended that sign-in. */
  readonly withIdentity = async <T>(use: (identity: Identity, fetch: FetchLike) => Promise<T>): Promise<T> => {
    const { requests } = this.#parts;
    const identity = await this.#identity();
    try {
      return await use(identity, requests.fetch);
    } catch (error) {
      if (!identity.isStored || requests.outage !== undefined) throw error;
      return use(await this.#identity(identity.idToken), requests.fetch);
    }
  };

  /** Without the user if that can be; never the one that was refused. */
  async #identity(refused?: string): Promise<Identity> {
    const { vault, lockDir, signal, requests } = this.#parts;
    try {
      return (
        (await exclusively(vault.name, { lockDir, signal }, () => this.#silently(refused))) ?? (await this.#inBrowser())
      );
    } catch (error) {
      throw requests.explain(error, undefined);
    }
  }

  async #silently(refused: string | undefined): Promise<Identity | undefined> {
    const { vault, provider, requests, lockDir } = this.#parts;
    const grant = await vault.grant(provider.issuer);
    const stored = this.#stored(grant);
    if (stored && stored.idToken !== refused) return stored;
    const refreshToken = grant.tokens?.refresh_token;
    const spent = new SpentTokens(lockDir, vault.name);
    if (refreshToken === undefined || (await spent.has(refreshToken))) return undefined;
    try {
      const metadata = await this.#discover();
      const tokens = await refreshAuthorization(provider.issuer, { ...this.#request(metadata), refreshToken });
      if (tokens.refresh_token !== refreshToken) await spent.add(refreshToken);
      return tokens.id_token === undefined ? undefined : await this.#keep(tokens, metadata);
    } catch (error) {
      if (requests.outage !== undefined) throw authRequired('unavailable', requests.outage);
      if (this.#metadata === undefined) throw error;
      await vault.forgetTokens(provider.issuer, refreshToken);
      return undefined; // the user is asked instead
    }
  }

  #stored({ tokens, endpoints }: Grant): Identity | undefined {
    const [idToken, tokenEndpoint] = [tokens?.id_token, endpoints?.token_endpoint];
    if (idToken === undefined || tokenEndpoint === undefined) return undefined;
    const { exp } = claimsOf(idToken) ?? {};
    const isValid = typeof exp === 'number' && exp * 1_000 - renewBeforeMs > this.#parts.now();
    return isValid ? { idToken, tokenEndpoint, isStored: true } : undefined;
  }

  async #inBrowser(): Promise<Identity> {
    const { provider, requests, questions, openBrowser } = this.#parts;
    const visit = await openBrowser();
    try {
      const metadata = await this.#discover();
      await questions.assertPkce(provider.issuer, metadata);
      const state = randomBytes(24).toString('base64url');
      const { authorizationUrl, codeVerifier } = await startAuthorization(provider.issuer, {
        ...this.#request(metadata),
        redirectUrl: visit.returnUrl,
        scope: scopeFor(metadata),
        state,
      });
      await visit.show(authorizationUrl, state, requests);
      const returned = await visit.returned(metadata);
      const tokens = await exchangeAuthorization(provider.issuer, {
        ...this.#request(metadata),
        ...returned,
        codeVerifier,
        redirectUri: visit.returnUrl,
      });
      const identity = await this.#keep(tokens, metadata);
      visit.conclude();
      return identity;
    } finally {
      visit.dispose();
    }
  }

  async #discover(): Promise<AuthorizationServerMetadata> {
    const { provider, requests } = this.#parts;
    const fetchFn = requests.fetch;
    this.#metadata ??= await discoverAuthorizationServerMetadata(provider.issuer, { fetchFn });
    if (!this.#metadata) throw authRequired('noIdentityProvider', provider.issuer);
    return this.#metadata;
  }

  #request(metadata: AuthorizationServerMetadata): Pick<
    Parameters<typeof refreshAuthorization>[1],
    'clientInformation' | 'addClientAuthentication' | 'fetchFn'
  > & {
    readonly metadata: AuthorizationServerMetadata;
  } {
    const { clientId, clientSecret } = this.#parts.provider;
    const client = { client_id: clientId, ...(clientSecret !== undefined && { client_secret: clientSecret }) };
    return {
      metadata,
      clientInformation: client,
      addClientAuthentication: (headers, params) =>
        authenticate(client, headers, params, metadata.token_endpoint_auth_methods_supported ?? []),
      fetchFn: this.#parts.requests.fetch,
    };
  }

  async #keep(tokens: OAuthTokens, metadata: AuthorizationServerMetadata): Promise<Identity> {
    const { provider, vault } = this.#parts;
    const { token_endpoint: tokenEndpoint, token_endpoint_auth_methods_supported: methods } = metadata;
    const { revocation_endpoint: revocation } = metadata as { readonly revocation_endpoint?: string };
    const idToken = tokens.id_token;
    if (idToken === undefined || !isAbout(idToken, provider)) throw authRequired('noIdentity', provider.issuer);
    await vault.saveGrant(provider.issuer, {
      tokens: { ...tokens, issuer: provider.issuer },
      client: { client_id: provider.clientId, issuer: provider.issuer },
      endpoints: {
        token_endpoint: tokenEndpoint,
        ...(revocation !== undefined && { revocation_endpoint: revocation }),
        ...(methods && { token_endpoint_auth_methods_supported: methods }),
      },
    });
    return { idToken, tokenEndpoint, isStored: false };
  }
}

/** `offline_access` where it is known: the sign-in then lasts longer than one identity token. */
function scopeFor({ scopes_supported: known }: AuthorizationServerMetadata): string {
  return known?.includes('offline_access') ? 'openid offline_access' : 'openid';
}

/** Issued by this provider, for this client (OpenID Connect Core 3.1.3.7); the connection vouches for the rest. */
function isAbout(idToken: string, { issuer, clientId }: IdentityAtIssuer): boolean {
  const claims = claimsOf(idToken);
  if (!claims) return false;
  return (
    typeof claims['iss'] === 'string' && isSameIssuer(claims['iss'], issuer) && audiencesOf(claims).includes(clientId)
  );
}

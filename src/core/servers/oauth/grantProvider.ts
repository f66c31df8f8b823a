import { authRequired } from '../../../base/faults/serverFaults.ts';
import { randomBytes } from 'node:crypto';
import {
  type AddClientAuthentication,
  type AuthorizationServerMetadata,
  type DpopSession,
  type FetchLike,
  type OAuthClientInformationContext,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  isStrictScopeSuperset,
} from '@modelcontextprotocol/client';
import type { OAuthLaunch } from '../model/launch.ts';
import type { KnownBy } from './awaitReturn.ts';
import { clientAuthentication } from './clientAuthentication.ts';
import { type DpopKeys, supportsDpop } from './grants/dpopKeys.ts';
import { isSameIssuer } from './grants/issuers.ts';
import type { IdentitySignIn } from './identitySignIn.ts';
import type { SignInQuestions } from './signInQuestions.ts';
import { type GrantEndpoints, type TokenVault, isBound } from './grants/tokenVault.ts';
import { unattendedGrant } from './unattendedGrant.ts';

interface GrantOptions {
  readonly vault: TokenVault;
  readonly registered: OAuthLaunch | undefined;
  readonly clientMetadataUrl: string | undefined;
  readonly clientName: string;
  /** What was registered before is not used: the authorization server may have forgotten it. */
  readonly registersAnew: boolean;
  readonly questions: Pick<SignInQuestions, 'assertPkce' | 'client'>;
  /** Without it a registration for fewer scopes would be used, and the authorization server refuse the rest. */
  readonly scope: string | undefined;
  readonly keys: DpopKeys;
  readonly fetch: FetchLike;
  /** Where the user signs in at an identity provider. */
  readonly withIdentity?: IdentitySignIn['withIdentity'] | undefined;
  now(): number;
  open(authorizationUrl: URL, state: string): Promise<void>;
}

/** A silent attempt ends with it where only a user can help. */
export class NeedsUser extends Error {}

/** Never sent: a refresh names no address to return to. */
const silentRedirect = 'http://127.0.0.1/callback';

/** The SDK's provider for one authorization. It keeps what must survive the redirect through the browser. */
export class GrantProvider implements OAuthClientProvider {
  readonly clientMetadataUrl?: string;
  readonly addClientAuthentication: AddClientAuthentication;
  readonly prepareTokenRequest?: (scope?: string) => Promise<URLSearchParams>;
  readonly #options: GrantOptions;
  #redirectUrl: string | undefined;
  #isSilent: boolean;
  #state = '';
  #verifier = '';
  #discovery: OAuthDiscoveryState | undefined;
  #issuer: string | undefined;
  #client: StoredOAuthClientInformation | undefined;
  /** Not stored before its tokens are: those that are stored belong to the client before it. */
  #newClient: StoredOAuthClientInformation | undefined;
  #refreshToken: string | undefined;
  #hasRegistered = false;
  /** The client is of an earlier sign-in. */
  #isStored = false;
  #resource: string | undefined;

  constructor(options: GrantOptions) {
    this.#options = options;
    if (options.clientMetadataUrl !== undefined) this.clientMetadataUrl = options.clientMetadataUrl;
    this.addClientAuthentication = clientAuthentication(options.registered, () => this.#client);
    const prepare = unattendedGrant(options.registered);
    const isItself = prepare !== undefined;
    if (prepare)
      this.prepareTokenRequest = (scope) =>
        prepare(scope, { ...options, issuer: this.#issuer, resource: this.#resource });
    this.#redirectUrl = isItself ? undefined : silentRedirect;
    this.#isSilent = !isItself;
  }

  /** From now on a user takes part, whose browser returns to this address. */
  returnTo(redirectUrl: string): void {
    this.#redirectUrl = redirectUrl;
    this.#isSilent = false;
  }

  get redirectUrl(): string | undefined {
    return this.#redirectUrl;
  }

  /** What the client is known by there, unless it was registered just now or by the user. */
  get knownBy(): KnownBy | undefined {
    if (this.#client !== undefined && this.#client.client_id === this.clientMetadataUrl) return 'document';
    return this.#isStored ? 'registration' : undefined;
  }

  get metadata(): AuthorizationServerMetadata | undefined {
    return this.#discovery?.authorizationServerMetadata;
  }

  get clientMetadata(): OAuthClientMetadata {
    const { registered, clientName } = this.#options;
    const secret = registered?.clientSecret !== undefined;
    const { redirectUrl } = this;
    return {
      client_name: clientName,
      redirect_uris: redirectUrl === undefined ? [] : [redirectUrl],
      grant_types: redirectUrl === undefined ? ['client_credentials'] : ['authorization_code', 'refresh_token'],
      response_types: redirectUrl === undefined ? [] : ['code'],
      token_endpoint_auth_method: secret ? 'client_secret_post' : 'none',
      application_type: 'native',
      ...(registered?.scopes && registered.scopes.length > 0 && { scope: registered.scopes.join(' ') }),
    };
  }

  /** Where the authorization server can bind tokens to a key, they are of no use to a thief. */
  async dpop(): Promise<DpopSession | undefined> {
    if (this.#issuer === undefined || !supportsDpop(this.metadata)) return undefined;
    return (await this.#options.keys.keyFor(this.#issuer)).session;
  }

  saveResourceUrl(resource: string | URL): void {
    this.#resource = String(resource);
  }

  state(): string {
    this.#state = randomBytes(24).toString('base64url');
    return this.#state;
  }

  async clientInformation(ctx?: OAuthClientInformationContext): Promise<StoredOAuthClientInformation | undefined> {
    this.#client = await this.#findClient(ctx?.issuer);
    if (this.#isSilent && !this.#client) throw new NeedsUser();
    if (!this.#client && ctx && this.#registersNobody) {
      this.#client = await this.#options.questions.client(ctx.issuer);
      await this.saveClientInformation(this.#client, ctx);
    }
    return this.#client;
  }

  async #findClient(issuer: string | undefined): Promise<StoredOAuthClientInformation | undefined> {
    const { registered, vault, registersAnew } = this.#options;
    this.#issuer = issuer;
    if (registered?.clientId !== undefined) return preregistered(registered.clientId, registered, issuer);
    if (issuer === undefined) return undefined;
    const { client } = this.#newClient || registersAnew ? { client: this.#newClient } : await vault.grant(issuer);
    const isUsable = client !== undefined && (this.#isSilent || this.#isUsable(client));
    this.#isStored = isUsable && client !== this.#newClient && !this.#hasRegistered;
    return isUsable ? client : undefined;
  }

  get #registersNobody(): boolean {
    const { metadata } = this;
    const { registration_endpoint: registration, client_id_metadata_document_supported: knowsDocuments } = (metadata ??
      {}) as { registration_endpoint?: string; client_id_metadata_document_supported?: boolean };
    return metadata !== undefined && registration === undefined && !(knowsDocuments && this.clientMetadataUrl);
  }

  #isUsable(client: StoredOAuthClientInformation): boolean {
    const { redirect_uris: uris, scope } = client as { redirect_uris?: readonly string[]; scope?: string };
    // Registered for another port: most authorization servers would refuse the redirect.
    const isForUs = uris === undefined || this.#redirectUrl === undefined || uris.includes(this.#redirectUrl);
    const isDocument = client.client_id.startsWith('https://') && uris === undefined;
    if (isDocument && client.client_id !== this.clientMetadataUrl) return false;
    return isForUs && (scope === undefined || !isStrictScopeSuperset(this.#options.scope, scope));
  }

  async saveClientInformation(
    client: StoredOAuthClientInformation,
    ctx?: OAuthClientInformationContext,
  ): Promise<void> {
    this.#client = client;
    this.#hasRegistered = true;
    this.#isStored = false;
    const { registered, vault, registersAnew } = this.#options;
    const issuer = ctx?.issuer ?? client.issuer;
    if (issuer === undefined || registered?.clientId !== undefined) return;
    if (registersAnew || (await vault.grant(issuer)).tokens) this.#newClient = client;
    else await vault.note(issuer, { client });
  }

  async tokens(ctx?: OAuthClientInformationContext): Promise<StoredOAuthTokens | undefined> {
    if (!this.#isSilent) return undefined;
    const { tokens } = await this.#options.vault.grant(ctx?.issuer);
    this.#refreshToken = tokens?.refresh_token;
    return tokens;
  }

  async saveTokens(tokens: StoredOAuthTokens, ctx?: OAuthClientInformationContext): Promise<void> {
    const { vault, now, keys } = this.#options;
    const issuer = ctx?.issuer ?? tokens.issuer;
    if (issuer === undefined) throw authRequired('unknownIssuer');
    const { expires_in: seconds } = tokens;
    const { revocation_endpoint: revocation, token_endpoint_auth_methods_supported: methods } = (this.metadata ??
      {}) as GrantEndpoints;
    await vault.saveGrant(issuer, {
      tokens,
      ...(this.#newClient && { client: this.#newClient }),
      ...(isBound(tokens) && { dpopPrivateKey: (await keys.keyFor(issuer)).jwk }),
      ...(seconds !== undefined && { expiresAt: now() + seconds * 1_000 }),
      endpoints: {
        ...(revocation !== undefined && { revocation_endpoint: revocation }),
        ...(methods && { token_endpoint_auth_methods_supported: methods }),
      },
    });
  }

  async redirectToAuthorization(url: URL): Promise<void> {
    if (this.#isSilent) throw new NeedsUser();
    if (!this.metadata) await this.#assertPkce(this.#issuer ?? url.origin);
    await this.#options.open(url, this.#state);
  }

  #assertPkce(issuer: string): Promise<void> {
    return this.#options.questions.assertPkce(issuer, this.metadata);
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  async saveDiscoveryState(state: OAuthDiscoveryState): Promise<void> {
    this.#discovery = state;
    const { metadata } = this;
    if (metadata && !this.#isSilent && !this.prepareTokenRequest) await this.#assertPkce(metadata.issuer);
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#discovery;
  }

  async invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): Promise<void> {
    if (scope === 'all' || scope === 'verifier') this.#verifier = '';
    if (scope === 'all' || scope === 'discovery') this.#discovery = undefined;
    const { vault } = this.#options;
    if (this.#issuer === undefined || scope === 'verifier' || scope === 'discovery') return;
    if (scope !== 'tokens') {
      await vault.forgetClient(this.#issuer, this.#client?.client_id);
      this.#newClient = undefined;
    }
    // A code that was refused says nothing about the tokens that are stored.
    if (scope !== 'client' && this.#isSilent) await vault.forgetTokens(this.#issuer, this.#refreshToken);
  }
}

/** Credentials for one authorization server are sent to no other. */
function preregistered(
  clientId: string,
  { clientSecret, issuer: wanted }: OAuthLaunch,
  issuer: string | undefined,
): StoredOAuthClientInformation {
  if (wanted !== undefined && issuer !== undefined && !isSameIssuer(wanted, issuer))
    throw authRequired('otherIssuer', issuer, {}, wanted);
  return {
    client_id: clientId,
    ...(clientSecret !== undefined && { client_secret: clientSecret }),
    ...(issuer !== undefined && { issuer }),
  };
}

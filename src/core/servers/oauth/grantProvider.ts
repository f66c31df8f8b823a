import { authRequired } from '../../../base/faults/serverFaults.ts';
import { randomBytes } from 'node:crypto';
import {
  type AddClientAuthentication,
  type OAuthClientInformationContext,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  createPrivateKeyJwtAuth,
} from '@modelcontextprotocol/client';
import type { OAuthLaunch } from '../model/launch.ts';
import type { TokenVault } from './tokenVault.ts';

interface GrantOptions {
  readonly vault: TokenVault;
  readonly registered: OAuthLaunch | undefined;
  /** Absent for a client that signs in as itself. */
  readonly redirectUrl: string | undefined;
  /** An https address of a document that describes us; authorization servers that know such documents need no registration. */
  readonly clientMetadataUrl: string | undefined;
  readonly clientName: string;
  open(authorizationUrl: URL, state: string): Promise<void>;
}

/** The SDK's provider for one authorization. It keeps what must survive the redirect through the browser. */
export class GrantProvider implements OAuthClientProvider {
  readonly clientMetadataUrl?: string;
  readonly addClientAuthentication?: AddClientAuthentication;
  readonly prepareTokenRequest?: (scope?: string) => URLSearchParams;
  readonly #options: GrantOptions;
  #state = '';
  #verifier = '';
  #discovery: OAuthDiscoveryState | undefined;
  #issuer: string | undefined;

  constructor(options: GrantOptions) {
    this.#options = options;
    if (options.clientMetadataUrl !== undefined) this.clientMetadataUrl = options.clientMetadataUrl;
    const { clientId, privateKey, algorithm = 'ES256', grant } = options.registered ?? {};
    if (clientId !== undefined && privateKey !== undefined)
      this.addClientAuthentication = createPrivateKeyJwtAuth({
        issuer: clientId,
        subject: clientId,
        privateKey,
        alg: algorithm,
      });
    if (grant === 'client_credentials') this.prepareTokenRequest = clientCredentials;
  }

  get redirectUrl(): string | undefined {
    return this.#options.redirectUrl;
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

  state(): string {
    this.#state = randomBytes(24).toString('base64url');
    return this.#state;
  }

  async clientInformation(ctx?: OAuthClientInformationContext): Promise<StoredOAuthClientInformation | undefined> {
    const { registered, vault } = this.#options;
    if (registered?.clientId !== undefined) {
      return {
        client_id: registered.clientId,
        ...(registered.clientSecret !== undefined && { client_secret: registered.clientSecret }),
        // With an issuer, the SDK refuses to send the credentials to any other.
        ...(registered.issuer !== undefined && { issuer: registered.issuer }),
      };
    }
    if (!ctx) return undefined;
    this.#issuer = ctx.issuer;
    const known = await vault.client(ctx.issuer);
    return known && this.#servesRedirect(known) ? known : undefined;
  }

  /** Registered for another port: most authorization servers would refuse the redirect. */
  #servesRedirect(client: StoredOAuthClientInformation): boolean {
    const uris = (client as { redirect_uris?: readonly string[] }).redirect_uris;
    return uris === undefined || this.redirectUrl === undefined || uris.includes(this.redirectUrl);
  }

  async saveClientInformation(
    client: StoredOAuthClientInformation,
    ctx?: OAuthClientInformationContext,
  ): Promise<void> {
    const issuer = ctx?.issuer ?? client.issuer;
    if (issuer !== undefined && this.#options.registered?.clientId === undefined)
      await this.#options.vault.saveClient(issuer, client);
  }

  tokens(ctx?: OAuthClientInformationContext): Promise<StoredOAuthTokens | undefined> {
    return this.#options.vault.tokens(ctx?.issuer);
  }

  async saveTokens(tokens: StoredOAuthTokens, ctx?: OAuthClientInformationContext): Promise<void> {
    const issuer = ctx?.issuer ?? tokens.issuer;
    if (issuer === undefined) throw authRequired('unknownIssuer');
    await this.#options.vault.saveTokens(issuer, tokens);
  }

  async redirectToAuthorization(url: URL): Promise<void> {
    await this.#options.open(url, this.#state);
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.#discovery = state;
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#discovery;
  }

  async invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): Promise<void> {
    if (scope === 'all' || scope === 'verifier') this.#verifier = '';
    if (scope === 'all' || scope === 'discovery') this.#discovery = undefined;
    const { vault } = this.#options;
    const issuer = this.#issuer ?? (await vault.currentIssuer());
    if (issuer !== undefined && scope !== 'verifier' && scope !== 'discovery') await vault.forget(issuer, scope);
  }
}

function clientCredentials(scope?: string): URLSearchParams {
  return new URLSearchParams({ grant_type: 'client_credentials', ...(scope && { scope }) });
}

import { cancelled } from '../../../base/commonFaults.ts';
import { authRequired } from '../../../base/faults/serverFaults.ts';
import {
  type AuthProvider,
  type InsufficientScopeError,
  auth,
  computeScopeUnion,
  extractWWWAuthenticateParams,
  isStrictScopeSuperset,
  validateAuthorizationResponseIssuer,
} from '@modelcontextprotocol/client';
import type { AskPort, SecretsPort } from '../../ports/ports.ts';
import type { HttpLaunch } from '../model/launch.ts';
import { GrantProvider } from './grantProvider.ts';
import { LoopbackRedirect } from './loopback.ts';
import { MetadataRequests } from './metadataRequests.ts';
import { TokenVault, resourceOf } from './tokenVault.ts';

export interface OAuthParts {
  readonly secrets: SecretsPort;
  readonly ask: Pick<AskPort, 'openExternal'>;
  readonly clientName: string;
  readonly clientMetadataUrl?: string;
}

interface SessionHooks {
  /** A browser is opened only for what a user or a call started, never by a background retry. */
  mayAsk(): boolean;
  /** No deadline runs while a user signs in. */
  whileAsking<T>(question: () => Promise<T>): Promise<T>;
  readonly signal: AbortSignal;
}

const mostAttempts = 3;
const attemptWindowMs = 10 * 60_000;
const signInMs = 5 * 60_000;
const anyPort = 0;

/** What a server's challenge says. */
interface Challenge {
  readonly scope?: string;
  readonly resourceMetadataUrl?: URL;
  readonly force?: boolean;
}

/**
 * Signs in to one server. The whole flow, also through the browser, runs while the request that
 * got the 401 waits: it is then sent again with the new token, and callers need not know.
 */
export class AuthSession implements AuthProvider {
  readonly #parts: OAuthParts;
  readonly #launch: HttpLaunch;
  readonly #hooks: SessionHooks;
  readonly #vault: TokenVault;
  /** Of the sign-in that runs: what it was refused belongs to it alone. */
  #requests: MetadataRequests;
  #running: Promise<void> | undefined;
  #scope: string | undefined;
  #openedAt: number[] = [];

  constructor(parts: OAuthParts, launch: HttpLaunch, hooks: SessionHooks) {
    this.#parts = parts;
    this.#launch = launch;
    this.#hooks = hooks;
    this.#vault = new TokenVault(parts.secrets, resourceOf(launch.url));
    this.#requests = this.#newRequests();
  }

  /** Without the headers of the entry: they are meant for the server, not for its authorization server. */
  #newRequests(): MetadataRequests {
    const { url, oauth } = this.#launch;
    return new MetadataRequests({ server: new URL(url), issuer: oauth?.issuer, signal: this.#hooks.signal });
  }

  async token(): Promise<string | undefined> {
    return (await this.#vault.tokens(undefined))?.access_token;
  }

  async onUnauthorized({ response }: { readonly response: Response }): Promise<void> {
    const scheme = otherScheme(response.headers.get('www-authenticate'));
    if (scheme !== undefined) throw authRequired('otherScheme', scheme, { data: { status: 401 } });
    const { scope, resourceMetadataUrl } = extractWWWAuthenticateParams(response);
    return this.#once({ ...(scope !== undefined && { scope }), ...(resourceMetadataUrl && { resourceMetadataUrl }) });
  }

  /** More was asked for than was granted: the union, so that nothing granted before is lost. */
  async stepUp({ requiredScope, resourceMetadataUrl }: InsufficientScopeError): Promise<void> {
    const granted = (await this.#vault.tokens(undefined))?.scope;
    const scope = computeScopeUnion(this.#scope, granted, requiredScope);
    const force = isStrictScopeSuperset(scope, granted); // a refresh cannot widen the scope
    await this.#once({
      force,
      ...(scope !== undefined && { scope }),
      ...(resourceMetadataUrl && { resourceMetadataUrl }),
    });
  }

  /** Requests that fail together sign in together. */
  #once(challenge: Challenge): Promise<void> {
    this.#running ??= this.#authorize(challenge).finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #authorize(challenge: Challenge): Promise<void> {
    this.#requests = this.#newRequests();
    if (this.#launch.oauth?.grant === 'client_credentials') return this.#asItself(challenge);
    const redirect = await LoopbackRedirect.open(await this.#registeredPort());
    try {
      this.#scope = computeScopeUnion(this.#scope, challenge.scope);
      await this.#walk({ ...challenge, ...(this.#scope !== undefined && { scope: this.#scope }) }, redirect);
    } catch (error) {
      throw this.#requests.explain(error);
    } finally {
      redirect.dispose();
    }
  }

  /** Without a user: the client authenticates itself. */
  async #asItself({ scope, resourceMetadataUrl }: Challenge): Promise<void> {
    this.#scope = computeScopeUnion(this.#scope, this.#launch.oauth?.scopes?.join(' '), scope);
    const asked = {
      ...(this.#scope !== undefined && { scope: this.#scope }),
      ...(resourceMetadataUrl && { resourceMetadataUrl }),
    };
    try {
      await auth(this.#provider(undefined), { serverUrl: this.#launch.url, fetchFn: this.#requests.fetch, ...asked });
    } catch (error) {
      throw this.#requests.explain(error);
    }
  }

  async #walk({ force, ...challenge }: Challenge, redirect: LoopbackRedirect): Promise<void> {
    const provider = this.#provider(redirect);
    const common = { serverUrl: this.#launch.url, fetchFn: this.#requests.fetch, ...challenge };
    const result = await auth(provider, { ...common, ...(force && { forceReauthorization: true }) });
    if (result === 'AUTHORIZED') return;
    const signal = AbortSignal.any([this.#hooks.signal, AbortSignal.timeout(signInMs)]);
    const answer = await this.#hooks.whileAsking(() => redirect.answer(signal));
    const iss = answer.get('iss') ?? undefined;
    refuseError(answer, iss, provider);
    await auth(provider, { ...common, authorizationCode: answer.get('code') ?? '', ...(iss !== undefined && { iss }) });
  }

  #provider(redirect: LoopbackRedirect | undefined): GrantProvider {
    const { clientName, clientMetadataUrl } = this.#parts;
    return new GrantProvider({
      vault: this.#vault,
      registered: this.#launch.oauth,
      redirectUrl: redirect?.url,
      clientName,
      clientMetadataUrl,
      open: async (url, state) => {
        redirect?.expect(state);
        await this.#open(url);
      },
    });
  }

  async #open(url: URL): Promise<void> {
    if (!this.#hooks.mayAsk()) throw authRequired('signIn');
    this.#countAttempt();
    if (!isSafeToOpen(url)) throw authRequired('unsafeAddress', `${url.protocol}//${url.host}`);
    this.#requests.assertMayName(url);
    if (!(await this.#parts.ask.openExternal(url.href))) throw cancelled('signInNotOpened');
  }

  /** A server that keeps asking for more scopes must not open one page after the other. */
  #countAttempt(): void {
    const now = performance.now();
    this.#openedAt = [...this.#openedAt.filter((at) => now - at < attemptWindowMs), now];
    if (this.#openedAt.length <= mostAttempts) return;
    throw authRequired('neverContent', String(mostAttempts));
  }

  async #registeredPort(): Promise<number> {
    const issuer = await this.#vault.currentIssuer();
    const client = issuer === undefined ? undefined : await this.#vault.client(issuer);
    const uri = (client as { redirect_uris?: readonly string[] } | undefined)?.redirect_uris?.[0];
    return uri !== undefined && URL.canParse(uri) ? Number(new URL(uri).port) : anyPort;
  }
}

/** A scheme that has nothing to do with OAuth, where the server names no other: there is no authorization server to find. */
function otherScheme(challenge: string | null): string | undefined {
  if (challenge === null || /\b(?:bearer|dpop)\b/i.test(challenge)) return undefined;
  return /^\s*(basic|digest|negotiate|ntlm)\b/i.exec(challenge)?.[1];
}

/** Any page can send us an error text: it counts only with the right issuer. */
function refuseError(answer: URLSearchParams, iss: string | undefined, provider: GrantProvider): void {
  if (answer.has('code')) return;
  const metadata = provider.discoveryState()?.authorizationServerMetadata as
    | { issuer?: string; authorization_response_iss_parameter_supported?: boolean }
    | undefined;
  validateAuthorizationResponseIssuer({
    iss,
    expectedIssuer: metadata?.issuer,
    issParameterSupported: metadata?.authorization_response_iss_parameter_supported === true,
  });
  const reason = answer.get('error_description') ?? answer.get('error');
  throw reason === null ? authRequired('refusedSilently') : authRequired('refused', reason);
}

/** https, or http on this very machine: never another scheme, whatever the server's metadata says. */
export function isSafeToOpen(url: URL): boolean {
  if (url.protocol === 'https:') return true;
  return url.protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname);
}

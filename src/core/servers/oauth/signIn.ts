import { auth, discoverOAuthServerInfo } from '@modelcontextprotocol/client';
import { authRequired } from '../../../base/faults/serverFaults.ts';
import type { HttpLaunch, OAuthLaunch } from '../model/launch.ts';
import type { OAuthParts, OAuthSettings, SessionHooks } from './oauthParts.ts';
import type { DpopKeys } from './grants/dpopKeys.ts';
import { exclusively } from './grants/exclusively.ts';
import { SpentTokens } from './grants/spentTokens.ts';
import { GrantProvider, NeedsUser } from './grantProvider.ts';
import { IdentitySignIn } from './identitySignIn.ts';
import { MetadataRequests } from './metadataRequests.ts';
import { RegisterInstead } from './awaitReturn.ts';
import { BrowserVisit } from './browserVisit.ts';
import { SignInQuestions } from './signInQuestions.ts';
import { StepRecorder } from './steps/stepRecorder.ts';
import { type Grant, TokenVault } from './grants/tokenVault.ts';

const defaults: OAuthSettings = { clientMetadataUrl: '', callbackPort: 33_573, callbackHost: '127.0.0.1' };

/** What a server's challenge says. */
export interface Challenge {
  readonly scope?: string;
  readonly resourceMetadataUrl?: URL;
  /** What is stored does not suffice, and cannot be made to by a refresh. */
  readonly force?: boolean;
  /** What the server said. */
  readonly refusal?: { readonly status: number; readonly challenge: string | null };
  /** No user is asked: it is done before the server refuses anything. */
  readonly isSilent?: boolean;
}

interface SignInOptions {
  readonly parts: OAuthParts;
  readonly launch: HttpLaunch;
  readonly hooks: SessionHooks;
  readonly vault: TokenVault;
  readonly keys: DpopKeys;
  /** The access token that the server has refused. */
  readonly refused: string | undefined;
  /** Throws where too many pages have been opened. */
  willOpen(): void;
}

/** One authorization: first without the user, then with the browser. */
export class SignIn {
  readonly #options: SignInOptions;
  /** What it was refused belongs to this sign-in alone. */
  readonly #requests: MetadataRequests;
  readonly #questions: SignInQuestions;
  readonly #recorder: StepRecorder;
  readonly #settings: OAuthSettings;

  constructor(options: SignInOptions) {
    this.#options = options;
    const { launch, hooks, parts, vault } = options;
    const issuer = launch.oauth?.issuer;
    this.#recorder = new StepRecorder(launch.url, (step) => hooks.step?.(step));
    this.#settings = { ...defaults, ...parts.settings?.() };
    this.#questions = new SignInQuestions({ ...hooks, ask: parts.ask, vault, issuer });
    // Without the headers of the entry: they are meant for the server, not for its authorization server.
    this.#requests = new MetadataRequests({
      server: new URL(launch.url),
      named: [...(issuer === undefined ? [] : [issuer]), ...givenEndpoint(launch.oauth)],
      signal: hooks.signal,
      exchanged: (exchange) => this.#recorder.exchange(exchange),
      order: (servers) => (hooks.mayAsk() ? this.#questions.order(servers) : Promise.resolve(servers)),
    });
  }

  async run({ force, isSilent, refusal, ...asked }: Challenge): Promise<void> {
    if (refusal) this.#recorder.challenge(refusal.status, refusal.challenge, Date.now());
    try {
      const redirecting: Redirecting = {};
      const provider = this.#provider(asked.scope, redirecting, { isSilent: isSilent === true });
      if (provider.prepareTokenRequest) return void (await this.#auth(provider, asked));
      if (!force && (await this.#silently(provider, asked))) return;
      if (!isSilent)
        await this.#inBrowser(provider, asked, redirecting).catch((error) => this.#registerInstead(error, asked));
    } catch (error) {
      const fault = this.#requests.explain(error, this.#recorder.wrong);
      if (!isSilent) this.#recorder.failed(fault, Date.now());
      throw fault;
    }
  }

  /** True if the request that was refused is worth another try. */
  #silently(provider: GrantProvider, asked: Challenge): Promise<boolean> {
    const { vault, refused, parts, hooks } = this.#options;
    const { lockDir } = parts;
    return exclusively(vault.name, { lockDir, signal: hooks.signal }, async () => {
      const { tokens } = await vault.grant(undefined);
      if (tokens && tokens.access_token !== refused) return true; // another window was quicker
      const refreshToken = tokens?.refresh_token;
      const spent = new SpentTokens(lockDir, vault.name);
      if (refreshToken === undefined || (await spent.has(refreshToken))) return false;
      try {
        const isDone = (await this.#auth(provider, asked)) === 'AUTHORIZED';
        const { tokens: renewed } = await vault.grant(undefined);
        if (isDone && renewed?.refresh_token !== refreshToken) await spent.add(refreshToken);
        return isDone;
      } catch (error) {
        const { outage } = this.#requests;
        if (outage !== undefined) throw authRequired('unavailable', outage);
        if (error instanceof NeedsUser) return false;
        throw error;
      }
    });
  }

  async #inBrowser(provider: GrantProvider, asked: Challenge, redirecting: Redirecting): Promise<void> {
    const { hooks, parts } = this.#options;
    if (hooks.mayAsk() && parts.ask.isUnattended) await this.#lookAround(asked);
    const visit = await this.#visit(await this.#options.vault.grant(undefined));
    redirecting.visit = visit;
    try {
      provider.returnTo(visit.returnUrl);
      if ((await this.#auth(provider, asked)) === 'AUTHORIZED') return;
      await this.#auth(provider, { ...asked, ...(await visit.returned(provider.metadata, provider.knownBy)) });
      visit.conclude();
    } finally {
      visit.dispose();
    }
  }

  /** First on the port of the registration, which most authorization servers compare. */
  #visit({ client }: Grant): Promise<BrowserVisit> {
    const { hooks, parts, willOpen } = this.#options;
    if (!hooks.mayAsk() || parts.ask.isUnattended)
      throw authRequired('signIn', '', { action: 'signIn', data: { status: 401 } });
    const { callbackHost, callbackPort } = this.#settings;
    const uri = (client as { redirect_uris?: readonly string[] } | undefined)?.redirect_uris?.[0];
    const registered = uri !== undefined && URL.canParse(uri) ? [Number(new URL(uri).port)] : [];
    const browser = { ask: parts.ask, hooks, recorder: this.#recorder, callbackHost, willOpen };
    return BrowserVisit.begin(browser, [...registered, callbackPort]);
  }

  /** Where the entry names an identity provider at which the user signs in. */
  #identity(isSilent: boolean): IdentitySignIn | undefined {
    const { launch, hooks, parts } = this.#options;
    const provider = launch.oauth?.identityProvider;
    if (!provider || !('issuer' in provider)) return undefined;
    const { issuer } = provider;
    return new IdentitySignIn({
      provider,
      vault: new TokenVault(parts, { resource: issuer, server: hooks.server }),
      requests: new MetadataRequests({
        server: new URL(issuer),
        named: [issuer],
        signal: hooks.signal,
        exchanged: (exchange) => this.#recorder.exchange(exchange, true),
      }),
      questions: this.#questions,
      lockDir: parts.lockDir,
      signal: hooks.signal,
      now: parts.now ?? Date.now,
      openBrowser: async () => {
        if (isSilent) throw authRequired('signIn', '', { action: 'signIn' });
        return this.#visit({});
      },
    });
  }

  /** Where nobody can sign in, what is wrong with the metadata is found all the same. */
  async #lookAround({ resourceMetadataUrl }: Challenge): Promise<void> {
    const { url } = this.#options.launch;
    const fetchFn = this.#requests.fetch;
    const found = await discoverOAuthServerInfo(url, {
      fetchFn,
      ...(resourceMetadataUrl && { resourceMetadataUrl }),
    });
    if (!found.authorizationServerMetadata && !found.resourceMetadata)
      throw authRequired('unauthorized', '', { data: { status: 401, namesSignIn: false } });
  }

  /** Once more, as a client that is registered. */
  async #registerInstead(error: unknown, asked: Challenge): Promise<void> {
    if (!(error instanceof RegisterInstead)) throw error;
    const redirecting: Redirecting = {};
    await this.#inBrowser(this.#provider(asked.scope, redirecting, { registersAnew: true }), asked, redirecting);
  }

  #auth(
    provider: GrantProvider,
    { scope, resourceMetadataUrl, ...more }: Challenge & { readonly authorizationCode?: string; readonly iss?: string },
  ): ReturnType<typeof auth> {
    return auth(provider, {
      serverUrl: this.#options.launch.url,
      fetchFn: this.#requests.fetch,
      ...(scope !== undefined && { scope }),
      ...(resourceMetadataUrl && { resourceMetadataUrl }),
      ...more,
    });
  }

  #provider(
    scope: string | undefined,
    redirecting: Redirecting,
    { registersAnew = false, isSilent = false },
  ): GrantProvider {
    const { parts, vault, launch, keys } = this.#options;
    return new GrantProvider({
      vault,
      registered: launch.oauth,
      clientName: parts.clientName,
      clientMetadataUrl: (!registersAnew && this.#settings.clientMetadataUrl) || undefined,
      registersAnew,
      questions: this.#questions,
      scope,
      now: parts.now ?? Date.now,
      keys,
      fetch: this.#requests.fetch,
      withIdentity: this.#identity(isSilent)?.withIdentity,
      open: async (url, state) => redirecting.visit?.show(url, state, this.#requests),
    });
  }
}

interface Redirecting {
  visit?: BrowserVisit;
}

/** A user's entry may name an address that a server may not. */
function givenEndpoint(oauth: OAuthLaunch | undefined): readonly string[] {
  const provider = oauth?.identityProvider;
  return provider && 'tokenEndpoint' in provider ? [provider.tokenEndpoint] : [];
}

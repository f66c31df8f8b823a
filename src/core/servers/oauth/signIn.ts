import { auth, discoverOAuthServerInfo, validateAuthorizationResponseIssuer } from '@modelcontextprotocol/client';
import { cancelled } from '../../../base/commonFaults.ts';
import { authRequired } from '../../../base/faults/serverFaults.ts';
import type { HttpLaunch } from '../model/launch.ts';
import type { OAuthParts, OAuthSettings, SessionHooks } from './oauthParts.ts';
import type { DpopKeys } from './grants/dpopKeys.ts';
import { exclusively } from './grants/exclusively.ts';
import { GrantProvider, NeedsUser } from './grantProvider.ts';
import { LoopbackRedirect } from './loopback.ts';
import { MetadataRequests } from './metadataRequests.ts';
import { RegisterInstead, awaitReturn } from './awaitReturn.ts';
import { isSafeToOpen } from './safeToOpen.ts';
import { SignInQuestions } from './signInQuestions.ts';
import { StepRecorder } from './steps/stepRecorder.ts';
import type { TokenVault } from './grants/tokenVault.ts';

const signInMs = 5 * 60_000;
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
      named: [issuer, launch.oauth?.identityProvider?.tokenEndpoint].filter((each) => each !== undefined),
      signal: hooks.signal,
      exchanged: (exchange) => this.#recorder.exchange(exchange),
      order: (servers) => (hooks.mayAsk() ? this.#questions.order(servers) : Promise.resolve(servers)),
    });
  }

  async run({ force, isSilent, refusal, ...asked }: Challenge): Promise<void> {
    if (refusal) this.#recorder.challenge(refusal.status, refusal.challenge, Date.now());
    try {
      const redirecting: { page?: LoopbackRedirect } = {};
      const provider = this.#provider(asked.scope, redirecting);
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
      if (tokens?.refresh_token === undefined) return false;
      try {
        return (await this.#auth(provider, asked)) === 'AUTHORIZED';
      } catch (error) {
        const { outage } = this.#requests;
        if (outage !== undefined) throw authRequired('unavailable', outage);
        if (error instanceof NeedsUser) return false;
        throw error;
      }
    });
  }

  async #inBrowser(provider: GrantProvider, asked: Challenge, redirecting: { page?: LoopbackRedirect }): Promise<void> {
    const { hooks, parts } = this.#options;
    if (hooks.mayAsk() && parts.ask.isUnattended) await this.#lookAround(asked);
    if (!hooks.mayAsk() || parts.ask.isUnattended) throw authRequired('signIn', '', { action: 'signIn' });
    const redirect = await LoopbackRedirect.open(await this.#ports(), this.#settings.callbackHost);
    redirecting.page = redirect;
    try {
      provider.returnTo((await parts.ask.externalUri?.(redirect.url)) ?? redirect.url);
      if ((await this.#auth(provider, asked)) === 'AUTHORIZED') return;
      const signal = AbortSignal.any([hooks.signal, AbortSignal.timeout(signInMs)]);
      const answer = await hooks.whileAsking(() =>
        awaitReturn(redirect, { ask: parts.ask, hasDocument: provider.usesDocument }, signal),
      );
      this.#recorder.callback(answer, Date.now());
      const iss = answer.get('iss') ?? undefined;
      refuseError(answer, iss, provider);
      const code = answer.get('code') ?? '';
      await this.#auth(provider, { ...asked, authorizationCode: code, ...(iss !== undefined && { iss }) });
      redirect.conclude(true);
    } finally {
      redirect.dispose();
    }
  }

  /** Where nobody can sign in, what is wrong with the metadata is found all the same. */
  async #lookAround({ resourceMetadataUrl }: Challenge): Promise<void> {
    const { url } = this.#options.launch;
    const fetchFn = this.#requests.fetch;
    await discoverOAuthServerInfo(url, { fetchFn, ...(resourceMetadataUrl && { resourceMetadataUrl }) });
  }

  /** Once more, as a client that is registered. */
  async #registerInstead(error: unknown, asked: Challenge): Promise<void> {
    if (!(error instanceof RegisterInstead)) throw error;
    const redirecting: { page?: LoopbackRedirect } = {};
    await this.#inBrowser(this.#provider(asked.scope, redirecting, false), asked, redirecting);
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
    redirecting: { readonly page?: LoopbackRedirect },
    hasDocument = true,
  ): GrantProvider {
    const { parts, vault, launch, keys } = this.#options;
    return new GrantProvider({
      vault,
      registered: launch.oauth,
      clientName: parts.clientName,
      clientMetadataUrl: (hasDocument && this.#settings.clientMetadataUrl) || undefined,
      questions: this.#questions,
      scope,
      now: parts.now ?? Date.now,
      keys,
      fetch: this.#requests.fetch,
      open: async (url, state) => {
        redirecting.page?.expect(state);
        await this.#open(url);
      },
    });
  }

  async #open(url: URL): Promise<void> {
    const { parts, willOpen } = this.#options;
    willOpen();
    if (!isSafeToOpen(url)) throw authRequired('unsafeAddress', `${url.protocol}//${url.host}`);
    this.#requests.assertMayName(url);
    this.#recorder.page(url, Date.now());
    if (!(await parts.ask.openExternal(url.href))) throw cancelled('signInNotOpened');
  }

  /** First that of the registration, which most authorization servers compare. */
  async #ports(): Promise<readonly number[]> {
    const { client } = await this.#options.vault.grant(undefined);
    const uri = (client as { redirect_uris?: readonly string[] } | undefined)?.redirect_uris?.[0];
    const registered = uri !== undefined && URL.canParse(uri) ? [Number(new URL(uri).port)] : [];
    return [...registered, this.#settings.callbackPort];
  }
}

/** Any page can send us an error text: it counts only with the right issuer. */
function refuseError(answer: URLSearchParams, iss: string | undefined, { metadata }: GrantProvider): void {
  if (answer.has('code')) return;
  validateAuthorizationResponseIssuer({
    iss,
    expectedIssuer: metadata?.issuer,
    issParameterSupported:
      (metadata as { authorization_response_iss_parameter_supported?: boolean } | undefined)
        ?.authorization_response_iss_parameter_supported === true,
  });
  const reason = answer.get('error_description') ?? answer.get('error');
  throw reason === null ? authRequired('refusedSilently') : authRequired('refused', reason);
}

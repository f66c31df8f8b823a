import { cancelledFault } from '../../../base/async.ts';
import type { Fault } from '../../../base/fault.ts';
import { authRequired } from '../../../base/faults/serverFaults.ts';
import {
  type AuthProvider,
  type DpopSession,
  type FetchLike,
  type InsufficientScopeError,
  SdkHttpError,
  computeScopeUnion,
  extractWWWAuthenticateParams,
  isStrictScopeSuperset,
  withDpop,
} from '@modelcontextprotocol/client';
import type { HttpLaunch } from '../model/launch.ts';
import type { SignInStep } from '../../../contract/signIn.ts';
import { impatientCall } from './impatientCall.ts';
import { DpopKeys } from './grants/dpopKeys.ts';
import type { OAuthParts, SessionHooks } from './oauthParts.ts';
import { type Challenge, SignIn } from './signIn.ts';
import { isSameIssuer } from './grants/issuers.ts';
import { audiencesOf, claimsOf } from './grants/tokenClaims.ts';
import { type Grant, TokenVault, isBound, resourceOf } from './grants/tokenVault.ts';

const mostAttempts = 3;
const attemptWindowMs = 10 * 60_000;
/** An access token is renewed so long before it expires. */
const renewBeforeMs = 30_000;

/**
 * The authorization of one connection. The whole sign-in, also through the browser, runs while the request that
 * got the 401 waits: it is then sent again with the new token, and callers need not know.
 */
export class AuthSession implements AuthProvider {
  readonly #parts: OAuthParts;
  readonly #launch: HttpLaunch;
  readonly #hooks: SessionHooks;
  readonly #vault: TokenVault;
  readonly #keys: DpopKeys;
  #running: Promise<void> | undefined;
  #scope: string | undefined;
  /** The access token that was sent last: if it is refused, and another one is stored, that one is tried. */
  #sent: string | undefined;
  #isBound = false;
  #isFresh = false;
  #isPageOpen = false;
  readonly #impatient = new Set<() => void>();
  readonly #opened = new Attempts();
  readonly #stepped = new Attempts();

  constructor(parts: OAuthParts, launch: HttpLaunch, hooks: SessionHooks) {
    this.#parts = parts;
    this.#launch = launch;
    this.#hooks = hooks;
    this.#vault = new TokenVault(parts, { resource: resourceOf(launch.url), server: hooks.server });
    this.#keys = new DpopKeys(this.#vault);
  }

  async token(): Promise<string | undefined> {
    const grant = await this.#vault.grant(undefined);
    const { tokens, expiresAt } = grant;
    this.#tell(grant);
    this.#sent = tokens?.access_token;
    this.#isBound = tokens !== undefined && isBound(tokens);
    const now = (this.#parts.now ?? Date.now)();
    if (expiresAt === undefined || expiresAt - renewBeforeMs > now || tokens?.refresh_token === undefined)
      return this.#sent;
    await this.#renew();
    const renewed = await this.#vault.grant(undefined);
    this.#tell(renewed);
    return (this.#sent = renewed.tokens?.access_token);
  }

  #tell({ tokens, expiresAt }: Grant): void {
    const isRenewable = tokens?.refresh_token !== undefined;
    this.#hooks.granted?.(tokens && { isRenewable, ...(expiresAt !== undefined && { expiresAt }) });
  }

  /** Where it fails, the server's refusal of the old token says what to do. */
  async #renew(): Promise<void> {
    try {
      await this.#once({ isSilent: true });
    } catch {
      // As above.
    }
  }

  /** The last token that was asked for is bound to a key: each request needs a proof of its own. */
  get isBound(): boolean {
    return this.#isBound;
  }

  /** Requests that carry a bound token get its proof; all others are sent as they are. */
  signed(fetch: FetchLike): FetchLike {
    const key = async (): Promise<DpopSession | undefined> => {
      const issuer = this.#isBound ? await this.#vault.currentIssuer() : undefined;
      return issuer === undefined ? undefined : (await this.#keys.keyFor(issuer)).session;
    };
    return withDpop(key, () => this.#sent)(fetch);
  }

  async onUnauthorized({ response }: { readonly response: Response }): Promise<void> {
    const scheme = otherScheme(response.headers.get('www-authenticate'));
    if (scheme !== undefined) throw authRequired('otherScheme', scheme, { data: { status: 401 } });
    const { scope, resourceMetadataUrl } = extractWWWAuthenticateParams(ofOurScheme(response));
    const refusal = { status: response.status, challenge: response.headers.get('www-authenticate') };
    return this.#once({
      refusal,
      ...(scope !== undefined && { scope }),
      ...(resourceMetadataUrl && { resourceMetadataUrl }),
    });
  }

  /** Why the server refuses a token that it was sent after a sign-in; `undefined` where it is about something else. */
  explainRefusal(error: unknown): Fault | undefined {
    const isRefused = SdkHttpError.isInstance(error) && error.data.status === 401;
    if (!isRefused || !this.#isFresh || this.#sent === undefined) return undefined;
    const audiences = audiencesOf(claimsOf(this.#sent) ?? {});
    const resource = resourceOf(this.#launch.url);
    return audiences.length === 0 || audiences.some((each) => isSameIssuer(each, resource))
      ? authRequired('freshRefused')
      : authRequired('wrongAudience', audiences.join(', '), {}, resource);
  }

  /** More was asked for than was granted: the union, so that nothing granted before is lost. */
  async stepUp({ requiredScope, resourceMetadataUrl }: InsufficientScopeError): Promise<void> {
    const granted = (await this.#vault.grant(undefined)).tokens?.scope;
    const scope = computeScopeUnion(this.#scope, granted, requiredScope);
    const force = isStrictScopeSuperset(scope, granted); // a refresh cannot widen the scope
    // A server may ask for ever, and each time a refresh would seem to help.
    if (!this.#stepped.count()) throw force ? this.#neverContent() : authRequired('hasScope', requiredScope ?? '');
    await this.#once({
      force,
      refusal: { status: 403, challenge: `insufficient_scope: ${requiredScope ?? ''}` },
      ...(scope !== undefined && { scope }),
      ...(resourceMetadataUrl && { resourceMetadataUrl }),
    });
  }

  /** Requests that fail together sign in together. */
  async #once(challenge: Challenge): Promise<void> {
    this.#running ??= this.#signIn(challenge).finally(() => {
      this.#running = undefined;
      this.#isPageOpen = false;
    });
    const call = impatientCall.getStore();
    if (!call) return this.#running;
    this.#impatient.add(call.opened);
    if (this.#isPageOpen) call.opened();
    await this.#running.finally(() => this.#impatient.delete(call.opened));
    if (call.signal.aborted) throw cancelledFault(call.signal);
  }

  #step(step: SignInStep): void {
    this.#hooks.step?.(step);
    if (step.kind !== 'page') return;
    this.#isPageOpen = true;
    for (const opened of this.#impatient) opened();
  }

  async #signIn(challenge: Challenge): Promise<void> {
    const written = this.#launch.oauth?.scopes?.join(' ');
    this.#scope = computeScopeUnion(this.#scope, written, challenge.scope);
    const signIn = new SignIn({
      parts: this.#parts,
      launch: this.#launch,
      hooks: { ...this.#hooks, step: (step) => this.#step(step) },
      vault: this.#vault,
      keys: this.#keys,
      refused: this.#sent,
      willOpen: () => {
        if (!this.#opened.count()) throw this.#neverContent();
      },
    });
    await signIn.run({ ...challenge, ...(this.#scope !== undefined && { scope: this.#scope }) });
    this.#isFresh = true;
  }

  #neverContent(): Error {
    return authRequired('neverContent', String(mostAttempts));
  }
}

/** A server that keeps asking for more must not open one page after the other. */
class Attempts {
  #at: number[] = [];

  count(): boolean {
    const now = performance.now();
    this.#at = [...this.#at.filter((at) => now - at < attemptWindowMs), now];
    return this.#at.length <= mostAttempts;
  }
}

/** The SDK looks at the first challenge only, and one header may have several. */
function ofOurScheme({ status, headers }: Response): Response {
  const all = headers.get('www-authenticate') ?? '';
  const at = all.search(/(?:^|,\s*)(?:bearer|dpop)(?:\s|$)/i);
  const ours = all.slice(Math.max(0, at)).replace(/^,\s*/, '');
  return new Response(null, { status, headers: { 'www-authenticate': ours } });
}

/** A scheme that has nothing to do with OAuth, where the server names no other: there is no authorization server to find. */
function otherScheme(challenge: string | null): string | undefined {
  if (challenge === null || /\b(?:bearer|dpop)\b/i.test(challenge)) return undefined;
  return /^\s*(basic|digest|negotiate|ntlm)\b/i.exec(challenge)?.[1];
}

import { type AuthorizationServerMetadata, validateAuthorizationResponseIssuer } from '@modelcontextprotocol/client';
import { cancelled } from '../../../base/commonFaults.ts';
import { authRequired } from '../../../base/faults/serverFaults.ts';
import type { Disposable } from '../../../base/lifetime.ts';
import { type KnownBy, awaitReturn } from './awaitReturn.ts';
import { LoopbackRedirect } from './loopback.ts';
import type { MetadataRequests } from './metadataRequests.ts';
import type { OAuthParts, SessionHooks } from './oauthParts.ts';
import { isSafeToOpen } from './safeToOpen.ts';
import type { StepRecorder } from './steps/stepRecorder.ts';

const signInMs = 5 * 60_000;

interface BrowserParts {
  readonly ask: OAuthParts['ask'];
  readonly hooks: Pick<SessionHooks, 'signal' | 'whileAsking'>;
  readonly recorder: StepRecorder;
  readonly callbackHost: string;
  /** Throws where too many pages have been opened. */
  willOpen(): void;
}

/** What the browser brought back from a page. */
interface Returned {
  readonly authorizationCode: string;
  readonly iss?: string;
}

/** The user's browser at a sign-in page: it is sent there, and returns to us. */
export class BrowserVisit implements Disposable {
  /** Where the browser returns to. */
  readonly returnUrl: string;
  readonly #parts: BrowserParts;
  readonly #redirect: LoopbackRedirect;

  private constructor(parts: BrowserParts, redirect: LoopbackRedirect, returnUrl: string) {
    this.#parts = parts;
    this.#redirect = redirect;
    this.returnUrl = returnUrl;
  }

  static async begin(parts: BrowserParts, ports: readonly number[]): Promise<BrowserVisit> {
    const redirect = await LoopbackRedirect.open(ports, parts.callbackHost);
    try {
      return new BrowserVisit(parts, redirect, (await parts.ask.externalUri?.(redirect.url)) ?? redirect.url);
    } catch (error) {
      redirect.dispose();
      throw error;
    }
  }

  async show(url: URL, state: string, requests: Pick<MetadataRequests, 'assertMayName'>): Promise<void> {
    const { willOpen, recorder, ask } = this.#parts;
    this.#redirect.expect(state);
    willOpen();
    if (!isSafeToOpen(url)) throw authRequired('unsafeAddress', `${url.protocol}//${url.host}`);
    requests.assertMayName(url);
    recorder.page(url, Date.now());
    if (!(await ask.openExternal(url.href))) throw cancelled('signInNotOpened');
  }

  async returned(metadata: AuthorizationServerMetadata | undefined, knownBy?: KnownBy): Promise<Returned> {
    const { hooks, ask, recorder } = this.#parts;
    const signal = AbortSignal.any([hooks.signal, AbortSignal.timeout(signInMs)]);
    const answer = await hooks.whileAsking(() => awaitReturn(this.#redirect, { ask, knownBy }, signal));
    recorder.callback(answer, Date.now());
    const iss = answer.get('iss') ?? undefined;
    refuseError(answer, iss, metadata);
    return { authorizationCode: answer.get('code') ?? '', ...(iss !== undefined && { iss }) };
  }

  /** Tells the user in the browser that the sign-in is done. */
  conclude(): void {
    this.#redirect.conclude(true);
  }

  dispose(): void {
    this.#redirect.dispose();
  }
}

/** Any page can send us an error text: it counts only with the right issuer. */
function refuseError(
  answer: URLSearchParams,
  iss: string | undefined,
  metadata: AuthorizationServerMetadata | undefined,
): void {
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

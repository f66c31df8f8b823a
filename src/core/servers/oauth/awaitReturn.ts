import { deferred } from '../../../base/async.ts';
import { cancelled } from '../../../base/commonFaults.ts';
import { l10n } from '../../../base/l10n.ts';
import type { LoopbackRedirect } from './loopback.ts';
import type { OAuthParts } from './oauthParts.ts';

/** From then on a user may need help: in a container or over SSH a browser may not reach us at all. */
const helpMs = 30_000;

/** A document of ours, or a registration of an earlier sign-in. */
export type KnownBy = 'document' | 'registration';

/** The user thinks that the authorization server does not take our document, or has forgotten us: it says so on its own page only. */
export class RegisterInstead extends Error {}

interface Help {
  readonly ask: OAuthParts['ask'];
  /** What the authorization server knows us by, where a registration could take its place. */
  readonly knownBy: KnownBy | undefined;
}

/** Waits for the browser; after a while the user may paste the address at which it ended. */
export async function awaitReturn(
  redirect: LoopbackRedirect,
  parts: Help,
  signal: AbortSignal,
): Promise<URLSearchParams> {
  const ended = new AbortController();
  const given = deferred<never>(); // not the signal: an abort would be told as a cancellation, whatever its reason
  const helped = (): Promise<void> => help(redirect, parts, AbortSignal.any([signal, ended.signal]));
  const timer = setTimeout(
    () => void helped().catch((error: unknown) => given.reject(error)),
    parts.ask.helpsAtOnce ? 0 : helpMs,
  );
  try {
    return await Promise.race([redirect.answer(signal), given.promise]);
  } finally {
    clearTimeout(timer);
    ended.abort();
  }
}

async function help(redirect: LoopbackRedirect, { ask, knownBy }: Help, signal: AbortSignal): Promise<void> {
  const [paste, cancel] = [l10n.t('Paste the Address…'), l10n.t('Cancel')];
  const register = knownBy === 'document' ? l10n.t('Register Instead') : l10n.t('Register Again');
  const choices = [paste, ...(knownBy === undefined ? [] : [register]), cancel];
  const { origin } = new URL(redirect.url);
  const title = l10n.t(
    'The browser has not returned to {0} yet. Finish the sign-in there, or paste its address. If the service refuses this address, set "mcpSwitchboard.oauth.callbackHost" to "localhost"; if it does not know the client, register again.',
    origin,
  );
  const chosen = await ask.choose?.({ title, detail: '', choices, modal: false }, signal);
  if (signal.aborted) return;
  if (chosen === cancel) throw cancelled('signInCancelled');
  if (chosen === register) throw new RegisterInstead();
  if (chosen !== paste) return;
  const prompt = l10n.t('The address at which the browser ended');
  const address = await ask.text?.({ title: l10n.t('Sign In'), prompt, secret: true }, signal);
  if (address === undefined || redirect.paste(address)) return;
  return help(redirect, { ask, knownBy }, signal);
}

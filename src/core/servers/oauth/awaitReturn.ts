import { deferred } from '../../../base/async.ts';
import { cancelled } from '../../../base/commonFaults.ts';
import { l10n } from '../../../base/l10n.ts';
import type { LoopbackRedirect } from './loopback.ts';
import type { OAuthParts } from './oauthParts.ts';

/** From then on a user may need help: in a container or over SSH a browser may not reach us at all. */
const helpMs = 30_000;

/** The user thinks that the authorization server does not take our document: some fail on their own page. */
export class RegisterInstead extends Error {}

interface Help {
  readonly ask: OAuthParts['ask'];
  /** A document is used in place of a registration. */
  readonly hasDocument: boolean;
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

async function help(redirect: LoopbackRedirect, { ask, hasDocument }: Help, signal: AbortSignal): Promise<void> {
  const [paste, register, cancel] = [l10n.t('Paste the Address…'), l10n.t('Register Instead'), l10n.t('Cancel')];
  const choices = [paste, ...(hasDocument ? [register] : []), cancel];
  const { origin } = new URL(redirect.url);
  const title = l10n.t(
    'The browser has not returned to {0} yet. Finish the sign-in there, or paste its address.',
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
  return help(redirect, { ask, hasDocument }, signal);
}

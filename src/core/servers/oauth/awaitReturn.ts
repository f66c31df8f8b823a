import { cancelled } from '../../../base/commonFaults.ts';
import { l10n } from '../../../base/l10n.ts';
import type { LoopbackRedirect } from './loopback.ts';
import type { OAuthParts } from './oauthParts.ts';

/** From then on a user may need help: in a container or over SSH a browser may not reach us at all. */
const helpMs = 30_000;

/** Waits for the browser; after a while the user may paste the address at which it ended. */
export async function awaitReturn(
  redirect: LoopbackRedirect,
  ask: OAuthParts['ask'],
  signal: AbortSignal,
): Promise<URLSearchParams> {
  const ended = new AbortController();
  const either = AbortSignal.any([signal, ended.signal]);
  const timer = setTimeout(
    () => void help(redirect, ask, either).catch((error: unknown) => ended.abort(error)),
    helpMs,
  );
  try {
    return await redirect.answer(either);
  } finally {
    clearTimeout(timer);
    ended.abort();
  }
}

async function help(redirect: LoopbackRedirect, ask: OAuthParts['ask'], signal: AbortSignal): Promise<void> {
  const [paste, cancel] = [l10n.t('Paste the Address…'), l10n.t('Cancel')];
  const { origin } = new URL(redirect.url);
  const title = l10n.t(
    'The browser has not returned to {0} yet. Finish the sign-in there, or paste its address.',
    origin,
  );
  const chosen = await ask.choose?.({ title, detail: '', choices: [paste, cancel], modal: false }, signal);
  if (signal.aborted) return;
  if (chosen === cancel) throw cancelled('signInCancelled');
  if (chosen !== paste) return;
  const prompt = l10n.t('The address at which the browser ended');
  const address = await ask.text?.({ title: l10n.t('Sign In'), prompt, secret: true }, signal);
  if (address === undefined || redirect.paste(address)) return;
  return help(redirect, ask, signal);
}

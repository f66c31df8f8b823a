import { l10n } from '../../../../base/l10n.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { type Evidence, outputOf, remoteOf } from '../../model/evidence.ts';
import { advise, ask, askForHeader, signIn } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';

/** The errors of OAuth, with what they are about. */
const errors: Readonly<Record<string, () => readonly [cause: string, isClient: boolean]>> = {
  invalid_client: () => [l10n.t('The sign-in does not know the client ID, or not its secret'), true],
  unauthorized_client: () => [l10n.t('The sign-in does not allow this client to get a token in this way'), true],
  invalid_grant: () => [l10n.t('The sign-in has expired or was revoked'), false],
  invalid_scope: () => [l10n.t('The sign-in does not have a scope that is asked for'), false],
  invalid_target: () => [l10n.t('The sign-in gives no tokens for the URL of this server'), false],
  access_denied: () => [l10n.t('The sign-in was cancelled or denied'), false],
  unsupported_grant_type: () => [l10n.t('The sign-in does not support this way to get a token'), true],
  login_required: () => [l10n.t('The sign-in has expired or was revoked'), false],
  consent_required: () => [l10n.t('The sign-in was cancelled or denied'), false],
};
const redirect =
  /redirect[_ -]?uri[^"\n]{0,60}(?:mismatch|match|not (?:registered|allowed|valid)|invalid)|(?:invalid|mismatch|unregistered)[^"\n]{0,30}redirect/i;

/** What the authorization server answers, in its own words and in ours. */
export const signInFailed = rule('http/oauth', (evidence) => {
  const launch = remoteOf(evidence);
  const text = textOf(evidence);
  const name = Object.keys(errors).find((each) => new RegExp(`\\b${each}\\b`).test(text));
  const isRedirect = redirect.test(text);
  const [said, isClient] = isRedirect
    ? [l10n.t('The sign-in does not allow the address to which it should return'), true]
    : (errors[name ?? '']?.() ?? []);
  if (!launch || said === undefined) return undefined;
  const detail = /"?error_description"?\s*[:=]\s*"([^"\n]{3,200})"/.exec(text)?.[1] ?? name ?? '';
  return {
    cause: `${said}${detail === '' ? '.' : `: ${detail}`}`,
    remedies: [...cures(isClient ?? false), advise(l10n.t('Ask its operator for access.'))],
    ...inEntry('oauth'),
    proof: text.slice(0, 300),
  };
});

function cures(isClient: boolean): readonly Remedy[] {
  const client = ask(l10n.t('Enter the client ID that its operator gave you'), ['oauth', 'clientId']);
  return [...(isClient ? [client] : []), signIn(), askForHeader('Authorization', 'Bearer')];
}

function textOf(evidence: Evidence): string {
  const { causes, body = '', challenge = '' } = evidence;
  return [...causes.map(({ message }) => message), body, challenge, outputOf(evidence)].join('\n');
}

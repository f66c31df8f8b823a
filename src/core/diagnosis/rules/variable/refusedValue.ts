import { l10n } from '../../../../base/l10n.ts';
import { secretName } from '../../cures/entryValues.ts';
import { serviceOfKey } from '../../known/services.ts';
import { type Evidence, outputOf, stdioOf } from '../../model/evidence.ts';
import { missingVariables } from './missingVariables.ts';
import { advise, askFor } from '../../model/remedies.ts';
import { inEntry, lineAt, rule } from '../../model/rule.ts';

const refused =
  /unauthori[sz]ed|authenticat|invalid[_ -]?(?:auth|token|api[_ -]?key|credential|key)|\b401\b|using password: NO|bad credentials|access denied|not_authed|login failed|password (?:is )?(?:required|authentication)|(?:token|key|password|secret|credential)s?\b[^\n]{0,30}(?:required|missing|empty|invalid|not (?:valid|set|provided))/i;

/** An empty value is one that nobody has filled in. */
export const valueEmpty = rule('variable/empty', (evidence) => {
  const launch = stdioOf(evidence);
  const match = refused.exec(outputOf(evidence));
  const empty = Object.entries(launch?.env ?? {}).filter(
    ([name, value]) => value?.trim() === '' && secretName.test(name),
  );
  const [first, second] = empty;
  if (!first || second || !match || evidence.end === undefined) return undefined;
  if (missingVariables(evidence)?.names.some((name) => name !== first[0])) return undefined; // it says which
  return {
    cause: l10n.t('The value of {0} is empty.', first[0]),
    remedies: [askFor(first[0])],
    ...inEntry('env', first[0]),
    proof: lineAt(outputOf(evidence), match.index),
  };
});

/** How the credentials of services begin. */
const beginnings: readonly (readonly [name: RegExp, value: RegExp, like: string])[] = [
  [/SLACK.*BOT_TOKEN/, /^xoxb-/, 'xoxb-'],
  [/SLACK.*USER_TOKEN/, /^xoxp-/, 'xoxp-'],
  [/SLACK.*APP_TOKEN/, /^xapp-/, 'xapp-'],
  [/GITHUB.*(?:TOKEN|PAT)$/, /^(?:gh[a-z]_|github_pat_|[0-9a-f]{40}$)/, 'ghp_'],
  [/GITLAB.*TOKEN/, /^(?:gl[a-z]+-|[\w-]{20}$)/, 'glpat-'],
  [/NOTION.*(?:TOKEN|KEY)/, /^(?:ntn_|secret_)/, 'ntn_'],
  [/ANTHROPIC.*KEY/, /^sk-ant-/, 'sk-ant-'],
  [/OPENAI.*KEY/, /^sk-(?!ant-)/, 'sk-'],
  [/LINEAR.*KEY/, /^lin_/, 'lin_api_'],
  [/FIGMA.*(?:KEY|TOKEN)/, /^fig/, 'figd_'],
  [/STRIPE.*KEY/, /^(?:sk|rk)_/, 'sk_'],
  [/(?:^|_)(?:HF|HUGGING_?FACE).*TOKEN/, /^hf_/, 'hf_'],
  [/SUPABASE_ACCESS_TOKEN/, /^sbp_/, 'sbp_'],
  [/TAVILY.*KEY/, /^tvly-/, 'tvly-'],
  [/FIRECRAWL.*KEY/, /^fc-/, 'fc-'],
  [/(?:GEMINI|GOOGLE_MAPS|GOOGLE_API).*KEY/, /^AIza/, 'AIza'],
  [/AIRTABLE.*(?:KEY|TOKEN)/, /^(?:pat|key)/, 'pat'],
  [/TELEGRAM.*TOKEN/, /^\d{6,12}:/, '123456789:'],
  [/POSTMAN.*KEY/, /^PMAK-/, 'PMAK-'],
  [/RESEND.*KEY/, /^re_/, 're_'],
  [/PERPLEXITY.*KEY/, /^pplx-/, 'pplx-'],
];

/** The service refuses a value that cannot be the right one: another kind of key, or one of another service. */
export const valueOfOtherKind = rule('variable/kind', (evidence) => {
  const match = refused.exec(outputOf(evidence));
  if (!match || evidence.end === undefined) return undefined;
  const [name, like] = otherKind(evidence) ?? [];
  if (name === undefined || like === undefined) return undefined;
  const owner = serviceOfKey(stdioOf(evidence)?.env[name] ?? '');
  return {
    cause:
      owner === undefined || name.toUpperCase().includes(owner.toUpperCase())
        ? l10n.t('The value of {0} is refused: it does not begin with "{1}", as such credentials do.', name, like)
        : l10n.t('The value of {0} is a key of {1}: what is needed here begins with "{2}".', name, owner, like),
    remedies: [askFor(name), advise(l10n.t('Create a new credential, and set it in "env" of this server.'))],
    ...inEntry('env', name),
    proof: lineAt(outputOf(evidence), match.index),
  };
});

function otherKind(evidence: Evidence): readonly [string, string] | undefined {
  for (const [name, value] of Object.entries(stdioOf(evidence)?.env ?? {})) {
    const found = beginnings.find(([names]) => names.test(name));
    if (found && value && value.length > 7 && !value.includes('${') && !found[1].test(value)) return [name, found[2]];
  }
  return undefined;
}

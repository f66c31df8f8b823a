import { l10n } from '../../../../base/l10n.ts';
import { tokenFacts } from '../../model/jsonWebToken.ts';
import { type Evidence, outputOf, remoteOf, stdioOf } from '../../model/evidence.ts';
import { advise, askFor, askForHeader, setValue } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';

const refused =
  /unauthori[sz]ed|authenticat|invalid[_ -]?(?:auth|token|credential|key)|\b40[13]\b|bad credentials|access denied|expired|forbidden|\bjwt\b/i;

/** A token that says itself when it ends. */
export const tokenEnded = rule('variable/ended', (evidence) => {
  if (!stdioOf(evidence) || evidence.end === undefined || !refused.test(outputOf(evidence))) return undefined;
  const { env = {} } = stdioOf(evidence) ?? {};
  for (const [name, value] of Object.entries(env)) {
    const endedOn = tokenFacts(value ?? '')?.endedOn;
    if (endedOn === undefined) continue;
    return {
      cause: l10n.t('The token in {0} expired on {1}.', name, endedOn),
      remedies: [askFor(name), advise(l10n.t('Create a new credential, and set it in "env" of this server.'))],
      ...inEntry('env', name),
    };
  }
  return undefined;
});

/** The same in a header, which may also be meant for another server. */
export const headerEnded = rule('http/token', (evidence) => {
  const launch = remoteOf(evidence);
  if (!launch || (evidence.status !== 401 && evidence.status !== 403)) return undefined;
  for (const [name, value] of Object.entries(launch.headers)) {
    const facts = tokenFacts(value);
    const isOfOther = facts?.audience !== undefined && saysAudience(evidence);
    if (facts?.endedOn === undefined && !isOfOther) continue;
    return {
      cause:
        facts?.endedOn === undefined
          ? l10n.t(
              'The token in the header "{0}" was made for {1}, and not for this server.',
              name,
              facts?.audience ?? '',
            )
          : l10n.t('The token in the header "{0}" expired on {1}.', name, facts.endedOn),
      remedies: [
        askForHeader(name, /^([A-Za-z]{3,20}) /.exec(value)?.[1]),
        setValue(l10n.t('Remove the header, and sign in'), ['headers', name], undefined),
      ],
      ...inEntry('headers', name),
    };
  }
  return undefined;
});

function saysAudience({ challenge = '', body = '' }: Evidence): boolean {
  return /\baud(?:ience)?\b/i.test(`${challenge}\n${body}`);
}

import { l10n } from '../../../../base/l10n.ts';
import { remoteOf } from '../../model/evidence.ts';
import { ask, askForHeader } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';

export const refused =
  /(?:dynamic )?(?:client )?registration (?:was )?(?:rejected|refused|not (?:supported|allowed|enabled)|failed|forbidden|is disabled)[^\n]{0,160}|(?:does not support )?dynamic client registration[^\n]{0,200}|RegistrationRejected[^\n]{0,160}|invalid_redirect_uri[^\n]{0,120}|invalid_?client_?metadata[^\n]{0,120}|no registration_endpoint/i;

/** The sign-in needs a client that was registered by hand. */
export const registrationRefused = rule('http/registration', (evidence) => {
  const launch = remoteOf(evidence);
  const text = [...evidence.causes.map(({ message }) => message), evidence.body ?? ''].join('\n');
  const match = refused.exec(text);
  if (!launch || !match) return undefined;
  return {
    cause: l10n.t('The sign-in of the server does not let programs register themselves: {0}', match[0]),
    remedies: [
      ask(l10n.t('Enter the client ID that its operator gave you'), ['oauth', 'clientId']),
      askForHeader('Authorization', 'Bearer'),
    ],
    proof: match[0].slice(0, 300),
    ...inEntry('url'),
  };
});

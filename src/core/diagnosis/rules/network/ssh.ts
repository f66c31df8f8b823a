import { l10n } from '../../../../base/l10n.ts';
import { stdioOf } from '../../model/evidence.ts';
import { advise } from '../../model/remedies.ts';
import { inEntry, outputRule } from '../../model/rule.ts';

/** A server on another machine, started through ssh. */
export const sshFailed = outputRule(
  'network/ssh',
  [
    /ssh: (?:Could not resolve hostname|connect to host) /,
    /Host key verification failed/,
    /Permission denied \((?:publickey|password|keyboard-interactive)/,
    /kex_exchange_identification: /,
  ],
  (_match, evidence, line) =>
    stdioOf(evidence) && {
      cause: l10n.t('ssh gets no connection to the other machine: {0}', line),
      remedies: [advise(l10n.t('Run the same ssh command in a terminal until it connects without a question.'))],
      ...inEntry('args'),
    },
);

export const sudoAsks = outputRule(
  'permission/sudo',
  [/(sudo: [^\n]{0,60}(?:terminal|password|askpass)[^\n]{0,100})/],
  ([, what = '']) => ({
    cause: l10n.t('The command asks for the password of an administrator: {0}', what),
    remedies: [advise(l10n.t('Start the server without "sudo".'))],
    ...inEntry('command'),
  }),
);

import { l10n } from '../../../../base/l10n.ts';
import { runItself } from '../../cures/runItself.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { type Evidence, stdioOf } from '../../model/evidence.ts';
import { advise, setValues } from '../../model/remedies.ts';
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
      remedies: [
        runItself(evidence),
        advise(l10n.t('Run the same ssh command in a terminal until it connects without a question.')),
      ],
      ...inEntry('args'),
    },
);

export const sudoAsks = outputRule(
  'permission/sudo',
  [/(sudo: [^\n]{0,60}(?:terminal|password|askpass)[^\n]{0,100})/],
  ([, what = ''], evidence) => ({
    cause: l10n.t('The command asks for the password of an administrator: {0}', what),
    remedies: [...withoutSudo(evidence), advise(l10n.t('Start the server without "sudo".'))],
    ...inEntry('command'),
  }),
);

function withoutSudo(evidence: Evidence): readonly Remedy[] {
  const { command, args = [] } = stdioOf(evidence) ?? {};
  const [program, ...rest] = args.filter((arg, at) => at > 0 || !arg.startsWith('-'));
  if (command !== 'sudo' || program === undefined) return [];
  return [
    setValues(l10n.t('Use "{0}" instead', program), [
      { path: ['command'], value: program },
      { path: ['args'], value: rest },
    ]),
  ];
}

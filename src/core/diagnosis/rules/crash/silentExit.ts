import { l10n } from '../../../../base/l10n.ts';
import { runItself } from '../../cures/runItself.ts';
import { outputOf, stdioOf } from '../../model/evidence.ts';
import { advise, setArgs } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';

/** It ended at once and without a word. */
export const silentExit = rule('crash/silent', (evidence) => {
  const launch = stdioOf(evidence);
  if (
    !launch ||
    !evidence.end ||
    outputOf(evidence)
      .replaceAll(/^npm (?:warn|notice|WARN)\b.*$/gm, '')
      .trim() !== ''
  )
    return undefined;
  const isSuccess = evidence.end.code === 0;
  const canAdd = isSuccess && !launch.args.includes('stdio') && !launch.args.some((arg) => arg.includes('stdio'));
  return {
    cause: isSuccess
      ? l10n.t('The server exited at once and without an error, as if it had nothing to do.')
      : l10n.t(
          'The server exited with code {0} and printed nothing.',
          String(evidence.end.code ?? evidence.end.signal),
        ),
    remedies: [
      ...(canAdd ? [setArgs(l10n.t('Add the argument "stdio"'), [...launch.args, 'stdio'])] : []),
      runItself(evidence),
      advise(l10n.t('Run its command in a terminal with the same variables, or check its own log file.')),
    ],
    ...inEntry('args'),
    isCertain: false,
  };
});

import { l10n } from '../../../../base/l10n.ts';
import { stdioOf } from '../../model/evidence.ts';
import { advise, setArgs } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';

const toBackground = /^--?(?:daemon(?:i[sz]e)?|background|detach(?:ed)?|fork|service)$/i;

/** A process that goes to the background closes its stdout, as does one that was told to be quiet. */
export const stdoutClosed = rule('framing/stdout-closed', (evidence) => {
  const launch = stdioOf(evidence);
  if (!launch || evidence.isOutputClosed !== true) return undefined;
  const at = launch.args.findIndex((arg) => toBackground.test(arg));
  const option = launch.args[at];
  return {
    cause:
      option === undefined
        ? l10n.t('The server runs, but has closed its stdout, over which it has to respond.')
        : l10n.t('"{0}" sends the server to the background, where it has no stdout to respond over.', option),
    remedies: [
      ...(option === undefined ? [] : [setArgs(l10n.t('Remove "{0}"', option), launch.args.toSpliced(at, 1))]),
      advise(l10n.t('Start it in the foreground and in stdio mode, without a redirection of its output.')),
    ],
    ...(option !== undefined && inEntry('args', at)),
  };
});

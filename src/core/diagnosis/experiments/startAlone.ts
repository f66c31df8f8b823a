import { l10n } from '../../../base/l10n.ts';
import { stdioOf } from '../model/evidence.ts';
import { advise } from '../model/remedies.ts';
import type { Experiment } from './experiment.ts';

/** Tells a server that cannot start from one that ends on our first message. */
export const startAlone: Experiment = {
  id: 'alone',
  title: () => l10n.t('Starting the server without sending it anything'),
  fits: ({ evidence, diagnoses }) =>
    stdioOf(evidence) !== undefined && diagnoses.every(({ certainty }) => certainty !== 'certain'),
  run: async ({ evidence }, host, signal) => {
    const launch = stdioOf(evidence);
    const alone = launch && (await host.startAlone(launch, evidence.searchPath ?? '', signal));
    if (!alone) return undefined;
    const said = alone.output.trim().split('\n').at(-1) ?? '';
    if (alone.end)
      return {
        text: l10n.t(
          'It ends without a message, too ({0}). Its last line: {1}',
          String(alone.end.code ?? alone.end.signal),
          said || '—',
        ),
        remedies: [],
      };
    return {
      text: evidence.end
        ? l10n.t('It keeps running as long as nothing is sent to it: our first message ends it.')
        : l10n.t('It keeps running, and prints: {0}', said || '—'),
      remedies: evidence.end
        ? [advise(l10n.t('Update the server: it may not know this version of the protocol.'))]
        : [],
    };
  },
};

import { l10n } from '../../../base/l10n.ts';
import { stdioOf } from '../model/evidence.ts';
import { advise } from '../model/remedies.ts';
import type { Experiment } from './experiment.ts';

const shortestMs = 2_500;
const longestMs = 15_000;

/** Tells a server that cannot start from one that ends on our first message. One that does not end tells nothing new. */
export const startAlone: Experiment = {
  id: 'alone',
  title: () => l10n.t('Starting the server without sending it anything'),
  fits: ({ evidence, diagnoses }) =>
    stdioOf(evidence) !== undefined &&
    evidence.end !== undefined &&
    diagnoses.every(({ certainty }) => certainty !== 'certain'),
  run: async ({ evidence }, host, signal) => {
    const launch = stdioOf(evidence);
    // Long enough that one which ends by itself has ended, also where a package is fetched first.
    const forMs = Math.min(shortestMs + 2 * (evidence.end?.livedMs ?? 0), longestMs);
    const alone = launch && (await host.startAlone(launch, evidence.searchPath ?? '', { forMs }, signal));
    if (!alone) return undefined;
    const said = alone.output.trim().split('\n').at(-1) ?? '';
    const code = String(alone.end?.code ?? alone.end?.signal);
    if (alone.end)
      return {
        text:
          said === ''
            ? l10n.t('It also ends when nothing is sent to it ({0}).', code)
            : l10n.t('It also ends when nothing is sent to it ({0}). Its last line: {1}', code, said),
        remedies: [],
      };
    return {
      text: l10n.t('It keeps running as long as nothing is sent to it: our first message ends it.'),
      remedies: [advise(l10n.t('Update the server: it may not know this version of the protocol.'))],
    };
  },
};

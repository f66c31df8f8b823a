import path from 'node:path';
import { l10n } from '../../../base/l10n.ts';
import { findOnPath } from '../../process/findOnPath.ts';
import { stdioOf } from '../model/evidence.ts';
import { setValue } from '../model/remedies.ts';
import type { Experiment } from './experiment.ts';

/** A terminal may find what an editor that was started from a dock does not. */
export const loginPath: Experiment = {
  id: 'login-path',
  title: () => l10n.t('Asking the login shell for its PATH'),
  fits: ({ diagnoses }) => diagnoses.some(({ rule }) => /^program\/(?:not-found|called|exit-127)$/.test(rule)),
  run: async ({ evidence }, host) => {
    const launch = stdioOf(evidence);
    const found = await host.loginPath();
    if (!launch || found === undefined) return undefined;
    const own = new Set((evidence.searchPath ?? host.env['PATH'] ?? '').split(path.delimiter));
    const more = found.split(path.delimiter).filter((folder) => folder !== '' && !own.has(folder));
    const program = findOnPath(launch.command, found);
    if (program !== undefined && !launch.command.includes('/'))
      return {
        text: l10n.t('The login shell finds "{0}" at {1}.', launch.command, program),
        remedies: [setValue(l10n.t('Use {0}', program), ['command'], program)],
      };
    return {
      text:
        more.length === 0
          ? l10n.t('The login shell has no folder in its PATH that the server does not have.')
          : l10n.t(
              'The login shell also looks in {0}, and does not find "{1}" there.',
              more.join(', '),
              launch.command,
            ),
      remedies: [],
    };
  },
};

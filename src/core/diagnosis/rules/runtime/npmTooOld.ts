import { l10n } from '../../../../base/l10n.ts';
import { installRemedy } from '../../cures/install.ts';
import { installedNode } from '../../model/installedNodes.ts';
import { stdioOf } from '../../model/evidence.ts';
import { askForFile } from '../../model/remedies.ts';
import { outputRule } from '../../model/rule.ts';
import { useFound } from '../program/notFound.ts';

/** npx itself does not start: it can fetch no newer Node.js either. */
export const npmNotRun = outputRule(
  'runtime/npm',
  [
    /npm v?(\d[\w.-]{2,20}) (?:is known not to run on|does not support) Node\.js v?(\d[\w.-]{2,20})/,
    /(?:^|\n)ERROR: You must supply a command\.()()/, // "-y" was not known to npx yet
  ],
  ([, npm = '', node = ''], evidence) => {
    const launch = stdioOf(evidence);
    if (!launch || !(npm || launch.args.some((arg) => !arg.startsWith('-')))) return undefined;
    const npx = installedNode((major) => major >= least, evidence.machine)?.replace(/node$/, 'npx');
    const isThere = npx !== undefined && npx !== launch.command && evidence.machine.kindOf(npx) === 'file';
    return {
      cause:
        npm === ''
          ? l10n.t('The server needs a newer Node.js than the one it was started with: {0}', 'npx -y')
          : l10n.t(
              'The server needs a newer Node.js than {0}, with which it was started: {1}',
              node.replace(/\.$/, ''),
              `npm ${npm}`,
            ),
      remedies: [
        ...(isThere ? [useFound(npx, launch, evidence)] : []),
        installRemedy('node', evidence.machine),
        askForFile(l10n.t('Choose the program'), ['command']),
      ],
    };
  },
);

const least = 20;

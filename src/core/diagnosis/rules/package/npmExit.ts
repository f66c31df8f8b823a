import { l10n } from '../../../../base/l10n.ts';
import { clearRunCache } from '../../cures/clearRunCache.ts';
import { programName } from '../../cures/newestVersion.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { type Machine, outputOf, stdioOf } from '../../model/evidence.ts';
import { advise, runInTerminal } from '../../model/remedies.ts';
import { rule } from '../../model/rule.ts';
import { takeCache } from './cache.ts';

/** npm ends with the number of the error of the system, without its sign; Windows has numbers of its own. */
const codes: Readonly<Record<number, string>> = {
  254: 'ENOENT',
  243: 'EACCES',
  239: 'EEXIST',
  228: 'ENOSPC',
  217: 'ENOTEMPTY',
  190: 'ENOTEMPTY',
  4294963238: 'ENOENT',
  4294963248: 'EPERM',
  4294963214: 'EBUSY',
};

/** Some settings keep it from saying why. */
export const npmExit = rule('package/npm-exit', (evidence) => {
  const launch = stdioOf(evidence);
  const code = evidence.end?.code ?? 0;
  const name = codes[code >>> 0];
  if (!launch || name === undefined || outputOf(evidence).trim() !== '') return undefined;
  if (![launch.command, ...launch.args.slice(0, 2)].some((each) => /^(?:npx|npm)$/.test(programName(each))))
    return undefined;
  return {
    cause: l10n.t('The server exited with code {0} and printed nothing.', `${code} (npm: ${name})`),
    remedies: [
      ...curesOf(name, evidence.machine),
      advise(l10n.t('Run its command in a terminal with the same variables, or check its own log file.')),
    ],
    isCertain: false,
  };
});

function curesOf(name: string, machine: Machine): readonly Remedy[] {
  const clean = runInTerminal(l10n.t('Clear the cache of npm'), ['npm', 'cache', 'clean', '--force']);
  if (name === 'ENOSPC') return [clean];
  if (name === 'EACCES' && machine.platform !== 'win32') return [takeCache()];
  return [clearRunCache(machine), clean];
}

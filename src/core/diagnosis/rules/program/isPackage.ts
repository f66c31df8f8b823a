import { l10n } from '../../../../base/l10n.ts';
import { hasCode, stdioOf } from '../../model/evidence.ts';
import { environments, programOf } from '../../model/environments.ts';
import { installedPrograms } from '../../model/installedPrograms.ts';
import { setValues } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';
import { isKnownOfNpm, isKnownOfPython } from '../package/knownPackages.ts';
import { withoutVersion } from '../package/packageName.ts';

const scoped = /^@[\w.-]+\/[\w.-]+(?:@[\w.^~-]+)?$/;

/** The name of a package stands where the program should that fetches and runs it. */
export const programIsPackage = rule('program/package', (evidence) => {
  const launch = stdioOf(evidence);
  if (!launch || !hasCode(evidence, 'ENOENT')) return undefined;
  const { command, args } = launch;
  const name = withoutVersion(command);
  const { machine } = evidence;
  const isThere =
    machine.findProgram(name) !== undefined ||
    installedPrograms(name, machine).length > 0 ||
    environments(evidence).some((each) => programOf(each, name, machine) !== undefined);
  if (isThere) return undefined;
  const runner = scoped.test(command) || isKnownOfNpm(name) ? 'npx' : isKnownOfPython(name) ? 'uvx' : undefined;
  if (runner === undefined) return undefined;
  return {
    cause: l10n.t(
      '"{0}" is the name of a package and no program of this machine: "{1}" fetches and runs it.',
      command,
      runner,
    ),
    remedies: [
      setValues(l10n.t('Start it with "{0}"', runner), [
        { path: ['command'], value: runner },
        { path: ['args'], value: [...(runner === 'npx' ? ['-y'] : []), command, ...args] },
      ]),
    ],
    ...inEntry('command'),
  };
});

import { anyPath as path } from '../../model/paths.ts';
import { l10n } from '../../../../base/l10n.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { type Evidence, type Machine, stdioOf } from '../../model/evidence.ts';
import { installPackages } from '../../cures/installPackages.ts';
import { packageFolder } from '../../cures/packageFolder.ts';
import { advise, ask } from '../../model/remedies.ts';
import { outputRule } from '../../model/rule.ts';
import { packageOf, useNewest } from '../../cures/newestVersion.ts';
import { clearRunCache, runFolder } from '../../cures/clearRunCache.ts';

export const nodeModuleMissing = outputRule(
  'package/node-module',
  [
    /Cannot find package '([^'\n]{1,200})' imported from ([^\n]{1,300})/,
    /Cannot find module '(?![A-Za-z]:\\)([^'\n./][^'\n]{0,200})'(?:[^]{0,40}Require stack:\s*- ([^\n]{1,300}))?/,
    /Cannot find module '([^'\n]{0,300}node_modules[/\\][^'\n]{1,200})'/,
    /Cannot find module '(\.[^'\n]{1,200})'[^]{0,40}Require stack:\s*- ([^\n]{0,300}node_modules[^\n]{1,200})/,
    /error: Cannot find (?:package|module) "([^"\n]{1,200})" from "([^"\n]{1,300})"/,
  ],
  ([, name = '', from], evidence) => {
    const file = from?.trim() ?? stdioOf(evidence)?.args.find((arg) => /\.[cm]?[jt]s$/.test(arg));
    const folder =
      file === undefined
        ? stdioOf(evidence)?.cwd
        : packageFolder(path.dirname(path.resolve(stdioOf(evidence)?.cwd ?? '', file)), evidence.machine);
    const isFetched = packageOf(evidence) !== undefined || /[/\\]_npx[/\\]/.test(from ?? '');
    const [, owner, part] = /node_modules[/\\]((?:@[\w.-]+[/\\])?[\w.-]+)[/\\](.+)$/.exec(name) ?? [];
    const halfInstalled = owner === undefined ? undefined : incompleteRun(name, owner, evidence.machine);
    return {
      cause: halfInstalled
        ? l10n.t(
            'What npx has installed in {0} is incomplete: {1} of the package "{2}" is missing.',
            halfInstalled,
            part ?? '',
            owner ?? '',
          )
        : owner !== undefined && part !== undefined
          ? l10n.t('The package "{0}" is installed in a version without "{1}".', owner, part)
          : l10n.t('The module "{0}" is not installed.', name),
      remedies: [
        ...(halfInstalled === undefined ? [] : [clearRunCache(evidence.machine, halfInstalled)]),
        ...(isFetched && halfInstalled === undefined
          ? [
              ...(owner === undefined ? [] : [...useNewest(evidence), ...otherVersion(evidence)]),
              clearRunCache(evidence.machine),
            ]
          : []),
        ...(folder === undefined || isFetched ? [] : [installPackages(folder, evidence)]),
        advise(l10n.t('Install the dependencies of the server in its folder.')),
      ],
    };
  },
);

/** A package that does not fit what was installed with it, whichever version is the newest. */
function otherVersion(evidence: Evidence): readonly Remedy[] {
  const { name, at } = packageOf(evidence) ?? {};
  const isNewest = name === undefined || name.endsWith('@latest'); // that asks already
  return at === undefined || isNewest ? [] : [ask(l10n.t('Enter another version'), ['args', at], { now: name })];
}

/** The folder of one run of npx, where it is there without the description of the package. */
function incompleteRun(file: string, owner: string, machine: Machine): string | undefined {
  const folder = runFolder(file);
  if (folder === undefined || machine.kindOf(folder) !== 'folder') return undefined;
  return machine.kindOf(path.join(folder, 'node_modules', owner, 'package.json')) === undefined ? folder : undefined;
}

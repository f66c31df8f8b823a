import { anyPath as path, pathsOf } from '../../model/paths.ts';
import { l10n } from '../../../../base/l10n.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { type Evidence, type Machine, stdioOf } from '../../model/evidence.ts';
import { installPackages } from '../../cures/installPackages.ts';
import { packageFolder } from '../../cures/packageFolder.ts';
import { ask } from '../../model/remedies.ts';
import { outputRule } from '../../model/rule.ts';
import { packageOf, useNewest } from '../../cures/newestVersion.ts';
import { clearRunCache } from '../../cures/clearRunCache.ts';
import { halfInstalled, inPackage } from './halfInstalled.ts';

export const nodeModuleMissing = outputRule(
  'package/node-module',
  [
    /Cannot find package '([^'\n]{1,200})' imported from ([^\n]{1,300})/,
    /Cannot find module '(?![A-Za-z]:\\)([^'\n./][^'\n]{0,200})'(?:[^]{0,40}Require stack:\s*- ([^\n]{1,300}))?/,
    /Cannot find module '([^'\n]{0,300}node_modules[/\\][^'\n]{1,200})'(?: imported from ([^\n]{1,300}))?/,
    /Cannot find module '(\.[^'\n]{1,200})'[^]{0,40}Require stack:\s*- ([^\n]{0,300}node_modules[^\n]{1,200})/,
    /error: Cannot find (?:package|module) "([^"\n]{1,200})" from "([^"\n]{1,300})"/,
  ],
  ([, name = '', from], evidence) => {
    const file = from?.trim() ?? stdioOf(evidence)?.args.find((arg) => /\.[cm]?[jt]s$/.test(arg));
    const folder =
      file === undefined
        ? stdioOf(evidence)?.cwd
        : packageFolder(path.dirname(path.resolve(stdioOf(evidence)?.cwd ?? '', file)), evidence.machine);
    const isFetched =
      (packageOf(evidence) !== undefined || /[/\\]_npx[/\\]/.test(from ?? '')) && !isOwn(folder, evidence);
    const half = halfInstalled(name, from?.trim(), evidence);
    if (half) return half;
    const [, owner, part] = inPackage.exec(name) ?? [];
    const bare = isFetched || folder === undefined ? undefined : withoutPackages(folder, evidence);
    return {
      cause:
        owner !== undefined && part !== undefined
          ? l10n.t('The package "{0}" is installed in a version without "{1}".', owner, part)
          : bare !== undefined
            ? l10n.t(
                'The packages of the server are not installed: {0} has no "node_modules", so "{1}" is not found.',
                bare,
                name,
              )
            : causeOf(name, from ?? '', isFetched),
      remedies: [
        ...(isFetched
          ? [
              ...(owner === undefined ? [] : [...useNewest(evidence), ...otherVersion(evidence)]),
              clearRunCache(evidence.machine),
              ...(owner === undefined ? otherVersion(evidence) : []),
            ]
          : []),
        ...(folder === undefined || isFetched ? [] : [installPackages(folder, evidence)]),
      ],
    };
  },
);

/** What the package itself uses, and perhaps forgets to list. */
function causeOf(name: string, from: string, isFetched: boolean): string {
  const user = isFetched ? ofRun.exec(from)?.[1] : undefined;
  return user === undefined || /^\.|[/\\]node_modules[/\\]/.test(name)
    ? l10n.t('The module "{0}" is not installed.', name)
    : l10n.t('The package "{0}" uses "{1}", which was not installed with it.', user.replaceAll('\\', '/'), name);
}

const ofRun = /_npx[/\\][0-9a-f]+[/\\]node_modules[/\\]((?:@[\w.-]+[/\\])?[\w.-]+)[/\\]/;

/** A program that npx fetches runs a script of the user: `npx tsx server.ts`. */
function isOwn(folder: string | undefined, { machine }: Evidence): boolean {
  return folder !== undefined && !/[/\\]node_modules(?:[/\\]|$)/.test(folder) && isDescribed(folder, machine);
}

function isDescribed(folder: string, machine: Machine): boolean {
  return machine.kindOf(pathsOf(machine).join(folder, 'package.json')) === 'file';
}

/** The project, where neither it nor a folder above has packages. */
function withoutPackages(folder: string, { machine }: Evidence): string | undefined {
  const { dirname, join } = pathsOf(machine);
  if (!isDescribed(folder, machine)) return undefined;
  for (let at = folder; ; at = dirname(at)) {
    if (machine.kindOf(join(at, 'node_modules')) !== undefined) return undefined;
    if (at === dirname(at)) return folder;
  }
}

/** A package that does not fit what was installed with it, whichever version is the newest. */
function otherVersion(evidence: Evidence): readonly Remedy[] {
  const { name, at } = packageOf(evidence) ?? {};
  const isNewest = name === undefined || name.endsWith('@latest'); // that asks already
  return at === undefined || isNewest ? [] : [ask(l10n.t('Enter another version'), ['args', at], { now: name })];
}

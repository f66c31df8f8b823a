import { l10n } from '../../../../base/l10n.ts';
import { clearRunCache, runFolder } from '../../cures/clearRunCache.ts';
import { useNewest } from '../../cures/newestVersion.ts';
import { type Evidence, type Machine } from '../../model/evidence.ts';
import { anyPath as path, pathsOf } from '../../model/paths.ts';
import { advise, runInTerminal } from '../../model/remedies.ts';
import type { Finding } from '../../model/rule.ts';

/** A file of a package, the innermost one. */
export const inPackage = /node_modules[/\\]((?:@[\w.-]+[/\\])?[\w.-]+)[/\\](?!.*node_modules[/\\])(.+)$/;

/**
 * A file that a package misses of itself, beside those that were made with it: installing it was broken off. A whole
 * folder that is not there was more likely never published.
 */
export function halfInstalled(
  name: string,
  from: string | undefined,
  evidence: Evidence,
): Omit<Finding, 'proof'> | undefined {
  const [, owner = '', part = ''] = inPackage.exec(name.startsWith('.') ? (from ?? '') : name) ?? [];
  const folder = runFolder(name) ?? runFolder(from ?? '');
  const isOther = owner === '' || inPackage.exec(from ?? '')?.[1] !== owner;
  if (!(folder !== undefined && isGone(folder, owner, evidence.machine)) && (isOther || !isBeside(name, part, from)))
    return undefined;
  const missing = name.startsWith('.') ? name : part;
  if (folder === undefined) return brokenIn(missing, owner, from ?? '', evidence);
  return {
    cause: l10n.t(
      'What npx has installed in {0} is incomplete: {1} of the package "{2}" is missing.',
      folder,
      missing,
      owner,
    ),
    remedies: [
      clearRunCache(evidence.machine, folder),
      ...useNewest(evidence),
      advise(l10n.t('Install the dependencies of the server in its folder.')),
    ],
  };
}

/** In the same folder of the package, or made by a bundler, which gives its parts a name of their own. */
function isBeside(name: string, part: string, from = ''): boolean {
  if (name.startsWith('.')) return true;
  const [, , own = ''] = inPackage.exec(from) ?? [];
  return /[/\\]/.test(part) && part.split(/[/\\]/, 1)[0] === own.split(/[/\\]/, 1)[0];
}

function brokenIn(missing: string, owner: string, from: string, { machine }: Evidence): Omit<Finding, 'proof'> {
  const folder = from.slice(0, from.lastIndexOf('node_modules')).replace(/[/\\]$/, '');
  const place = pathsOf(machine).join('node_modules', owner);
  const install = ['&&', 'npm', 'install'];
  const command =
    machine.platform === 'win32'
      ? ['cmd', '/c', ['rmdir', '/s', '/q', `"${place}"`, ...install].join(' ')]
      : ['sh', '-c', ['rm', '-rf', `'${place}'`, ...install].join(' ')];
  return {
    cause: l10n.t('The package "{0}" in {1} is incomplete: {2} is missing.', owner, folder, missing),
    remedies: [
      runInTerminal(l10n.t('Install {0}', owner), command, folder),
      advise(l10n.t('Install the dependencies of the server in its folder.')),
    ],
  };
}

/** One run of npx that is there without the description of the package. */
function isGone(folder: string, owner: string, machine: Machine): boolean {
  return (
    owner !== '' &&
    machine.kindOf(folder) === 'folder' &&
    machine.kindOf(path.join(folder, 'node_modules', owner, 'package.json')) === undefined
  );
}

import { l10n } from '../../../../base/l10n.ts';
import { clearRunCache, runFolder } from '../../cures/clearRunCache.ts';
import { useNewest } from '../../cures/newestVersion.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { type Evidence, type Machine } from '../../model/evidence.ts';
import { anyPath as path, pathsOf } from '../../model/paths.ts';
import { runInTerminal } from '../../model/remedies.ts';
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
  const isPart = folder !== undefined && (isGone(folder, owner, evidence.machine) || isEntry(part));
  if (!isPart && (isOther || !isBeside(name, part, from))) return undefined;
  const missing = name.startsWith('.') ? name : part;
  const project = (from ?? '').slice(0, from?.lastIndexOf('node_modules')).replace(/[/\\]$/, '');
  return {
    cause: l10n.t(
      'What is installed in {0} is incomplete: {1} of the package "{2}" is missing.',
      folder ?? project,
      missing,
      owner,
    ),
    remedies:
      folder === undefined
        ? [installAnew(owner, project, evidence)]
        : [clearRunCache(evidence.machine, folder), ...useNewest(evidence)],
  };
}

/** In the same folder of the package. */
function isBeside(name: string, part: string, from = ''): boolean {
  const own = inPackage.exec(from)?.[2] ?? '';
  return name.startsWith('.') || (/[/\\]/.test(part) && part.split(/[/\\]/, 1)[0] === own.split(/[/\\]/, 1)[0]);
}

function installAnew(owner: string, folder: string, { machine }: Evidence): Remedy {
  const place = pathsOf(machine).join('node_modules', owner);
  const [shell, option, remove] = machine.platform === 'win32' ? ['cmd', '/c', 'rmdir /s /q'] : ['sh', '-c', 'rm -rf'];
  const line = [remove, `"${place}"`, '&&', 'npm', 'install'].join(' ');
  return runInTerminal(l10n.t('Install {0}', owner), [shell ?? '', option ?? '', line], folder);
}

/** What a package says itself that it begins with: nobody else names such a file. */
function isEntry(part: string): boolean {
  return /^(?:(?:dist|lib|build|out|esm|cjs)[/\\]){1,3}index\.[cm]?js$/.test(part);
}

/** One run of npx that is there without the description of the package. */
function isGone(folder: string, owner: string, machine: Machine): boolean {
  return (
    owner !== '' &&
    machine.kindOf(folder) === 'folder' &&
    machine.kindOf(path.join(folder, 'node_modules', owner, 'package.json')) === undefined
  );
}

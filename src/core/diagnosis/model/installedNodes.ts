import { anyPath as path } from './paths.ts';
import { childrenOf } from './environments.ts';
import type { Machine } from './evidence.ts';
import { managers } from './usualFolders.ts';

/** The Node.js of a major version, or of a newer one, that a version manager has; the newest such one. */
export function installedNode(fits: (major: number) => boolean, machine: Machine): string | undefined {
  const found = managers.flatMap(([versions, programs]) => {
    const folder = path.join(machine.home, versions);
    return childrenOf(folder, machine).map((name) => ({ name, file: path.join(folder, name, programs, 'node') }));
  });
  return found
    .filter(({ name, file }) => fits(Number(/^v?(\d+)/.exec(name)?.[1])) && machine.kindOf(file) === 'file')
    .toSorted((a, b) => b.name.localeCompare(a.name, 'en', { numeric: true }))[0]?.file;
}

import type { Machine } from '../model/evidence.ts';
import { pathsOf } from '../model/paths.ts';

/** The folder around a file that a package.json describes, or one of these; its own without one. */
export function packageFolder(
  start: string,
  machine: Pick<Machine, 'kindOf' | 'platform'>,
  manifests: readonly string[] = ['package.json'],
): string {
  const path = pathsOf(machine);
  for (let folder = start; ; folder = path.dirname(folder)) {
    if (manifests.some((name) => machine.kindOf(path.join(folder, name)) === 'file')) return folder;
    if (folder === path.dirname(folder)) return start;
  }
}

import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { l10n } from '../../base/l10n.ts';

/** What windows and command lines of one user share lies here. */
export function userStateDir(env: Readonly<Record<string, string | undefined>>, homeDir: string): string {
  return path.join(env['XDG_STATE_HOME'] || path.join(homeDir, '.local', 'state'), 'mcp-switchboard');
}

/**
 * The folder and those above it. Node's own `recursive` never returns where a file system has a folder but
 * makes none in it, such as `/proc`: it takes the error for a missing parent and tries again.
 */
export function makeFolder(folder: string, mode?: number): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  const parent = path.dirname(folder);
  if (parent !== folder) makeFolder(parent, mode);
  try {
    mkdirSync(folder, mode);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // The system's own sentence is about a call of ours, and "no such file" in `/proc`.
    if (code !== 'EEXIST') throw new Error(l10n.t('the folder {0} cannot be made', folder), { cause: error });
  }
}

import { resolveDirectory } from '../../core/config/variables/expandLaunch.ts';
import type { ServerEntry } from '../../core/config/model/model.ts';
import { expandPaths } from '../../core/config/variables/pathVariables.ts';
import type { Environment } from '../environment/environment.ts';

/**
 * The place that a text of a server means, or `undefined` where it cannot be
 * known. A network path is never accessed: on Windows that alone would send
 * the user's credentials to that host.
 */
export function placeOf(text: string, entry: ServerEntry, around: Environment, base?: string): string | undefined {
  if (!around.trusted || text === '') return undefined;
  const expanded = expandPaths(text, entry.source, around);
  if (expanded === undefined || /^(?:\\\\|\/\/)/.test(expanded) || expanded.includes('\0')) return undefined;
  if (!around.windows && /^[A-Za-z]:[\\/]/.test(expanded)) return undefined; // another machine's path
  if (/^[$%]/.test(expanded)) return undefined; // $HOME and %APPDATA% are a shell's business
  const from = base ?? entry.source.folder?.path;
  if (from === undefined && !/^(?:[\\/~]|[A-Za-z]:)/.test(expanded)) return undefined; // each client starts elsewhere
  return resolveDirectory(expanded, from, around.userHome);
}

/** Where the server would be started. */
export function workingFolder(entry: ServerEntry, around: Environment): string | undefined {
  const { launch } = entry;
  if (launch.kind !== 'stdio') return undefined;
  if (launch.cwd !== undefined) return placeOf(launch.cwd, entry, around);
  return entry.source.folder?.path;
}

const scripts = /\.(?:[cm]?[jt]sx?|py|rb|php|jar|sh|ps1|exe|dll|wasm)$/i;

/** A word of the arguments that can only be a file of this machine. */
export function looksLikeFile(word: string): boolean {
  return (
    /^(?:\.{1,2}[\\/]|~[\\/]|\/(?!\/)|\$\{(?:workspaceFolder|userHome)[^}]*\}[\\/])/.test(word) ||
    (scripts.test(word) && !/^[\w-]+:|\s/.test(word))
  );
}

/** `/path/to/server`, `/Users/username/…`: the reader was meant to put something else here. */
export function isExamplePath(word: string): boolean {
  return /\/(?:absolute\/)?path[-_/]to[-_/]|\/(?:Users|home)\/(?:username|user|your[-_ ]?\w*|me|name)(?:\/|$)|^\/?ABSOLUTE|[\\/](?:YOUR|your)[-_ ]|<[^>]+>/i.test(
    word,
  );
}

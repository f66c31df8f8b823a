import { closeSync, openSync, readSync, readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { isNetworkPath } from '../process/commandLine.ts';
import { findOnPath } from '../process/findOnPath.ts';
import type { Machine } from './model/evidence.ts';

const mostNames = 500;
const longestLine = 256;

/** Paths may come from a server: nothing of another machine is looked at, since that alone tells it who we are. */
export function thisMachine(searchPath: string): Machine {
  const home = homedir();
  return {
    home,
    platform: process.platform,
    kindOf: (file) => (isNetworkPath(file) ? undefined : kindOf(file)),
    namesIn: (folder) => (isNetworkPath(folder) ? [] : namesIn(folder)),
    firstLine: (file) => (isNetworkPath(file) ? '' : firstLine(file)),
    findProgram: (name) => findOnPath(name, [searchPath, ...usualFolders(home)].join(path.delimiter)),
  };
}

function kindOf(file: string): 'file' | 'folder' | undefined {
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    if (!found) return undefined;
    return found.isDirectory() ? 'folder' : 'file';
  } catch {
    return undefined; // in a folder that cannot be read, or no path at all
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).slice(0, mostNames);
  } catch {
    return [];
  }
}

function firstLine(file: string): string {
  if (kindOf(file) !== 'file') return '';
  const head = Buffer.alloc(longestLine);
  let open: number | undefined;
  try {
    open = openSync(file, 'r');
    return head.toString('latin1', 0, readSync(open, head)).split('\n', 1)[0] ?? '';
  } catch {
    return '';
  } finally {
    if (open !== undefined) closeSync(open);
  }
}

/** Where installers put programs, whether or not a shell has it in its PATH. */
function usualFolders(home: string): readonly string[] {
  const own = [
    '.local/bin',
    '.bun/bin',
    '.deno/bin',
    '.cargo/bin',
    'go/bin',
    '.volta/bin',
    '.dotnet/tools',
    '.local/share/pnpm',
  ];
  const nvm = path.join(home, '.nvm/versions/node');
  const newest = namesIn(nvm).toSorted().at(-1);
  return [
    '/usr/local/bin',
    '/opt/homebrew/bin',
    '/usr/bin',
    '/snap/bin',
    ...own.map((folder) => path.join(home, folder)),
    ...(newest === undefined ? [] : [path.join(nvm, newest, 'bin')]),
  ];
}

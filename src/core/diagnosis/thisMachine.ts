import { closeSync, openSync, readSync, readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { isNetworkPath } from '../process/commandLine.ts';
import { findOnPath } from '../process/findOnPath.ts';
import type { Machine } from './model/evidence.ts';
import { usualFolders } from './model/usualFolders.ts';

const mostNames = 500;
const longestLine = 256;
/** Scripts say at their end how they are started. */
const longestHead = 16_000;

/** Paths may come from a server: nothing of another machine is looked at, since that alone tells it who we are. */
export function thisMachine(searchPath: string): Machine {
  const place = { home: homedir(), platform: process.platform, namesIn };
  return {
    ...place,
    kindOf: (file) => (isNetworkPath(file) ? undefined : kindOf(file)),
    namesIn: (folder) => (isNetworkPath(folder) ? [] : namesIn(folder)),
    firstLine: (file) => (isNetworkPath(file) ? '' : (headOf(file, longestLine).split('\n', 1)[0] ?? '')),
    head: (file) => (isNetworkPath(file) ? '' : headOf(file, longestHead)),
    findProgram: (name) => findOnPath(name, [searchPath, ...usualFolders(place)].join(path.delimiter)),
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

function headOf(file: string, length: number): string {
  if (kindOf(file) !== 'file') return '';
  const head = Buffer.alloc(length);
  let open: number | undefined;
  try {
    open = openSync(file, 'r');
    return head.toString('latin1', 0, readSync(open, head));
  } catch {
    return '';
  } finally {
    if (open !== undefined) closeSync(open);
  }
}

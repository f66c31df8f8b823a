import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, extname, isAbsolute, join } from 'node:path';
import { variable } from './childEnvironment.ts';

const windows = process.platform === 'win32';

/** Where a bare command name is found, the way the system would look for it. */
export function findOnPath(command: string, searchPath: string, pathExt = '.EXE;.CMD;.BAT;.COM'): string | undefined {
  if (isAbsolute(command) || command.includes('/') || (windows && command.includes('\\'))) return command;
  const endings = windows && extname(command) === '' ? pathExt.split(';') : [''];
  for (const folder of searchPath.split(delimiter).filter(Boolean)) {
    for (const ending of endings) {
      const path = join(folder, command + ending);
      if (isProgram(path)) return path;
    }
  }
  return undefined;
}

/** A file of that name is in one of the folders, executable or not. */
export function isFileOnPath(command: string, searchPath: string): boolean {
  return searchPath
    .split(delimiter)
    .filter(Boolean)
    .some((folder) => isFile(join(folder, command)));
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false; // absent, or in a folder that cannot be read
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, windows ? constants.F_OK : constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** The folders of PATH. A relative one would be looked up in whatever folder is open. */
export function pathDirs(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return (variable(env, 'PATH') ?? '').split(delimiter).filter((dir) => isAbsolute(dir));
}

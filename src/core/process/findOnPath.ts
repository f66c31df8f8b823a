import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';
import { variable } from './childEnvironment.ts';
import { isNetworkPath, programCandidates } from './commandLine.ts';

const windows = process.platform === 'win32';

interface Place {
  /** Where the program will run. */
  readonly cwd?: string;
  /** The entry itself names the search path, its relative folders included. */
  readonly declared?: boolean;
}

/** Where a command is found, as an absolute path. One that is a path itself is not looked for elsewhere. */
export function findOnPath(command: string, searchPath: string, place: Place = {}): string | undefined {
  const cwd = place.cwd ?? process.cwd();
  const candidates = programCandidates(command, { windows, path, searchPath, ...place, cwd });
  const isNamed = isPath(command) || place.declared === true; // by an entry, which may not be approved yet
  const found = candidates.find((file) => !(isNamed && isNetworkPath(file)) && isProgram(file));
  return found ?? (isPath(command) ? path.resolve(cwd, command) : undefined);
}

function isPath(command: string): boolean {
  return command.includes('/') || (windows && command.includes('\\'));
}

/** The error that the system would give: a file that is there cannot be executed, anything else is absent. */
export function missingProgram(command: string, searchPath: string): NodeJS.ErrnoException {
  const code = isFileOnPath(command, searchPath) ? 'EACCES' : 'ENOENT';
  return Object.assign(new Error(`spawn ${command} ${code}`), { code });
}

function isFileOnPath(command: string, searchPath: string): boolean {
  return searchPath
    .split(path.delimiter)
    .filter(Boolean)
    .some((folder) => isFile(path.join(folder, command)));
}

function isFile(file: string): boolean {
  try {
    return statSync(file).isFile();
  } catch {
    return false; // absent, or in a folder that cannot be read
  }
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, windows ? constants.F_OK : constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** The folders of PATH. A relative one would be looked up in whatever folder is open. */
export function pathDirs(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return (variable(env, 'PATH') ?? '').split(path.delimiter).filter((dir) => path.isAbsolute(dir));
}

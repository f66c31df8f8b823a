import { isFileOnPath } from './findOnPath.ts';

/** The error that the system would give: a file that is there cannot be executed, anything else is absent. */
export function missingProgram(command: string, searchPath: string): NodeJS.ErrnoException {
  const code = isFileOnPath(command, searchPath) ? 'EACCES' : 'ENOENT';
  return Object.assign(new Error(`spawn ${command} ${code}`), { code });
}

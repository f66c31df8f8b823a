import { mergePaths, variable } from './childEnvironment.ts';
import { findOnPath } from './findOnPath.ts';
import { loginShellPath } from './loginShell.ts';

interface FoundProgram {
  /** Absolute; absent where there is none. */
  readonly program: string | undefined;
  /** The PATH that it was looked up in. */
  readonly searchPath: string;
}

/** In the PATH that is declared, else in ours; the login shell is asked only for what is not found there. */
export async function findProgram(
  command: string,
  { cwd, path }: { readonly cwd: string; readonly path?: string | undefined },
): Promise<FoundProgram> {
  if (path !== undefined) return { program: findOnPath(command, path, { cwd, declared: true }), searchPath: path };
  const own = variable(process.env, 'PATH') ?? '';
  const program = findOnPath(command, own, { cwd });
  if (program !== undefined) return { program, searchPath: own };
  const login = await loginShellPath();
  if (login === undefined) return { program, searchPath: own };
  const searchPath = mergePaths(login, own);
  return { program: findOnPath(command, searchPath, { cwd }), searchPath };
}

import type { PlatformPath } from 'node:path';

/** What the system is told to run. */
interface CommandLine {
  readonly file: string;
  readonly args: readonly string[];
  /** The arguments are quoted already: Node must pass them on as they are. */
  readonly verbatim: boolean;
}

interface ProgramSearch {
  readonly windows: boolean;
  readonly path: Pick<PlatformPath, 'delimiter' | 'extname' | 'join' | 'parse' | 'resolve'>;
  /** Where the program will run: relative commands start here. */
  readonly cwd: string;
  readonly searchPath: string;
  /** The entry itself names the search path; only then do its relative folders count. */
  readonly declared?: boolean;
}

/**
 * Where a command may be, the best place first. The current folder is none, unlike for Windows' own search.
 * Uses nothing outside of itself: the launcher script holds a copy.
 */
export function programCandidates(command: string, search: ProgramSearch): readonly string[] {
  const { windows, path, cwd, searchPath, declared = false } = search;
  const isPath = windows ? /[\\/:]/.test(command) : command.includes('/');
  // A folder such as `C:bin` or `\bin` depends on where we are, too.
  const isWhole = (dir: string): boolean => (windows ? /^(?:[a-z]:[\\/]|[\\/]{2})/i.test(dir) : dir.startsWith('/'));
  const dirs = searchPath.split(path.delimiter).filter((dir) => dir !== '' && (declared || isWhole(dir)));
  const bases = isPath ? [path.resolve(cwd, command)] : dirs.map((dir) => path.join(path.resolve(cwd, dir), command));
  const endings = windows && !/\.(?:exe|cmd|bat|com)$/i.test(command) ? ['.EXE', '.CMD', '.BAT', '.COM'] : [''];
  return bases.flatMap((base) => endings.map((ending) => base + ending));
}

/** `\\host\share` or a device. Merely looking at it sends the user's credentials to that host. */
export function isNetworkPath(file: string, windows = process.platform === 'win32'): boolean {
  return windows && /^[\\/]{2}/.test(file);
}

/**
 * How a program is started. On Windows npx and uvx are batch files, which only `cmd.exe` can run, and it reads their
 * arguments twice: the quotes are doubled, so that it never leaves them, and no variable is expanded (the way of
 * Rust's standard library). Uses nothing outside of itself: the launcher script holds a copy.
 */
export function commandLine(
  program: string,
  args: readonly string[],
  { windows, systemRoot }: { readonly windows: boolean; readonly systemRoot: string },
): CommandLine {
  if (!windows || /\.(?:exe|com)$/i.test(program)) return { file: program, args, verbatim: false };
  if (args.some((arg) => /[\r\n\0]/.test(arg)))
    throw new Error('An argument of a batch file cannot hold a line break or a NUL');
  const withoutVariables = (text: string): string => text.replaceAll('%', '%%cd:~,%');
  const endDoubled = (text: string): string => {
    let from = text.length;
    while (text[from - 1] === '\\') from--;
    return text + text.slice(from);
  };
  const quoted = (arg: string): string =>
    /^[\w#$*+\-./:?@\\]+$/.test(arg) && !arg.endsWith('\\')
      ? arg
      : `"${withoutVariables(arg.split('"').map(endDoubled).join('""'))}"`;
  const line = [`"${withoutVariables(program)}"`, ...args.map(quoted)].join(' ');
  return {
    file: `${systemRoot}\\System32\\cmd.exe`,
    args: ['/e:ON', '/v:OFF', '/d', '/c', `"${line}"`],
    verbatim: true,
  };
}

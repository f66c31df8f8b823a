import { anyPath as path } from './paths.ts';
import type { StdioFacts } from './evidence.ts';

/** Options with which a runner changes its folder before it starts anything. */
const options: Readonly<Record<string, RegExp>> = {
  uv: /^--directory$/,
  npm: /^(?:--prefix|-C)$/,
  pnpm: /^(?:--dir|-C|--prefix)$/,
  yarn: /^--cwd$/,
  bun: /^--cwd$/,
  poetry: /^(?:--directory|-C)$/,
};

/** The option among the arguments that names the folder, where there is one. */
export function folderOptionAt({ command, args }: StdioFacts): number | undefined {
  const option = options[path.basename(command).replace(/\.(?:exe|cmd)$/i, '')];
  const at = option ? args.findIndex((arg, index) => option.test(arg) && index + 1 < args.length) : -1;
  return at < 0 ? undefined : at;
}

/** Where relative paths are looked for: in the working folder, or in that to which the runner changes. */
export function startFolder(launch: StdioFacts | undefined): string | undefined {
  const at = launch && folderOptionAt(launch);
  if (!launch || at === undefined) return launch?.cwd;
  return path.resolve(launch.cwd ?? '/', launch.args[at + 1] ?? '');
}

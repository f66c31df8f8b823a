import { delimiter } from 'node:path';
import { findOnPath, pathDirs } from '../../process/findOnPath.ts';
import { runProgram } from '../../process/spawnProgram.ts';

/** Where a folder stood in git: what was unchanged then can be had back from the commit. */
export interface GitPoint {
  readonly commit: string;
  /** Differs from the commit, or is unknown to it. Paths relative to the folder, with `/`. */
  readonly dirty: ReadonlySet<string>;
}

/** `undefined` outside a repository, and where there is no git or no commit yet. */
export async function gitPoint(folder: string): Promise<GitPoint | undefined> {
  const [commit, status] = await Promise.all([
    git(folder, ['rev-parse', '--verify', 'HEAD']),
    git(folder, [
      'status',
      '--porcelain=v1',
      '-z',
      '--untracked-files=all',
      '--ignored=matching',
      '--no-renames',
      '--',
      '.',
    ]),
  ]);
  const prefix = await git(folder, ['rev-parse', '--show-prefix']);
  if (commit === undefined || status === undefined || prefix === undefined) return undefined;
  const skip = prefix.toString('utf8').trimEnd().length; // `git status` prints paths relative to the top of the repository
  const entries = status.toString('utf8').split('\0').filter(Boolean);
  return { commit: commit.toString('utf8').trim(), dirty: new Set(entries.map((entry) => entry.slice(3 + skip))) };
}

/** The text of a file at that point, as it would lie in the working tree. */
export async function textAt(folder: string, point: GitPoint, path: string): Promise<Buffer | undefined> {
  return git(folder, ['cat-file', '--filters', `${point.commit}:./${path}`]);
}

/** Nothing of the repository's configuration that runs programs takes part, and nothing is locked. */
const quiet = [
  '--no-optional-locks',
  '-c',
  'core.fsmonitor=false',
  '-c',
  'core.hooksPath=/dev/null',
  '-c',
  'core.quotepath=false',
];

async function git(cwd: string, args: readonly string[]): Promise<Buffer | undefined> {
  const program = findOnPath('git', pathDirs(process.env).join(delimiter));
  if (program === undefined) return undefined;
  const found = await runProgram(program, [...quiet, ...args], { cwd, timeoutMs: 20_000 }).catch(() => undefined);
  return found?.stdout;
}

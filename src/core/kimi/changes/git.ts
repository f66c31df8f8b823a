import { createHash } from 'node:crypto';
import { delimiter, dirname } from 'node:path';
import { findOnPath, pathDirs } from '../../process/findOnPath.ts';
import { runProgram } from '../../process/spawnProgram.ts';

/** The files of a folder's last commit: what was unchanged then can be had back from it. */
export interface GitPoint {
  /** The object that holds a file, by its path relative to the folder, with `/`. */
  readonly objects: ReadonlyMap<string, string>;
}

/** `undefined` outside a repository, and where there is no git or no commit yet. */
export async function gitPoint(folder: string): Promise<GitPoint | undefined> {
  const tree = await git(folder, ['ls-tree', '-r', '-z', 'HEAD']);
  return tree && { objects: new Map(tree.toString('utf8').split('\0').flatMap(readEntry)) };
}

/** `<mode> <kind> <object>\t<path>` */
function readEntry(entry: string): [path: string, object: string][] {
  const [, object, path] = /^100\d{3} blob ([\da-f]+)\t([^]+)$/.exec(entry) ?? [];
  return object !== undefined && path !== undefined ? [[path, object]] : [];
}

/**
 * Whether the commit has exactly these bytes. `git status` would say so too, but it runs the filters of the repository,
 * which are programs that its configuration names.
 */
export function isCommitted(point: GitPoint | undefined, path: string, bytes: Buffer): boolean {
  const object = point?.objects.get(path);
  if (object === undefined) return false;
  const hash = createHash(object.length === 64 ? 'sha256' : 'sha1');
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest('hex') === object;
}

/** The bytes of a file as the commit has them, without any filter. */
export async function committedBytes(folder: string, point: GitPoint, path: string): Promise<Buffer | undefined> {
  const object = point.objects.get(path);
  return object === undefined ? undefined : git(folder, ['cat-file', 'blob', object]);
}

/**
 * Only commands that read objects are used: they know no filters, attributes, index, submodules or working tree. What
 * else a repository's configuration could start is switched off, in a form that it cannot switch on again.
 */
const settings = ['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'safe.bareRepository=explicit'];
const quiet = [
  '--no-pager',
  '--no-optional-locks',
  '--no-replace-objects',
  ...settings.flatMap((each) => ['-c', each]),
];

async function git(folder: string, args: readonly string[]): Promise<Buffer | undefined> {
  const program = findOnPath('git', pathDirs(process.env).join(delimiter));
  if (program === undefined) return undefined;
  // Not in the folder: what git starts itself is looked up there first on Windows.
  const options = { cwd: dirname(process.execPath), env: environment(), timeoutMs: 20_000 };
  const found = await runProgram(program, [...quiet, '-C', folder, ...args], options).catch(() => undefined);
  return found?.stdout;
}

/** Ours without what leads git elsewhere. A partial clone gets missing objects by a program: no protocol is allowed. */
function environment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.toUpperCase().startsWith('GIT_'));
  return { ...Object.fromEntries(own), GIT_ALLOW_PROTOCOL: '', GIT_NO_LAZY_FETCH: '1', GIT_TERMINAL_PROMPT: '0' };
}

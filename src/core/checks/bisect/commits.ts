import { symlinkSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findOnPath, pathDirs } from '../../process/findOnPath.ts';
import { runProgram } from '../../process/spawnProgram.ts';

/** A commit of the server's repository. */
export interface Commit {
  readonly id: string;
  /** The first line of its message. */
  readonly subject: string;
  readonly author: string;
  readonly date: string;
}

/** A copy of the files of one commit, in a folder of its own. */
export interface Checkout {
  readonly folder: string;
  /** For what its server is to remember: the launches of copies are no launches of the user. */
  readonly stateFolder: string;
  remove(): Promise<void>;
}

const timeoutMs = 120_000;
/** What is installed and not committed: copies use that of the work tree. */
const installed = ['node_modules', '.venv', 'venv'];

/** The commits of a repository, and copies of them. The work tree itself is never touched, dirty or not. */
export class Repository {
  readonly root: string;

  private constructor(root: string) {
    this.root = root;
  }

  /** `undefined` outside a repository, or without git. */
  static async around(folder: string): Promise<Repository | undefined> {
    const root = await git(folder, 'rev-parse', '--show-toplevel').catch(() => undefined);
    return root === undefined ? undefined : new Repository(await realpath(root.trim()));
  }

  /** Throws where there is no such revision. */
  async commit(revision: string): Promise<Commit> {
    const [commit] = await this.#log('-1', '--end-of-options', `${revision}^{commit}`);
    if (!commit) throw new Error(revision);
    return commit;
  }

  /** The last tag before, or else the first commit. */
  async before(bad: Commit): Promise<Commit> {
    const tag = await git(this.root, 'describe', '--tags', '--abbrev=0', `${bad.id}^`).catch(() => undefined);
    if (tag !== undefined) return this.commit(tag.trim());
    const roots = await git(this.root, 'rev-list', '--max-parents=0', '--first-parent', bad.id);
    return this.commit(roots.trim().split('\n').at(-1) ?? bad.id);
  }

  /** Behind the one and up to the other, the oldest first. Along first parents: a merge is one change. */
  async between(good: Commit, bad: Commit): Promise<readonly Commit[]> {
    return (await this.#log('--first-parent', `${good.id}..${bad.id}`)).toReversed();
  }

  async checkOut({ id }: Commit): Promise<Checkout> {
    const whole = await mkdtemp(path.join(await realpath(tmpdir()), 'switchboard-bisect-'));
    const folder = path.join(whole, path.basename(this.root));
    await git(this.root, 'worktree', 'add', '--detach', '--force', folder, id);
    for (const name of installed) this.#link(name, folder);
    return { folder, stateFolder: path.join(whole, 'state'), remove: () => this.#remove(whole) };
  }

  /** What the commit changed. */
  async changes({ id }: Commit): Promise<string> {
    return git(this.root, 'show', '--no-ext-diff', '--no-textconv', '--no-color', '--format=', '--patch', id);
  }

  #link(name: string, folder: string): void {
    try {
      symlinkSync(path.join(this.root, name), path.join(folder, name), 'junction');
    } catch {
      // committed after all
    }
  }

  async #remove(folder: string): Promise<void> {
    await rm(folder, { recursive: true, force: true }); // a link is removed, not what it leads to
    await git(this.root, 'worktree', 'prune').catch(() => {});
  }

  async #log(...args: readonly string[]): Promise<readonly Commit[]> {
    const text = await git(this.root, 'log', '--format=%H%x00%an%x00%aI%x00%s', ...args);
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const [id = '', author = '', date = '', subject = ''] = line.split('\0');
        return { id, author, date, subject };
      });
  }
}

/** Without the repository's hooks: a copy is made to run the server, and nothing else. */
async function git(folder: string, ...args: readonly string[]): Promise<string> {
  const program = findOnPath('git', pathDirs(process.env).join(path.delimiter));
  if (program === undefined) throw new Error('git was not found.');
  const own = Object.entries(process.env).filter(([name]) => !name.toUpperCase().startsWith('GIT_'));
  const env = { ...Object.fromEntries(own), GIT_TERMINAL_PROMPT: '0' };
  const options = ['--no-pager', '-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false', '-C', folder];
  const { stdout } = await runProgram(program, [...options, ...args], { env, timeoutMs });
  return stdout.toString('utf8');
}

import { type Stats, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { mergePaths } from '../../core/process/childEnvironment.ts';
import { findOnPath } from '../../core/process/findOnPath.ts';
import type { FolderItem } from './environment.ts';

const maxReadBytes = 256 * 1024;
/** Long enough for all lookups after a keystroke, short enough to notice an installation. */
const keepMs = 3_000;

export interface DiskOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** Something became known that changes earlier answers. */
  readonly onDidLearn: () => void;
  /** The PATH of a login shell. */
  readonly askLogin?: () => Promise<string | undefined>;
}

/** Lookups of files and programs, cached briefly: each keystroke repeats them all. */
export class Disk {
  readonly #options: DiskOptions;
  readonly #stats = new Map<string, 'file' | 'folder' | undefined>();
  readonly #programs = new Map<string, string | undefined>();
  readonly #versions = new Map<string, string | undefined>();
  #names: readonly string[] | undefined;
  #login: 'unasked' | 'asking' | 'known' = 'unasked';
  #filledAt = 0;
  searchPath: string;

  constructor(options: DiskOptions) {
    this.#options = options;
    this.searchPath = options.env['PATH'] ?? options.env['Path'] ?? '';
  }

  /** Drops expired results, and returns whether there were any; called before each round. */
  refresh(now = Date.now()): boolean {
    if (now - this.#filledAt < keepMs) return false;
    this.#filledAt = now;
    this.forget();
    return true;
  }

  forget(): void {
    this.#stats.clear();
    this.#programs.clear();
    this.#versions.clear();
    this.#names = undefined;
  }

  findProgram(command: string): string | 'pending' | undefined {
    if (!this.#programs.has(command)) this.#programs.set(command, findOnPath(command, this.searchPath));
    const found = this.#programs.get(command);
    if (found !== undefined || this.#login === 'known') return found;
    if (this.#login === 'unasked') void this.#askLogin();
    return 'pending';
  }

  /** An editor that was started from a dock has a shorter PATH than a terminal; starting a server asks the shell too. */
  async #askLogin(): Promise<void> {
    this.#login = 'asking';
    const login = await (this.#options.askLogin ?? askLoginShell)();
    this.#login = 'known';
    if (login !== undefined) this.searchPath = mergePaths(this.searchPath, login);
    this.forget();
    this.#options.onDidLearn();
  }

  programs(): readonly string[] {
    this.#names ??= [...new Set(this.searchPath.split(path.delimiter).filter(Boolean).flatMap(namesIn))].toSorted();
    return this.#names;
  }

  stat(file: string): 'file' | 'folder' | undefined {
    if (!this.#stats.has(file)) this.#stats.set(file, kindOf(statOf(file)));
    return this.#stats.get(file);
  }

  list(folder: string): readonly FolderItem[] {
    return entriesOf(folder).map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }));
  }

  read(file: string): string | undefined {
    return readSmall(file, maxReadBytes);
  }

  /** npx keeps what it fetched in a folder of its own under the npm cache. */
  cachedVersion(name: string): string | undefined {
    if (!/^(?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*$/i.test(name)) return undefined;
    if (!this.#versions.has(name)) this.#versions.set(name, this.#versionInCache(name));
    return this.#versions.get(name);
  }

  #versionInCache(name: string): string | undefined {
    const { env, home } = this.#options;
    const cache =
      env['npm_config_cache'] ??
      (process.platform === 'win32' ? path.join(env['LOCALAPPDATA'] ?? home, 'npm-cache') : path.join(home, '.npm'));
    const manifests = entriesOf(path.join(cache, '_npx')).map((entry) =>
      path.join(cache, '_npx', entry.name, 'node_modules', name, 'package.json'),
    );
    const newest = manifests
      .flatMap((file) => ({ file, at: statOf(file)?.mtimeMs }))
      .filter(({ at }) => at !== undefined)
      .toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0))[0];
    const version = newest && /"version"\s*:\s*"(\d+\.\d+\.\d+[\w.+-]*)"/.exec(this.read(newest.file) ?? '')?.[1];
    return version;
  }
}

/** Few files name a program that is not on the PATH: the code for the login shell is loaded only for those. */
async function askLoginShell(): Promise<string | undefined> {
  const { loginShellPath } = await import('../../core/process/loginShell.ts');
  return loginShellPath();
}

/** `undefined` for what is not there, too large, or not ours to read. */
export function readSmall(file: string, maxBytes: number): string | undefined {
  const stat = statOf(file);
  if (!stat?.isFile() || stat.size > maxBytes) return undefined;
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined; // taken away in between, or forbidden
  }
}

export function statOf(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined; // not allowed to look, or a file stands where a folder should
  }
}

function kindOf(stat: Stats | undefined): 'file' | 'folder' | undefined {
  if (!stat) return undefined;
  return stat.isDirectory() ? 'folder' : 'file';
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return []; // gone, or not ours to read
  }
}

function namesIn(folder: string): readonly string[] {
  const windows = process.platform === 'win32';
  return entriesOf(folder)
    .filter((entry) => !entry.isDirectory() && (!windows || /\.(?:exe|cmd|bat)$/i.test(entry.name)))
    .map(({ name }) => (windows ? name.replace(/\.\w+$/, '') : name));
}

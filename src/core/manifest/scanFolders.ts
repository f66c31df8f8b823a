import { l10n } from '../../base/l10n.ts';
import { type Dirent, type Stats } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { messageOf } from '../../base/fault.ts';
import { fileSpan } from './read/locate.ts';
import type { ManifestProblem } from './read/model.ts';

export interface FoundFile {
  readonly path: string;
  readonly size: number;
  /** Differs when the file does; see `isRacy` for the one case where it may not. */
  readonly stamp: string;
  readonly changedMs: number;
}

interface Scan {
  /** In the order of their paths, so that the result is the same on every machine. */
  readonly files: readonly FoundFile[];
  /** Everything that must be watched to notice changes. */
  readonly folders: ReadonlySet<string>;
  readonly problems: readonly ManifestProblem[];
}

const maxDepth = 32;
const maxFiles = 20_000;

/** Every manifest below the folders. A missing folder has none; links are followed, each target once. */
export async function scanFolders(roots: readonly string[]): Promise<Scan> {
  const walk = new FolderWalk();
  for (const root of new Set(roots)) await walk.folder(root, 0);
  return walk.result();
}

/** Dotfiles, and what editors leave beside a file while they save it. */
function isIgnored(name: string): boolean {
  return name.startsWith('.') || name.startsWith('~') || name.startsWith('#') || name === 'node_modules';
}

function isManifestName(name: string): boolean {
  return /\.json$/i.test(name) && !/\.(tmp|temp|swp|bak|orig)\.json$/i.test(name);
}

class FolderWalk {
  readonly #files = new Map<string, FoundFile>();
  readonly #folders = new Set<string>();
  readonly #seen = new Set<string>();
  readonly #problems: ManifestProblem[] = [];
  #full = false;

  async folder(folder: string, depth: number): Promise<void> {
    const entries = await this.#list(folder, depth);
    const jobs = entries.filter(({ name }) => !isIgnored(name)).map((entry) => this.#entry(folder, entry, depth));
    await Promise.all(jobs);
  }

  result(): Scan {
    const files = [...this.#files.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1));
    return { files, folders: this.#folders, problems: this.#problems };
  }

  async #list(folder: string, depth: number): Promise<readonly Dirent[]> {
    try {
      const real = await realpath(folder);
      if (this.#seen.has(real) || depth > maxDepth) return [];
      this.#seen.add(real);
      const entries = await readdir(folder, { withFileTypes: true });
      this.#folders.add(folder);
      return entries;
    } catch (error) {
      if (!isGone(error)) this.#fail(folder, error);
      return [];
    }
  }

  async #entry(folder: string, entry: Dirent, depth: number): Promise<void> {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) return this.folder(full, depth + 1);
    if (entry.isFile() && !isManifestName(entry.name)) return;
    if (!entry.isFile() && !entry.isSymbolicLink()) return; // reading a pipe would never end
    try {
      const found = await stat(full);
      if (found.isDirectory()) await this.folder(full, depth + 1);
      else if (found.isFile() && isManifestName(entry.name)) await this.#file(full, found, entry.isSymbolicLink());
    } catch (error) {
      if (!isGone(error)) this.#fail(full, error);
    }
  }

  async #file(full: string, found: Stats, linked: boolean): Promise<void> {
    const real = linked ? await realpath(full) : full;
    if (linked) this.#folders.add(path.dirname(real)); // a change of the target is not seen beside the link
    if (this.#files.size >= maxFiles) return this.#overflow(full);
    const stamp = `${found.dev}:${found.ino}:${found.size}:${found.mtimeMs}:${found.ctimeMs}`;
    this.#files.set(full, { path: full, size: found.size, stamp, changedMs: Math.max(found.mtimeMs, found.ctimeMs) });
  }

  #overflow(file: string): void {
    if (this.#full) return;
    this.#full = true;
    const message = l10n.t('There are more than {0} manifests; this one and others are ignored.', maxFiles);
    this.#problems.push({ code: 'too-many', severity: 'error', file, span: fileSpan, message });
  }

  #fail(file: string, error: unknown): void {
    this.#problems.push({
      code: 'unreadable',
      severity: 'error',
      file,
      span: fileSpan,
      message: l10n.t('Cannot be read: {0}', messageOf(error)),
    });
  }
}

function isGone(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

/**
 * Two writes in one tick of the file system's clock have the same timestamp. A file that was
 * changed right before it was read is therefore read again the next time.
 */
export function isRacy(file: FoundFile, readAtMs: number): boolean {
  return readAtMs - file.changedMs < 100;
}

import { type FSWatcher, existsSync, watch } from 'node:fs';
import path from 'node:path';
import type { Disposable } from '../../base/lifetime.ts';

/** The names in a folder that matter; `undefined` means all of them. */
type Names = Set<string> | undefined;

/**
 * Watches folders. Each has its own watcher: Node's recursive watch misses
 * what is created in a new folder on Linux. A folder that does not exist yet, or goes and
 * comes back, is waited for in its nearest ancestor.
 */
export class FolderWatch implements Disposable {
  readonly #changed: () => void;
  readonly #watchers = new Map<string, FSWatcher>();
  #wanted: ReadonlyMap<string, Names> = new Map();
  #blind = false;
  #ended = false;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** The system refused a watch: the caller must poll. */
  get blind(): boolean {
    return this.#blind;
  }

  /** Watches exactly these. True if a watcher is new: the caller must check for earlier changes. */
  follow(roots: readonly string[], folders: ReadonlySet<string>): boolean {
    if (this.#ended) return false;
    this.#wanted = wantedOf(roots, folders);
    this.#blind = false;
    for (const folder of this.#watchers.keys()) if (!this.#wanted.has(folder)) this.#drop(folder);
    let grown = false;
    for (const folder of this.#wanted.keys()) grown = this.#begin(folder) || grown;
    return grown;
  }

  dispose(): void {
    this.#ended = true;
    for (const folder of this.#watchers.keys()) this.#drop(folder);
  }

  #begin(folder: string): boolean {
    if (this.#watchers.has(folder)) return false;
    try {
      const watcher = watch(folder, { persistent: false }, (_, name) => this.#onChange(folder, name));
      watcher.on('error', () => this.#lost(folder));
      this.#watchers.set(folder, watcher);
      return true;
    } catch {
      this.#blind = true; // too many watches, or a file system without them
      return false;
    }
  }

  #onChange(folder: string, name: string | null): void {
    // The folder itself was removed or moved: its watcher gets no more events, even if a new folder takes the name.
    if (name === path.basename(folder)) this.#drop(folder);
    const names = this.#wanted.get(folder);
    if (!names || name === null || names.has(name)) this.#changed();
    else if (!this.#watchers.has(folder)) this.#changed();
  }

  #lost(folder: string): void {
    this.#drop(folder);
    if (!this.#ended) this.#changed();
  }

  #drop(folder: string): void {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
  }
}

function wantedOf(roots: readonly string[], folders: ReadonlySet<string>): ReadonlyMap<string, Names> {
  const wanted = new Map<string, Names>();
  for (const root of roots) {
    const [ancestor, name] = nearestAncestor(root);
    const names = wanted.get(ancestor) ?? new Set<string>();
    wanted.set(ancestor, names.add(name));
  }
  for (const folder of folders) wanted.set(folder, undefined);
  return wanted;
}

function nearestAncestor(folder: string): readonly [ancestor: string, name: string] {
  const parent = path.dirname(folder);
  if (parent === folder || existsSync(parent)) return [parent, path.basename(folder)];
  return nearestAncestor(parent);
}

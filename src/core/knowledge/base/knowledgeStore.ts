import { Emitter } from '../../../base/event.ts';
import type { ServerHost } from '../../mcpServer/host.ts';
import type { KnowledgeBase } from './knowledgeBase.ts';
import type { FileProblem, PatternFiles, PatternFolder } from './ownPatterns.ts';
import { patternFolders } from './patternFolders.ts';
import type { Shipped } from './knowledgeFile.ts';
import { loadShipped } from './loadShipped.ts';
import { diskPatternFiles } from './patternFiles.ts';

/** The knowledge base as it is now: what ships, the user's own patterns, and the workspace's where it is trusted. */
export class KnowledgeStore {
  readonly #host: ServerHost;
  readonly #files: PatternFiles;
  readonly #shipped: () => Promise<Shipped>;
  readonly #changed = new Emitter<void>();
  #loaded: Promise<Shipped> | undefined;
  #base: Promise<KnowledgeBase> | undefined;
  #foldersKey = '';
  #watch: { dispose(): void } | undefined;
  #problems: readonly FileProblem[] = [];

  readonly onDidChange = this.#changed.event;

  constructor(host: ServerHost, files: PatternFiles, shipped: () => Promise<Shipped>) {
    this.#host = host;
    this.#files = files;
    this.#shipped = shipped;
    host.lifetime.add(this.#changed);
    host.lifetime.defer(() => this.#watch?.dispose());
  }

  /** Problems of the user's own patterns, as of the last read. */
  get problems(): readonly FileProblem[] {
    return this.#problems;
  }

  /** Trust and folders are read each time: patterns refused before trust are read after it. */
  async current(): Promise<KnowledgeBase> {
    const folders = this.folders();
    const key = JSON.stringify(folders);
    if (this.#base === undefined || key !== this.#foldersKey) {
      this.#foldersKey = key;
      this.#follow(folders);
      this.#base = this.#load(folders);
      this.#base.catch(() => (this.#base = undefined)); // what failed may work the next time
    }
    return this.#base;
  }

  folders(): readonly PatternFolder[] {
    return patternFolders(this.#host);
  }

  #follow(folders: readonly PatternFolder[]): void {
    this.#watch?.dispose();
    if (this.#host.lifetime.ended) return;
    this.#watch = this.#files.watch(
      folders.map((folder) => folder.path),
      () => this.#forget(),
    );
  }

  #forget(): void {
    this.#base = undefined;
    this.#changed.fire();
  }

  async #load(folders: readonly PatternFolder[]): Promise<KnowledgeBase> {
    this.#loaded ??= this.#shipped();
    this.#loaded.catch(() => (this.#loaded = undefined));
    const shipped = await this.#loaded;
    const [{ loadOwnPatterns }, { withOwn }] = await Promise.all([import('./ownPatterns.ts'), import('./withOwn.ts')]);
    const own = await loadOwnPatterns(this.#files, folders, new Set(shipped.ranked.map(({ id }) => id)));
    this.#problems = own.problems;
    for (const { file, line, message, severity } of own.problems)
      if (severity === 'error') this.#host.log.warn(`a pattern is left out: ${message}`, { file, line });
    return withOwn(shipped, own.patterns);
  }
}

const stores = new WeakMap<ServerHost, KnowledgeStore>();

/** One store for all tools, resources and prompts of a host. */
export function knowledgeOf(host: ServerHost): KnowledgeStore {
  const known = stores.get(host) ?? new KnowledgeStore(host, diskPatternFiles, loadShipped);
  stores.set(host, known);
  return known;
}

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { Emitter } from '../../../base/event.ts';
import type { ServerHost } from '../../mcpServer/host.ts';
import { KnowledgeBase } from './knowledgeBase.ts';
import { type FileProblem, type PatternFiles, type PatternFolder, loadOwnPatterns } from './ownPatterns.ts';
import { type Shipped, deserializeKnowledge } from './serializedIndex.ts';
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

  /** The user's folder always, those of the workspace only where it is trusted. */
  folders(): readonly PatternFolder[] {
    const own: PatternFolder = { path: path.join(this.#host.homeDir, '.tmkb'), source: 'user' };
    if (!this.#host.trusted()) return [own];
    const shared = this.#host
      .folders()
      .map((folder): PatternFolder => ({ path: path.join(folder, '.tmkb'), source: 'workspace' }));
    return [own, ...shared.filter((folder) => folder.path !== own.path)];
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
    const taken = new Set(shipped.cards.map((card) => card.id));
    const own = await loadOwnPatterns(this.#files, folders, taken);
    this.#problems = own.problems;
    for (const { file, line, message, severity } of own.problems)
      if (severity === 'error') this.#host.log.warn(`a pattern is left out: ${message}`, { file, line });
    return new KnowledgeBase(shipped, own.patterns);
  }
}

const stores = new WeakMap<ServerHost, KnowledgeStore>();

/** One store for all tools, resources and prompts of a host. */
export function knowledgeOf(host: ServerHost): KnowledgeStore {
  const known = stores.get(host) ?? new KnowledgeStore(host, diskPatternFiles, loadShipped);
  stores.set(host, known);
  return known;
}

/** From `dist/knowledge.json` beside the bundle or above its chunks (compressed where it is installed); from the patterns where the sources run. */
async function loadShipped(): Promise<Shipped> {
  const here = fileURLToPath(new URL('.', import.meta.url));
  const names = ['knowledge.json', 'knowledge.json.br'].flatMap((name) => [
    path.join(here, name),
    path.join(here, '..', name),
  ]);
  const file = names.find((name) => existsSync(name));
  if (file !== undefined) return deserializeKnowledge(readShipped(file));
  const { shippedFromSources } = await import('./fromSources.ts');
  return shippedFromSources(path.join(here, '../../../../media/knowledge'));
}

function readShipped(file: string): string {
  const bytes = readFileSync(file);
  return (file.endsWith('.br') ? brotliDecompressSync(bytes) : bytes).toString('utf8');
}

import { l10n } from '../../../base/l10n.ts';
import { type ReadonlySignal, effect, signal } from '@preact/signals-core';
import { debounce } from '../../../base/async.ts';
import { messageOf } from '../../../base/fault.ts';
import { type Disposable, Lifetime, disposable } from '../../../base/lifetime.ts';
import type { FilesPort, WorkspacePort } from '../../ports/ports.ts';
import { workspaceSources } from './configFiles.ts';
import { LineIndex } from '../text/lineMap.ts';
import { type MergedConfig, mergeSources } from './merge.ts';
import type { ConfigSource, ParsedConfig } from '../model/model.ts';
import { maxFileLength, parseConfig } from '../parse/parseConfig.ts';
import { ProblemList } from '../model/problems.ts';

export interface ConfigStoreOptions {
  readonly files: FilesPort;
  readonly workspace: WorkspacePort;
  /** The user's own files; those of the folders are known. */
  readonly userSources: readonly ConfigSource[];
  /** Servers that stand in no configuration file. */
  readonly extra?: ReadonlySignal<readonly ParsedConfig[]>;
  readonly quietMs?: number;
}

/** A watched file. `good` is its last state without a syntax error. */
interface Followed {
  readonly source: ConfigSource;
  readonly watcher: Disposable;
  /** The last read, to detect changes. Of two overlapping reads the later one counts. */
  reading: Promise<boolean> | undefined;
  text: string | undefined;
  current: ParsedConfig | undefined;
  good: ParsedConfig | undefined;
}

/** A character takes at most four bytes. */
const maxFileBytes = 4 * maxFileLength;
/** A watcher of VS Code begins some time after it was asked for: what changed before that is found by a second look. */
const secondLookMs = 5_000;
const nothing: MergedConfig = { servers: [], shadowed: [], problems: [] };

/** All watched files merged, kept up to date. Reads only: nothing is expanded, started or asked here. */
export class ConfigStore implements Disposable {
  readonly #options: ConfigStoreOptions;
  readonly #lifetime = new Lifetime();
  readonly #followed = new Map<string, Followed>();
  readonly #dirty = new Set<string>();
  readonly #merged = signal<MergedConfig>(nothing);
  readonly #readDirty: Disposable & { (): void };
  #secondLook: NodeJS.Timeout | undefined;
  readonly ready: Promise<void>;

  constructor(options: ConfigStoreOptions) {
    this.#options = options;
    this.#readDirty = this.#lifetime.add(debounce(() => void this.#readMarked(), options.quietMs ?? 150));
    this.#lifetime.add(options.workspace.onDidChange(() => void this.reload()));
    this.#lifetime.defer(() => this.#unfollow([...this.#followed.keys()]));
    this.#lifetime.defer(() => clearTimeout(this.#secondLook));
    this.ready = this.reload();
    const { extra } = options;
    if (extra) this.#lifetime.add(disposable(effect(() => void (extra.value, this.#publish()))));
  }

  get configuration(): ReadonlySignal<MergedConfig> {
    return this.#merged;
  }

  /** Reads every file again; an unchanged one is not parsed again. */
  async reload(): Promise<void> {
    this.#follow([...workspaceSources(this.#options.workspace), ...this.#options.userSources]);
    await this.#read([...this.#followed.values()]);
    this.#publish();
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #follow(sources: readonly ConfigSource[]): void {
    const wanted = new Set(sources.map(({ file }) => file));
    this.#unfollow([...this.#followed.keys()].filter((file) => !wanted.has(file)));
    for (const source of sources) {
      if (this.#followed.has(source.file) || this.#lifetime.ended) continue;
      const watcher = this.#options.files.watch(source.file, () => this.#mark(source.file));
      this.#lookAgain();
      this.#followed.set(source.file, {
        source,
        watcher,
        reading: undefined,
        text: undefined,
        current: undefined,
        good: undefined,
      });
    }
  }

  #unfollow(files: readonly string[]): void {
    for (const file of files) {
      this.#followed.get(file)?.watcher.dispose();
      this.#followed.delete(file);
    }
  }

  #lookAgain(): void {
    clearTimeout(this.#secondLook);
    this.#secondLook = setTimeout(() => this.#followed.forEach((_, file) => this.#mark(file)), secondLookMs).unref();
  }

  #mark(file: string): void {
    this.#dirty.add(file);
    this.#readDirty();
  }

  async #readMarked(): Promise<void> {
    const files = [...this.#dirty].flatMap((file) => this.#followed.get(file) ?? []);
    this.#dirty.clear();
    if (await this.#read(files)) this.#publish();
  }

  async #read(files: readonly Followed[]): Promise<boolean> {
    const changed = await Promise.all(files.map((file) => this.#readOne(file)));
    return changed.includes(true);
  }

  #readOne(file: Followed): Promise<boolean> {
    // A caller waiting for an overtaken read waits for the later one, which includes the same changes.
    const reading: Promise<boolean> = this.#options.files
      .read(file.source.file, maxFileBytes)
      .then((text) => (file.reading === reading ? this.#take(file, text) : file.reading!))
      .catch((error: unknown) => (file.reading === reading ? this.#refuse(file, error) : file.reading!));
    file.reading = reading;
    return reading;
  }

  #take(file: Followed, text: string | undefined): boolean {
    if (text === file.text && file.current) return false;
    file.text = text;
    file.current =
      text === undefined ? undefined : parseConfig(text, file.source.kind, file.source.file, file.source.folder);
    if (!file.current?.broken) file.good = file.current;
    return true;
  }

  #refuse(file: Followed, error: unknown): boolean {
    file.text = undefined;
    file.current = unreadable(file.source, error);
    return true;
  }

  #publish(): void {
    if (this.#lifetime.ended) return;
    // In the order of their sources, not of arrival: of two files of equal kind the first wins.
    const order = [...workspaceSources(this.#options.workspace), ...this.#options.userSources];
    const parsed = order.flatMap(({ file }) => inForce(this.#followed.get(file)) ?? []);
    this.#merged.value = mergeSources([...parsed, ...(this.#options.extra?.peek() ?? [])]);
  }
}

/** While a file has a syntax error its last valid servers stay in force, with the current problems. */
function inForce(file: Followed | undefined): ParsedConfig | undefined {
  const current = file?.current;
  if (!current?.broken) return current;
  const servers = file?.good?.servers ?? current.servers.filter(({ incomplete }) => !incomplete);
  return { ...current, servers };
}

function unreadable(source: ConfigSource, error: unknown): ParsedConfig {
  const problems = new ProblemList(source.file, new LineIndex(''));
  problems.error('unreadable', l10n.t('This file cannot be read: {0}', messageOf(error)), { offset: 0, length: 0 });
  return {
    source,
    servers: [],
    inputs: [],
    problems: problems.list,
    broken: true,
    root: undefined,
    lines: problems.lines,
  };
}

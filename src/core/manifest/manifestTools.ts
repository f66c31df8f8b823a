import { readFile } from 'node:fs/promises';
import { type ReadonlySignal, signal } from '@preact/signals-core';
import { debounce } from '../../base/async.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import { type Log, silentLog } from '../../base/log.ts';
import type { Span } from '../config/text/lineMap.ts';
import type { RunTool } from '../mcpServer/tool.ts';
import type { ToolSource } from '../mcpServer/toolSource.ts';
import { locateFlaws, locatePath } from './read/locate.ts';
import { ManifestProvider, type ManifestContents } from './manifestProvider.ts';
import { type DeclaredTool, type FileFlaw, type ManifestProblem, describeProblem } from './read/model.ts';
import type { ManifestToolsOptions } from './options.ts';
import { serviceRunner } from './callService.ts';
import { SocketClient } from './socket/socketClient.ts';
import { type TableRules, type ToolTable, buildTable, emptyTable } from './toolTable.ts';
import { FolderWatch } from '../files/watchFolders.ts';

/** Tools declared in manifests, kept up to date: file changes take effect within half a second. */
export interface ManifestTools extends ToolSource, Disposable {
  readonly prompts: NonNullable<ToolSource['prompts']>;
  /** Resolves when the manifests were read for the first time. */
  readonly ready: Promise<void>;
  readonly problems: ReadonlySignal<readonly ManifestProblem[]>;
  /** Where a tool is declared, by the name that clients call it by. */
  sourceOf(name: string): Promise<ToolLocation | undefined>;
  /** Reads the disk now instead of waiting for a change event. */
  reload(): Promise<void>;
}

export interface ToolLocation {
  readonly file: string;
  readonly span: Span;
}

const quietMs = 50;
const latestMs = 200;
const pollMs = 400;

export function createManifestTools(options: ManifestToolsOptions): ManifestTools {
  return new LiveManifests(options);
}

class LiveManifests implements ManifestTools {
  readonly #options: ManifestToolsOptions;
  readonly #log: Log;
  readonly #lifetime = new Lifetime();
  readonly #tools = signal(emptyTable.tools);
  readonly #prompts = signal(emptyTable.prompts);
  readonly #problems = signal<readonly ManifestProblem[]>([]);
  readonly #provider: ManifestProvider;
  readonly #rules: TableRules;
  readonly #client: SocketClient;
  readonly #watch: FolderWatch;
  readonly #lookAgain: Disposable & (() => void);
  #table: ToolTable = emptyTable;
  #poll: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | undefined;
  #again = false;

  readonly tools: ReadonlySignal<ToolTable['tools']> = this.#tools;
  readonly prompts: ReadonlySignal<ToolTable['prompts']> = this.#prompts;
  readonly problems: ReadonlySignal<readonly ManifestProblem[]> = this.#problems;
  readonly ready: Promise<void>;

  constructor(options: ManifestToolsOptions) {
    const { folders, log = silentLog, prefix, reservedNames = [], socketCandidates, maxMessageBytes, safety } = options;
    this.#options = options;
    this.#log = log;
    this.#provider = new ManifestProvider(folders);
    this.#rules = { prefix, reserved: new Set(reservedNames), runnerOf: (tool, name) => this.#runnerOf(tool, name) };
    const clientOptions = { candidates: socketCandidates, maxMessageBytes, log, ...(safety && { rules: safety }) };
    this.#client = this.#lifetime.add(new SocketClient(clientOptions));
    this.#lookAgain = this.#lifetime.add(debounce(() => void this.reload(), quietMs, latestMs));
    this.#watch = this.#lifetime.add(new FolderWatch(() => this.#lookAgain()));
    this.#lifetime.defer(() => clearTimeout(this.#poll));
    this.ready = this.reload();
  }

  async sourceOf(name: string): Promise<ToolLocation | undefined> {
    const row = this.#table.rows.get(name);
    if (!row) return undefined;
    const text = await readFile(row.file, 'utf8').catch(() => '');
    return { file: row.file, span: locatePath(text, row.path) };
  }

  /** One scan at a time; a change in between causes another one. */
  reload(): Promise<void> {
    if (this.#running) this.#again = true;
    this.#running ??= this.#loadUntilStill();
    return this.#running;
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  async #loadUntilStill(): Promise<void> {
    do {
      this.#again = false;
      await this.#load().catch((error: unknown) => this.#log.error('manifests could not be loaded', { error }));
    } while (this.#again && !this.#lifetime.ended);
    this.#running = undefined; // in the same step as the check above, so that no change is missed
  }

  async #load(): Promise<void> {
    const startedAt = performance.now();
    const contents = await this.#provider.refresh();
    const table = buildTable(contents.manifests, this.#rules, this.#table);
    const problems = [...contents.problems, ...(await locateAll(table.flaws))];
    if (this.#lifetime.ended) return;
    this.#follow(contents);
    const ms = Math.round(performance.now() - startedAt);
    this.#log.debug('manifests read', {
      files: contents.manifests.length,
      read: contents.filesRead,
      tools: table.tools.length,
      ms,
    });
    this.#publish(table, problems);
  }

  #publish(table: ToolTable, problems: readonly ManifestProblem[]): void {
    this.#table = table;
    const known = new Set(this.#problems.value.map(describeProblem));
    const fresh = problems.filter((problem) => !known.has(describeProblem(problem)));
    for (const problem of fresh) this.#log.warn(describeProblem(problem));
    if (fresh.length > 0 || problems.length !== known.size) this.#problems.value = problems;
    if (!isSameList(this.#tools.peek(), table.tools)) this.#tools.value = table.tools;
    if (!isSameList(this.#prompts.peek(), table.prompts)) this.#prompts.value = table.prompts;
  }

  #follow({ folders }: ManifestContents): void {
    if (this.#watch.follow(this.#options.folders, folders)) this.#lookAgain();
    clearTimeout(this.#poll);
    if (this.#watch.blind) this.#poll = setTimeout(() => void this.reload(), pollMs).unref();
  }

  #runnerOf(tool: DeclaredTool, name: string): RunTool {
    const { timeoutMs = this.#options.callTimeoutMs } = tool;
    return serviceRunner({ tool, name, timeoutMs, client: this.#client });
  }
}

function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((each, at) => each === b[at]);
}

/** Flaws that only show when all manifests are seen together; few, so their files are simply read again. */
async function locateAll(flaws: readonly FileFlaw[]): Promise<readonly ManifestProblem[]> {
  const files = [...new Set(flaws.map(({ file }) => file))];
  const located = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(file, 'utf8').catch(() => '');
      return locateFlaws(
        file,
        text,
        flaws.filter((flaw) => flaw.file === file),
      );
    }),
  );
  return located.flat();
}

import { homedir } from 'node:os';
import path from 'node:path';
import { workspaceSources } from '../../core/config/sources/configFiles.ts';
import type { ConfigSource, ParsedConfig } from '../../core/config/model/model.ts';
import { maxFileLength, parseConfig } from '../../core/config/parse/parseConfig.ts';
import type { WorkspaceFolder } from '../../core/ports/ports.ts';
import type { EditorCheck, LanguageOptions, LiveServer } from '../../contract/language.ts';
import { Disk, type DiskOptions, readSmall, statOf } from './disk.ts';
import type { FolderItem, Environment } from './environment.ts';
import { LastFailures } from './lastFailures.ts';
import { userStoreFile } from '../../core/store/storeFile.ts';

interface WorkspaceParts extends Omit<DiskOptions, 'home'> {
  readonly options: LanguageOptions;
  readonly folders: readonly WorkspaceFolder[];
  readonly home?: string;
  /** An open file counts as it is in the editor. */
  openConfig(file: string): ParsedConfig | undefined;
}

/** The real environment: this machine, this workspace, and the editor's notifications. */
export class Workspace implements Environment {
  readonly userHome: string;
  readonly pathSeparator = path.sep;
  readonly windows = process.platform === 'win32';
  readonly env: Environment['env'];
  readonly covers: ReadonlySet<EditorCheck>;
  readonly commands: ReadonlySet<string>;
  readonly #disk: Disk;
  readonly #parts: WorkspaceParts;
  readonly #read = new Map<
    string,
    { readonly mtimeMs: number; readonly size: number; readonly config: ParsedConfig }
  >();
  #live: ReadonlyMap<string, LiveServer> = new Map();
  readonly #failures: LastFailures;
  #pastEpoch = -1;
  #isLive = false;
  #epoch = 0;
  #trusted: boolean;
  #folders: readonly WorkspaceFolder[];

  constructor(parts: WorkspaceParts) {
    const { options } = parts;
    this.#parts = parts;
    this.env = parts.env;
    this.userHome = parts.home ?? homedir();
    this.#folders = parts.folders;
    this.#trusted = options.trusted;
    this.covers = new Set(options.covers);
    this.commands = new Set(options.commands);
    this.#failures = new LastFailures(userStoreFile(parts.env, this.userHome), parts.onDidLearn);
    this.#disk = new Disk({ ...parts, home: this.userHome });
  }

  get searchPath(): string {
    return this.#disk.searchPath;
  }

  get epoch(): number {
    return this.#epoch;
  }

  get trusted(): boolean {
    return this.#trusted;
  }

  set trusted(trusted: boolean) {
    this.#trusted = trusted;
    this.#epoch++;
  }

  get folders(): readonly WorkspaceFolder[] {
    return this.#folders;
  }

  set folders(folders: readonly WorkspaceFolder[]) {
    this.#folders = folders;
    this.#epoch++;
  }

  /** Called before each round of lookups. */
  refresh(): void {
    if (this.#disk.refresh()) this.#epoch++;
  }

  forget(): void {
    this.#disk.forget();
    this.#epoch++;
  }

  setLive(servers: readonly LiveServer[]): void {
    this.#epoch++;
    this.#isLive = true;
    this.#live = new Map(servers.map((server) => [liveKey(server.file, server.name), server]));
  }

  /** Every server; `undefined` until the editor has told of them. */
  get servers(): readonly LiveServer[] | undefined {
    return this.#isLive ? [...this.#live.values()] : undefined;
  }

  live(file: string, server: string): LiveServer | undefined {
    return (this.#isLive ? this.#live : this.#past()).get(liveKey(file, server));
  }

  /** Read again whenever something may have changed; an editor that runs our commands has a window that tells. */
  #past(): ReadonlyMap<string, LiveServer> {
    if (!this.#trusted || this.commands.size > 0) return this.#live;
    if (this.#pastEpoch !== this.#epoch)
      this.#live = new Map(this.#failures.list().map((each) => [liveKey(each.file, each.name), each]));
    this.#pastEpoch = this.#epoch;
    return this.#live;
  }

  findProgram(command: string): string | 'pending' | undefined {
    return this.trusted ? this.#disk.findProgram(command) : 'pending';
  }

  programs(): readonly string[] {
    return this.trusted ? this.#disk.programs() : [];
  }

  stat(file: string): 'file' | 'folder' | undefined {
    return this.trusted ? this.#disk.stat(file) : undefined;
  }

  list(folder: string): readonly FolderItem[] {
    return this.trusted ? this.#disk.list(folder) : [];
  }

  read(file: string): string | undefined {
    return this.trusted ? this.#disk.read(file) : undefined;
  }

  cachedVersion(name: string): string | undefined {
    return this.trusted ? this.#disk.cachedVersion(name) : undefined;
  }

  followed(config: ParsedConfig): readonly ParsedConfig[] {
    const { userFile, workspaceFile } = this.#parts.options;
    const user: readonly ConfigSource[] = userFile === undefined ? [] : [{ kind: 'user', file: userFile }];
    const sources = [...workspaceSources({ folders: this.folders, file: workspaceFile }), ...user];
    if (!sources.some(({ file }) => file === config.source.file)) return [];
    return sources.flatMap((source) =>
      source.file === config.source.file ? config : (this.#parts.openConfig(source.file) ?? this.#onDisk(source) ?? []),
    );
  }

  #onDisk(source: ConfigSource): ParsedConfig | undefined {
    const stat = statOf(source.file);
    if (!stat) return undefined;
    const known = this.#read.get(source.file);
    if (known?.mtimeMs === stat.mtimeMs && known.size === stat.size) return known.config;
    const text = readSmall(source.file, maxFileLength);
    if (text === undefined) return undefined;
    const config = parseConfig(text, source.kind, source.file, source.folder);
    this.#read.set(source.file, { mtimeMs: stat.mtimeMs, size: stat.size, config });
    return config;
  }
}

function liveKey(file: string, server: string): string {
  return `${path.normalize(file)}\0${server}`;
}

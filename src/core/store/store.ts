import path from 'node:path';
import { Emitter } from '../../base/event.ts';
import { Fault } from '../../base/fault.ts';
import { notWritten } from '../../base/faults/configFaults.ts';
import { storeBroken, storeNotRead, storeOfLaterVersion, storeUnavailable } from '../../base/faults/storeFaults.ts';
import { FolderWatch } from '../files/watchFolders.ts';
import type { ListedRow, RowKey, StorePort, StoreRow } from '../ports/ports.ts';
import { MemoryRows } from './memoryRows.ts';
import { openDatabase, openImmutable, openReadOnly } from './openDatabase.ts';
import type { Rows } from './rows.ts';
import { withFileLock } from './fileLock.ts';
import { inodeOf, setAside } from './setAside.ts';
import { type Database, asSystemError, isBroken } from './sqlite.ts';
import { SqliteRows } from './sqliteRows.ts';
import { isOwn, preparePrivateFolder } from './storeFile.ts';

interface StoreOptions {
  readonly now: () => number;
  /** Says once what the user should know: the file is broken, cannot be used, or is of a later version. */
  tell(fault: Fault): void;
}

/** Many writes of another process are one piece of news. */
const quietMs = 20;
/** Where the system has no watch to give. */
const blindPollMs = 2_000;

/** The one file of what is remembered. It is opened at the first look-up, and its failures become one sentence each. */
export class Store implements StorePort {
  readonly #file: string;
  readonly #options: StoreOptions;
  readonly #changed = new Emitter<ReadonlySet<string>>();
  readonly #watch = new FolderWatch(() => this.#lookSoon());
  #rows: Rows | undefined;
  #inode: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Until a write succeeds again. */
  #hasTold = false;
  #hasRecovered = false;

  constructor(file: string, options: StoreOptions) {
    this.#file = file;
    this.#options = options;
  }

  /** Other processes are listened to only where there is a listener here. */
  readonly onDidChange: StorePort['onDidChange'] = (listener) => {
    const listening = this.#changed.event(listener);
    if (this.#rows instanceof SqliteRows) this.#follow();
    return listening;
  };

  get(row: RowKey): unknown {
    return this.#read((rows) => rows.get(row));
  }

  body(row: RowKey): unknown {
    return this.#read((rows) => rows.body(row));
  }

  keys(kind: string, scope: string): readonly string[] {
    return this.#read((rows) => rows.keys(kind, scope));
  }

  list(kind: string, scope: string): readonly ListedRow[] {
    return this.#read((rows) => rows.list(kind, scope));
  }

  put(rows: readonly StoreRow[]): void {
    this.#write((all) => all.put(rows));
  }

  add(rows: readonly StoreRow[], mark?: string): void {
    this.#write((all) => all.add(rows, mark));
  }

  update(row: RowKey, change: (value: unknown) => unknown): void {
    this.#write((all) => all.update(row, change));
  }

  quietly<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      if (!Fault.is(error)) throw error;
      if (!this.#hasTold) this.#options.tell(error);
      this.#hasTold = true;
      return undefined;
    }
  }

  /** What comes later is forgotten: a server that ends after us must not open the file again. */
  dispose(): void {
    clearTimeout(this.#timer);
    this.#watch.dispose();
    this.#changed.dispose();
    this.#rows?.dispose();
    this.#rows = new MemoryRows();
  }

  #read<T>(work: (rows: Rows) => T): T {
    return this.#run(work, (error) => storeNotRead(this.#file, error));
  }

  #write(work: (rows: Rows) => void): void {
    this.#reopenIfMoved();
    this.#run(work, (error) => notWritten(this.#file, asSystemError(error)));
    this.#hasTold = false;
  }

  #run<T>(work: (rows: Rows) => T, faultOf: (error: unknown) => Fault): T {
    const rows = (this.#rows ??= this.#open());
    try {
      return work(rows);
    } catch (error) {
      if (!isBroken(error) || this.#hasRecovered) throw faultOf(error);
      this.#hasRecovered = true;
      rows.dispose();
      this.#rows = this.#open(error);
      return this.#run(work, faultOf);
    }
  }

  /** Another process has set the file aside, or a user has removed it: what went there would be lost. */
  #reopenIfMoved(): void {
    if (!(this.#rows instanceof SqliteRows) || inodeOf(this.#file) === this.#inode) return;
    this.#rows.dispose();
    this.#rows = undefined;
  }

  /** With `broken`, the file that was open until now is set aside, unless another process was quicker. */
  #open(broken?: unknown): Rows {
    try {
      preparePrivateFolder(path.dirname(this.#file));
      return withFileLock(`${this.#file}.lock`, () => {
        if (broken !== undefined && inodeOf(this.#file) === this.#inode) this.#setAside(broken);
        return this.#openOrReplace();
      });
    } catch (error) {
      return this.#useMemory(error);
    }
  }

  #openOrReplace(): Rows {
    try {
      return this.#openFile();
    } catch (error) {
      if (!isBroken(error)) throw error;
      this.#setAside(error);
      return this.#openFile();
    }
  }

  #openFile(): Rows {
    const { kind, db } = openDatabase(this.#file);
    this.#inode = inodeOf(this.#file);
    if (kind === 'later') {
      this.#options.tell(storeOfLaterVersion(this.#file));
      return new MemoryRows(this.#readable(() => db));
    }
    this.#follow();
    return rowsOf(db, this.#options.now);
  }

  #setAside(cause: unknown): void {
    const aside = setAside(this.#file, this.#options.now());
    this.#options.tell(storeBroken(this.#file, aside, cause));
  }

  /** What cannot be written may still be read: approvals hold, and new ones end with the process. */
  #useMemory(cause: unknown): Rows {
    this.#options.tell(storeUnavailable(this.#file, cause));
    if (!isOwn(path.dirname(this.#file)) || !isOwn(this.#file)) return new MemoryRows();
    return new MemoryRows(
      this.#readable(() => openReadOnly(this.#file)) ?? this.#readable(() => openImmutable(this.#file)),
    );
  }

  /** Nothing where there is nothing, where it cannot be read either, or where a later version has other tables. */
  #readable(openIt: () => Database): SqliteRows | undefined {
    try {
      return rowsOf(openIt(), this.#options.now);
    } catch {
      return undefined;
    }
  }

  #follow(): void {
    if (!this.#changed.hasListeners) return;
    this.#watch.follow([this.#file, `${this.#file}-wal`], new Set());
    if (this.#watch.blind) this.#lookSoon(blindPollMs);
  }

  #lookSoon(delayMs = quietMs): void {
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => this.#look(), delayMs);
    this.#timer.unref();
  }

  #look(): void {
    this.#timer = undefined;
    this.#reopenIfMoved();
    if (!(this.#rows instanceof SqliteRows)) return;
    const kinds = changesOf(this.#rows);
    this.#follow();
    if (kinds.size > 0) this.#changed.fire(kinds);
  }
}

/** Throws where the tables are not those that we know. */
function rowsOf(db: Database, now: () => number): SqliteRows {
  try {
    const rows = new SqliteRows(db, now);
    rows.list('', '');
    return rows;
  } catch (error) {
    db.close();
    throw error;
  }
}

function changesOf(rows: SqliteRows): ReadonlySet<string> {
  try {
    return rows.takeChanges();
  } catch {
    return new Set(); // no one waits here: the next look-up meets the same and says so
  }
}

import type { Event } from '../../base/event.ts';
import type { Disposable } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';

/** What a shell (the extension, the CLI, a test) must provide. */
export interface Ports {
  readonly workspace: WorkspacePort;
  readonly files: FilesPort;
  readonly secrets: SecretsPort;
  readonly store: StorePort;
  readonly ask: AskPort;
  readonly clock: Clock;
  readonly log: Log;
}

export interface WorkspaceFolder {
  readonly name: string;
  /** Absolute file-system path. */
  readonly path: string;
}

export interface WorkspacePort {
  readonly folders: readonly WorkspaceFolder[];
  /** The `.code-workspace` file that is open, if it is one on disk. */
  readonly file?: string | undefined;
  readonly trusted: boolean;
  readonly onDidChange: Event<void>;
}

export interface FilesPort {
  /** `undefined` where there is no such file. Throws for anything but a regular file, and for one of more bytes. */
  read(path: string, maxBytes?: number): Promise<string | undefined>;
  /**
   * Changes a file of the user: `change` gets its text (`undefined` where there is no file) and gives the new one
   * (`undefined` leaves it). Resolves when the change is on the disk. It may be called again on a newer text.
   */
  edit(path: string, change: (text: string | undefined) => string | undefined): Promise<void>;
  /** Replaces the file atomically. For files that only we write. */
  replace(path: string, text: string): Promise<void>;
  /** Called when the file appears, changes or is removed. */
  watch(path: string, changed: () => void): Disposable;
}

/** The only place where secrets are stored. */
export interface SecretsPort {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string): Promise<void>;
  delete(key: string): Promise<void>;
}

export interface RowKey {
  /** What sort of thing it is: `approval`, `pin`, `call`. */
  readonly kind: string;
  /** What it belongs to: the user, a workspace, an entry of a configuration. */
  readonly scope: string;
  readonly key: string;
}

export interface StoreRow extends RowKey {
  /** JSON; `undefined` removes the row. */
  readonly value: unknown;
  /** A larger part, which `get` and `list` do not read. */
  readonly body?: unknown;
}

export interface ListedRow {
  readonly key: string;
  readonly value: unknown;
  readonly hasBody: boolean;
}

/**
 * What is remembered between sessions, for all windows and command lines of this user: never secrets. Each call reads
 * or writes its rows and nothing else. A write is on the disk when it returns, or throws a fault that names the file.
 */
export interface StorePort extends Disposable {
  get(row: RowKey): unknown;
  body(row: RowKey): unknown;
  /** Oldest first. */
  keys(kind: string, scope: string): readonly string[];
  /** Oldest first. */
  list(kind: string, scope: string): readonly ListedRow[];
  /** All of the rows or none. */
  put(rows: readonly StoreRow[]): void;
  /** Only those that are not there yet; with a mark, once for all time and all processes. */
  add(rows: readonly StoreRow[], mark?: string): void;
  /** Makes the value of a row from what it is now; no other process writes in between. */
  update(row: RowKey, change: (value: unknown) => unknown): void;
  /** For what no user waits for: a fault of the store is told once, and nothing is the answer. */
  quietly<T>(work: () => T): T | undefined;
  /** The kinds of which another process has changed rows. */
  readonly onDidChange: Event<ReadonlySet<string>>;
}

export interface ChoiceQuestion {
  readonly title: string;
  /** Shown whole, untruncated. */
  readonly detail: string;
  readonly choices: readonly string[];
  /** Blocks the window: only for what a user started. */
  readonly modal: boolean;
}

export interface TextQuestion {
  readonly title: string;
  readonly prompt: string;
  readonly value?: string;
  readonly secret: boolean;
}

/** Asks the user. `undefined` means closed without an answer, and is never consent. */
export interface AskPort {
  /** There is no user: what must be asked is refused, and says so. */
  readonly isUnattended?: true;
  /** The value of `${input:id}`, if it was given beforehand. */
  readonly givenInput?: (id: string) => string | undefined;
  choose(question: ChoiceQuestion, signal?: AbortSignal): Promise<string | undefined>;
  text(question: TextQuestion, signal?: AbortSignal): Promise<string | undefined>;
  pick(title: string, options: readonly string[], signal?: AbortSignal): Promise<string | undefined>;
  /** Only https and loopback addresses get this far. */
  openExternal(url: string): Promise<boolean>;
  /** The address at which the user's browser reaches a loopback address of ours, where we run on another machine. */
  externalUri?(url: string): Promise<string>;
}

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Monotonic milliseconds. */
  monotonicMs(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
};

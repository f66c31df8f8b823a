import type { Event } from '../../base/event.ts';
import type { Disposable } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';

/** What a shell (the extension, the CLI, a test) must provide. */
export interface Ports {
  readonly workspace: WorkspacePort;
  readonly files: FilesPort;
  readonly secrets: SecretsPort;
  readonly memory: MemoryPort;
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
  /** `undefined` where there is no such file. */
  read(path: string): Promise<string | undefined>;
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

/** Small values stored between sessions: approvals, pins, negotiated eras. Never secrets. */
export interface MemoryPort {
  get(scope: 'workspace' | 'user', key: string): unknown;
  set(scope: 'workspace' | 'user', key: string, value: unknown): Promise<void>;
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
  choose(question: ChoiceQuestion, signal?: AbortSignal): Promise<string | undefined>;
  text(question: TextQuestion, signal?: AbortSignal): Promise<string | undefined>;
  pick(title: string, options: readonly string[], signal?: AbortSignal): Promise<string | undefined>;
  /** Only https and loopback addresses get this far. */
  openExternal(url: string): Promise<boolean>;
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

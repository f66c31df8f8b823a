import type { Event } from '../../../base/event.ts';
import type { Disposable } from '../../../base/lifetime.ts';
import type { ServerHost } from '../../mcpServer/host.ts';
import type { FileChange } from '../changes/changes.ts';
import type { TaskKind } from './task.ts';

/** What a shell may give the Kimi tools beyond an ordinary host. Every part is optional: the CLI has none. */
export interface KimiPort {
  /** Asks the user before a run that may change files. Closing the dialog is a denial. */
  approveWrite?(request: WriteRequest, signal: AbortSignal): Promise<boolean>;
  /** Asks before one step of an ACP run, such as a command. Without it such steps are refused. */
  approveStep?(step: StepRequest, signal: AbortSignal): Promise<boolean>;
  /** A Moonshot API key from a secret store. */
  apiKey?(): Promise<string | undefined>;
  readonly languageModel?: LanguageModelPort;
  /** Shows what a run changed. */
  showChanges?(changes: readonly FileChange[], title: string): void;
  /** Shows a run while it goes on, with a way to cancel it; ended when the run is over. */
  watchRun?(run: WatchedRun): Disposable;
  /** Folders to put on Kimi's PATH: Grep and Glob need `rg`, and else Kimi downloads one. */
  toolDirs?(): readonly string[];
}

export interface WriteRequest {
  readonly kind: TaskKind;
  readonly title: string;
  /** Absolute path of the folder that Kimi works in. */
  readonly folder: string;
  /** All that Kimi is told, with the contents of the files: what is shown, and byte for byte what runs. */
  readonly text: string;
}

export interface StepRequest {
  readonly title: string;
  readonly detail: string;
}

export interface LanguageModelPort {
  /** Name of the model that would answer; `undefined` where there is none. */
  describe(signal: AbortSignal): Promise<string | undefined>;
  ask(prompt: string, signal: AbortSignal, onText: (part: string) => void): Promise<string>;
}

export interface WatchedRun {
  readonly title: string;
  readonly onProgress: Event<string>;
  cancel(): void;
}

/** An embedded host that may carry the port; a plain one is one without. */
export type KimiHost = ServerHost & { readonly kimi?: KimiPort };

export function kimiPort(host: KimiHost): KimiPort {
  return host.kimi ?? {};
}

import type { Signal } from '@preact/signals-core';
import type { Event } from '../../base/event.ts';
import type { Fault } from '../../base/fault.ts';
import type { Disposable } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import type { Selection } from '../../contract/inspector.ts';
import type { Port } from '../../contract/rpc/peer.ts';
import type { Core } from '../../core/app/core.ts';
import type { ScriptedAnswers } from '../../core/checks/run/scriptedAnswers.ts';
import type { ParsedConfig } from '../../core/config/model/model.ts';
import type { Ports } from '../../core/ports/ports.ts';
import type { RecordingReader } from '../../core/traffic/recording/recordingReader.ts';
import type { TrafficSource } from '../../core/traffic/trafficSource.ts';

/** Which page it is, and whether a user can see it now. */
export interface PageVisibility {
  readonly isInspector: boolean;
  isShown(): boolean;
  /** Of an Inspector in an editor: told with every change of whether it is in view. */
  readonly onDidChangeShown?: Event<unknown>;
}

/** The app, which is loaded when it is first needed. */
export interface AppSource<Loaded> {
  load(): Promise<Loaded>;
  /** `undefined` while it is not loaded. */
  peek(): Promise<Loaded> | undefined;
}

/** The part of the running extension that every feature may use. */
export interface App {
  readonly core: Core;
  readonly ports: Ports;
  /** The user's own configuration, for every workspace. */
  readonly userFile: string;
  /** Where this extension is installed. */
  readonly extensionFolder: string;
  /** What servers get while a check runs on them. */
  readonly checkAnswers: ScriptedAnswers;
  /** The servers that check files define themselves. */
  readonly inlineServers: Signal<readonly ParsedConfig[]>;
  select(selection: Selection): void;
  openSession(port: Port, page: PageVisibility, recording?: TrafficSource): Disposable;
  openRecording(path: string): Promise<RecordingReader>;
  compareRecordings(paths: readonly string[]): Promise<void>;
  openConfiguration(args: readonly unknown[]): Promise<void>;
  reloadConfiguration(): Promise<void>;
  openText(text: string, language: string): Promise<void>;
  showLog(): void;
  showServerLog(id: string): void;
  /** What an Inspector in view shows: of its server also why it failed. Undefined where none is in view. */
  inspected(): Selection | undefined;
  readonly log: Log;
  logFault(fault: Fault): void;
}

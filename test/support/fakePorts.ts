import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Emitter } from '../../src/base/event.ts';
import { editFile } from '../../src/core/files/editFile.ts';
import { readText } from '../../src/core/files/readText.ts';
import { replaceFile } from '../../src/core/files/replaceFile.ts';
import { FakeStore } from './fakeStore.ts';
import { searchedLog } from './sinks.ts';
import { type ChoiceQuestion, type FilesPort, type Ports, systemClock } from '../../src/core/ports/ports.ts';

export interface FakePorts extends Ports {
  /** The answer to the next dialog; `undefined` closes it. */
  answer: string | undefined;
  readonly asked: ChoiceQuestion[];
  setTrusted(trusted: boolean): void;
  /** Writes a file of the folder and notifies its watchers. */
  edit(file: string, text: string): void;
  readonly folder: string;
}

/** Ports over one real folder; files are real, the user is simulated. */
export function createFakePorts(folder: string): FakePorts {
  const changed = new Emitter<void>();
  const watchers = new Map<string, Set<() => void>>();
  const secrets = new Map<string, string>();
  let trusted = true;
  const ports: FakePorts = {
    folder,
    answer: undefined,
    asked: [],
    setTrusted: (next) => {
      trusted = next;
      changed.fire();
    },
    edit: (file, text) => {
      const whole = path.join(folder, file);
      mkdirSync(path.dirname(whole), { recursive: true });
      writeFileSync(whole, text);
      for (const tell of watchers.get(whole) ?? []) tell();
    },
    workspace: {
      folders: [{ name: path.basename(folder), path: folder }],
      get trusted() {
        return trusted;
      },
      onDidChange: changed.event,
    },
    files: filesPort(watchers),
    secrets: {
      get: async (key) => secrets.get(key),
      set: async (key, value) => void secrets.set(key, value),
      delete: async (key) => void secrets.delete(key),
    },
    store: new FakeStore(),
    ask: {
      choose: async (question) => {
        ports.asked.push(question);
        return ports.answer;
      },
      text: async () => ports.answer,
      pick: async () => ports.answer,
      openExternal: async () => false,
    },
    clock: systemClock,
    log: searchedLog,
  };
  return ports;
}

function filesPort(watchers: Map<string, Set<() => void>>): FilesPort {
  return {
    read: readText,
    edit: (file, change) => editFile(file, path.join(tmpdir(), 'switchboard-test-locks'), change),
    replace: async (file, text) => void (await replaceFile(file, new TextEncoder().encode(text))),
    watch: (file, tell) => {
      const set = watchers.get(file) ?? new Set();
      watchers.set(file, set.add(tell));
      return { dispose: () => void set.delete(tell) };
    },
  };
}

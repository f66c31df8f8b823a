import { Emitter } from '../../../src/base/event.ts';
import { disposable } from '../../../src/base/lifetime.ts';
import type { ServerEntry } from '../../../src/core/config/model/model.ts';
import { parseConfig } from '../../../src/core/config/parse/parseConfig.ts';
import type {
  AskPort,
  ChoiceQuestion,
  FilesPort,
  SecretsPort,
  TextQuestion,
  WorkspaceFolder,
  WorkspacePort,
} from '../../../src/core/ports/ports.ts';

export const folder: WorkspaceFolder = { name: 'app', path: '/work/app' };

/** One server of a `.vscode/mcp.json`, read by the real parser. */
export function entryOf(
  body: Readonly<Record<string, unknown>>,
  more: Readonly<Record<string, unknown>> = {},
): ServerEntry {
  const text = JSON.stringify({ servers: { it: body }, ...more });
  const [entry] = parseConfig(text, 'vscode', '/work/app/.vscode/mcp.json', folder).servers;
  if (!entry) throw new Error(`not a server: ${text}`);
  return entry;
}

export class FakeFiles implements FilesPort {
  readonly texts = new Map<string, string>();
  readonly broken = new Map<string, Error>();
  readonly watchers = new Map<string, Set<() => void>>();
  reads = 0;

  async read(path: string): Promise<string | undefined> {
    this.reads++;
    const error = this.broken.get(path);
    if (error) throw error;
    return this.texts.get(path);
  }

  async edit(path: string, change: (text: string | undefined) => string | undefined): Promise<void> {
    this.change(path, change(this.texts.get(path)));
  }

  async replace(path: string, text: string): Promise<void> {
    this.change(path, text);
  }

  watch(path: string, changed: () => void): { dispose(): void } {
    const set = this.watchers.get(path) ?? new Set();
    this.watchers.set(path, set.add(changed));
    return disposable(() => set.delete(changed));
  }

  change(path: string, text: string | undefined): void {
    if (text === undefined) this.texts.delete(path);
    else this.texts.set(path, text);
    for (const changed of this.watchers.get(path) ?? []) changed();
  }

  get watching(): number {
    return [...this.watchers.values()].reduce((sum, set) => sum + set.size, 0);
  }
}

export class FakeWorkspace implements WorkspacePort {
  readonly #changed = new Emitter<void>();
  folders: readonly WorkspaceFolder[] = [folder];
  file: string | undefined;
  trusted = true;
  readonly onDidChange = this.#changed.event;

  set(next: {
    readonly folders?: readonly WorkspaceFolder[];
    readonly file?: string;
    readonly trusted?: boolean;
  }): void {
    Object.assign(this, next);
    this.#changed.fire();
  }

  get hasListeners(): boolean {
    return this.#changed.hasListeners;
  }
}

export class FakeSecrets implements SecretsPort {
  readonly values = new Map<string, string>();

  async get(key: string): Promise<string | undefined> {
    return this.values.get(key);
  }

  async set(key: string, value: string): Promise<void> {
    this.values.set(key, value);
  }

  async delete(key: string): Promise<void> {
    this.values.delete(key);
  }
}

/** Answers in order; an empty list means that every dialog is closed. */
export class FakeAsk implements AskPort {
  readonly answers: (string | undefined)[];
  readonly choices: ChoiceQuestion[] = [];
  readonly texts: TextQuestion[] = [];
  readonly picks: (readonly string[])[] = [];

  constructor(...answers: (string | undefined)[]) {
    this.answers = answers;
  }

  async choose(question: ChoiceQuestion): Promise<string | undefined> {
    this.choices.push(question);
    return this.answers.shift();
  }

  async text(question: TextQuestion): Promise<string | undefined> {
    this.texts.push(question);
    return this.answers.shift();
  }

  async pick(_: string, options: readonly string[]): Promise<string | undefined> {
    this.picks.push(options);
    return this.answers.shift();
  }

  async openExternal(): Promise<boolean> {
    return false;
  }
}

/** A small seeded generator: a failing round can be run again. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Time of the processor, not of the clock: a busy machine must not fail a test. */
export function cpuMs(run: () => unknown): number {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

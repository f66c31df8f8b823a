import { invalidInput } from '../../base/commonFaults.ts';
import { Emitter, type Event } from '../../base/event.ts';
import { isRecord } from '../../base/json.ts';
import type { Disposable } from '../../base/lifetime.ts';
import type { RootsView } from '../../contract/roots.ts';
import type { MemoryPort } from '../ports/ports.ts';
import type { Root } from './model/clientRequests.ts';

const memoryKey = 'servers.roots';

/** What a user chose; each list is in place of the folders of the window. */
interface Chosen {
  readonly all?: readonly string[];
  readonly servers: Readonly<Record<string, readonly string[]>>;
}

/** The roots of each server: the folders of the window, unless a user chose others. */
export class RootsStore implements Disposable {
  readonly #memory: MemoryPort;
  readonly #window: () => readonly Root[];
  readonly #changed = new Emitter<void>();

  constructor(memory: MemoryPort, window: () => readonly Root[]) {
    this.#memory = memory;
    this.#window = window;
  }

  get onDidChange(): Event<void> {
    return this.#changed.event;
  }

  of(server: string): RootsView {
    const { all, servers } = this.#chosen();
    const own = Object.hasOwn(servers, server) ? servers[server] : undefined;
    if (own) return { chosenFor: 'server', roots: own.map((uri) => this.#rootOf(uri)) };
    if (all) return { chosenFor: 'all', roots: all.map((uri) => this.#rootOf(uri)) };
    return { chosenFor: 'window', roots: this.#window() };
  }

  async choose(server: string, forAll: boolean, uris: readonly string[]): Promise<void> {
    const list = [...new Set(uris)];
    for (const uri of list) assertFolder(uri);
    const { [server]: _, ...others } = this.#chosen().servers;
    await this.#keep(
      forAll ? { all: list, servers: others } : { ...this.#chosen(), servers: { ...others, [server]: list } },
    );
  }

  /** The server gets the common list; if it already does, the common list is reset to the folders of the window. */
  async reset(server: string): Promise<void> {
    const { [server]: own, ...servers } = this.#chosen().servers;
    await this.#keep(own ? { ...this.#chosen(), servers } : { servers });
  }

  /** The folders of the window have changed. */
  windowChanged(): void {
    this.#changed.fire();
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #keep(chosen: Chosen): Promise<void> {
    await this.#memory.set('workspace', memoryKey, chosen);
    this.#changed.fire();
  }

  /** The stored value may come from another version: an invalid one is ignored. */
  #chosen(): Chosen {
    const kept = this.#memory.get('workspace', memoryKey);
    if (!isRecord(kept)) return { servers: {} };
    const servers = Object.entries(isRecord(kept['servers']) ? kept['servers'] : {}).filter(([, list]) => isList(list));
    return {
      servers: Object.fromEntries(servers) as Chosen['servers'],
      ...(isList(kept['all']) && { all: kept['all'] }),
    };
  }

  #rootOf(uri: string): Root {
    return this.#window().find((root) => root.uri === uri) ?? { uri, name: nameOf(uri) };
  }
}

function isList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function assertFolder(uri: string): void {
  if (!URL.canParse(uri) || new URL(uri).protocol !== 'file:') throw invalidInput('rootNotFolder');
}

function nameOf(uri: string): string {
  const last = new URL(uri).pathname.split('/').findLast((part) => part !== '') ?? '/';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

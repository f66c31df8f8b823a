import { invalidInput } from '../../base/commonFaults.ts';
import { Emitter, type Event } from '../../base/event.ts';
import { isRecord, isTextList } from '../../base/json.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { RootsView } from '../../contract/roots.ts';
import type { StorePort, StoreRow } from '../ports/ports.ts';
import type { Root } from './model/clientRequests.ts';

const kind = 'roots';
const forAllServers = 'all';

interface RootsStoreParts {
  readonly store: StorePort;
  readonly scope: () => string;
  /** The folders of the window. */
  readonly window: () => readonly Root[];
}

/** The roots of each server: the folders of the window, unless a user chose others. */
export class RootsStore implements Disposable {
  readonly #parts: RootsStoreParts;
  readonly #lifetime = new Lifetime();
  readonly #changed = this.#lifetime.add(new Emitter<void>());

  constructor(parts: RootsStoreParts) {
    this.#parts = parts;
    this.#lifetime.add(parts.store.onDidChange((kinds) => kinds.has(kind) && this.#changed.fire()));
  }

  get onDidChange(): Event<void> {
    return this.#changed.event;
  }

  of(server: string): RootsView {
    const own = this.#chosen(keyOf(server));
    if (own) return { chosenFor: 'server', roots: own.map((uri) => this.#rootOf(uri)) };
    const all = this.#chosen(forAllServers);
    if (all) return { chosenFor: 'all', roots: all.map((uri) => this.#rootOf(uri)) };
    return { chosenFor: 'window', roots: this.#parts.window() };
  }

  async choose(server: string, forAll: boolean, uris: readonly string[]): Promise<void> {
    const list = [...new Set(uris)];
    for (const uri of list) assertFolder(uri);
    const removed = forAll ? [this.#row(keyOf(server), undefined)] : [];
    this.#keep([...removed, this.#row(forAll ? forAllServers : keyOf(server), list)]);
  }

  /** The server gets the common list; if it already does, the common list is reset to the folders of the window. */
  async reset(server: string): Promise<void> {
    const key = keyOf(server);
    this.#keep([this.#row(this.#chosen(key) ? key : forAllServers, undefined)]);
  }

  /** The folders of the window have changed. */
  windowChanged(): void {
    this.#changed.fire();
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #keep(rows: readonly StoreRow[]): void {
    this.#parts.store.put(rows);
    this.#changed.fire();
  }

  #row(key: string, value: readonly string[] | undefined): StoreRow {
    return { kind, scope: this.#parts.scope(), key, value };
  }

  /** What was kept may come from another version: what does not fit counts as not chosen. */
  #chosen(key: string): readonly string[] | undefined {
    const kept = this.#parts.store.get({ kind, scope: this.#parts.scope(), key });
    return isTextList(kept) ? kept : undefined;
  }

  #rootOf(uri: string): Root {
    return this.#parts.window().find((root) => root.uri === uri) ?? { uri, name: nameOf(uri) };
  }
}

/** What an earlier version kept in one record. */
export function rootsRows(old: unknown, scope: string): readonly StoreRow[] {
  if (!isRecord(old)) return [];
  const servers = isRecord(old['servers']) ? Object.entries(old['servers']) : [];
  const lists = [[forAllServers, old['all']] as const, ...servers.map(([id, list]) => [keyOf(id), list] as const)];
  return lists.flatMap(([key, value]) => (isTextList(value) ? [{ kind, scope, key, value }] : []));
}

/** A server may be called "all". */
function keyOf(server: string): string {
  return JSON.stringify(server);
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

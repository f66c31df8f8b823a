import { setImmediate as turn } from 'node:timers/promises';
import { isRecord } from '../../../base/json.ts';
import type { RowKey, StorePort, StoreRow } from '../../ports/ports.ts';
import type { DefinitionKind } from '../../../contract/definitions.ts';
import { definitionKinds } from './definition.ts';
import { type Pin, isPin, noPin } from './pin.ts';

/** Tools were pinned first, hence their name. */
export const toolPinKind = 'pin';
/** One row for each list of a server that was seen, so that one that was empty is known too. */
const seenKind = 'pin.seen';

const pinKinds: ReadonlySet<string> = new Set([seenKind, ...definitionKinds.map(rowKind)]);

export function arePins(kinds: ReadonlySet<string>): boolean {
  return [...kinds].some((kind) => pinKinds.has(kind));
}

export interface PinnedHash {
  readonly hash: string;
  /** It came after the first list, and no user has accepted it: where what is new is held back, so is this. */
  readonly isLate: boolean;
}

/** One kind of definitions of one server. */
interface PinnedList {
  readonly kind: DefinitionKind;
  readonly scope: string;
}

/** Written at once; between them others get their turn. */
const rowsAtOnce = 1_000;

/** The pins in the store. Hashes are read once, and again after another process has written. */
export class PinTable {
  readonly #store: StorePort;
  readonly #hashes = new Map<string, ReadonlyMap<string, PinnedHash>>();
  readonly #stale = new Set<string>();
  /** Not in the store yet, or not at all where it cannot be written: they hold for this session. */
  readonly #unwritten = new Map<string, Map<string, PinnedHash>>();

  constructor(store: StorePort) {
    this.#store = store;
  }

  pinned({ kind, scope }: PinnedList): ReadonlyMap<string, PinnedHash> {
    return this.#read(rowKind(kind), scope);
  }

  /** It was listed before, if only empty. */
  isKnown(list: PinnedList): boolean {
    return this.pinned(list).size > 0 || this.#read(seenKind, list.scope).has(list.kind);
  }

  /** A pin that cannot be read is unlike every definition, which is so held back. */
  pin({ kind, scope }: PinnedList, key: string): Pin | undefined {
    const row = { kind: rowKind(kind), scope, key };
    const pinned = this.#read(row.kind, scope).get(key);
    if (pinned === undefined) return undefined;
    const pin = { hash: pinned.hash, fields: this.#store.quietly(() => this.#store.body(row)) };
    return isPin(pin) ? pin : noPin;
  }

  /** Only those that have no pin: where another window was quicker its pin stays. The list is known from then on. */
  async add(list: PinnedList, pins: ReadonlyMap<string, Pin>, isLate: boolean): Promise<void> {
    const { kind, scope } = list;
    const rows = [...pins].map(([key, pin]) => pinRow({ kind: rowKind(kind), scope, key }, pin, isLate));
    if (!this.#read(seenKind, scope).has(kind)) rows.push({ kind: seenKind, scope, key: kind, value: true });
    for (const row of rows) this.#keep(row);
    await inSlices(rows, (slice) => this.#add(slice));
  }

  put({ kind, scope }: PinnedList, pins: ReadonlyMap<string, Pin>): void {
    this.#store.put([...pins].map(([key, pin]) => pinRow({ kind: rowKind(kind), scope, key }, pin)));
    this.#stale.add(nameOf(rowKind(kind), scope));
  }

  keepOnly({ kind, scope }: PinnedList, keys: ReadonlySet<string>): void {
    const gone = [...this.pinned({ kind, scope }).keys()].filter((key) => !keys.has(key));
    this.#store.put(gone.map((key) => ({ kind: rowKind(kind), scope, key, value: undefined })));
    this.#stale.add(nameOf(rowKind(kind), scope));
  }

  async forget(scope: string): Promise<void> {
    for (const kind of pinKinds) {
      this.#unwritten.delete(nameOf(kind, scope));
      const rows = this.#store.keys(kind, scope).map((key) => ({ kind, scope, key, value: undefined }));
      await inSlices(rows, (slice) => this.#store.put(slice));
      this.#stale.add(nameOf(kind, scope));
    }
  }

  changedElsewhere(): void {
    for (const name of this.#hashes.keys()) this.#stale.add(name);
  }

  #add(rows: readonly StoreRow[]): void {
    this.#store.add(rows);
    for (const { kind, scope, key } of rows) {
      this.#unwritten.get(nameOf(kind, scope))?.delete(key);
      this.#stale.add(nameOf(kind, scope));
    }
  }

  #keep({ kind, scope, key, value }: StoreRow): void {
    const name = nameOf(kind, scope);
    const unwritten = this.#unwritten.get(name) ?? new Map<string, PinnedHash>();
    this.#unwritten.set(name, unwritten.set(key, readHash(value)));
    this.#stale.add(name);
  }

  /** Where the store cannot be read, what was read last is in force. */
  #read(kind: string, scope: string): ReadonlyMap<string, PinnedHash> {
    const name = nameOf(kind, scope);
    const before = this.#hashes.get(name);
    if (before && !this.#stale.has(name)) return before;
    const rows = this.#store.quietly(() => this.#store.list(kind, scope));
    const stored = rows?.map(({ key, value }) => [key, readHash(value)] as const) ?? before ?? [];
    const now = new Map([...(this.#unwritten.get(name) ?? []), ...stored]);
    this.#hashes.set(name, now);
    this.#stale.delete(name);
    return now;
  }
}

/** The first at once: a listing of usual size is pinned before anything else happens. */
async function inSlices(rows: readonly StoreRow[], write: (slice: readonly StoreRow[]) => void): Promise<void> {
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    if (at > 0) await turn();
    write(rows.slice(at, at + rowsAtOnce));
  }
}

function rowKind(kind: DefinitionKind): string {
  return kind === 'tool' ? toolPinKind : `${toolPinKind}.${kind}`;
}

function nameOf(kind: string, scope: string): string {
  return JSON.stringify([kind, scope]);
}

export function pinRow(key: RowKey, { hash, fields }: Pin, isLate = false): StoreRow {
  return { ...key, value: isLate ? { hash, late: true } : hash, body: fields };
}

/** What cannot be read is unlike every hash. */
function readHash(value: unknown): PinnedHash {
  if (typeof value === 'string') return { hash: value, isLate: false };
  const { hash, late } = isRecord(value) ? value : {};
  return { hash: String(hash), isLate: late === true };
}

import { setImmediate as turn } from 'node:timers/promises';
import { signal } from '@preact/signals-core';
import type { ServerEntry } from '../../config/model/model.ts';
import type { RowKey, StorePort, StoreRow } from '../../ports/ports.ts';
import type { ToolDefinition } from '../../wire/definitions.ts';
import { entryScope } from '../../config/model/scope.ts';
import { type PinChange, type ToolPin, describePin, isPin, pinChanges, pinOf } from './pin.ts';

interface ChangedTool {
  readonly tool: string;
  readonly changes: readonly PinChange[];
}

export interface PinComparison {
  readonly before: string;
  readonly after: string;
  readonly hash: string;
}

interface PinReview {
  readonly same: readonly string[];
  /** Changed since approval: quarantined until a user has reviewed them. */
  readonly changed: readonly ChangedTool[];
  /** Not seen before; a renamed tool is a new one. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

export const pinKind = 'pin';
/** Written at once; between them others get their turn. */
const rowsAtOnce = 1_000;
const noPin: ToolPin = { hash: '', fields: {} };

interface Judged {
  readonly tool: ToolDefinition;
  readonly now: ToolPin;
}

/** The tools of each server as they were when a user first let the server run. */
export class ToolPins {
  readonly #store: StorePort;
  /** Grows whenever the quarantine may have changed. */
  readonly #version = signal(0);
  /** By server: what the last review found changed. */
  readonly #quarantine = new Map<string, ReadonlyMap<string, ChangedTool>>();

  constructor(store: StorePort) {
    this.#store = store;
  }

  /** Reviews a new listing. A tool that is seen for the first time is pinned; a changed one is quarantined. */
  async review(entry: ServerEntry, tools: readonly ToolDefinition[]): Promise<PinReview> {
    const review = this.#compareAll(entry, tools);
    this.#quarantine.set(nameOf(entry), new Map(review.changed.map((changed) => [changed.tool, changed])));
    const added = new Set(review.added);
    const rows = tools.filter(({ name }) => added.has(name)).map((tool) => rowOf(entry, tool));
    // Where another window was quicker its pin stays.
    if (rows.length > 0) await inSlices(rows, (slice) => this.#store.add(slice));
    this.#tell();
    return review;
  }

  /** Names of a server's quarantined tools. Inside an effect it follows them. */
  heldBack(entry: ServerEntry): ReadonlySet<string> {
    void this.#version.value;
    return new Set(this.#quarantine.get(nameOf(entry))?.keys());
  }

  /** A tool as it was pinned and as it is; `hash` stands for the latter. */
  compare(entry: ServerEntry, tool: ToolDefinition): PinComparison | undefined {
    const old = this.#pin(entry, tool.name);
    const now = pinOf(tool, Number.POSITIVE_INFINITY);
    return old && { before: describePin(old), after: describePin(now), hash: now.hash };
  }

  /** What changed about a quarantined tool; `undefined` for one that may be used. Inside an effect it follows that. */
  quarantined(entry: ServerEntry, tool: string): ChangedTool | undefined {
    void this.#version.value;
    return this.#quarantine.get(nameOf(entry))?.get(tool);
  }

  /** The pinned tools. */
  names(entry: ServerEntry): ReadonlySet<string> {
    return new Set(this.#store.keys(pinKind, entryScope(entry)));
  }

  /** A user has reviewed and accepted these definitions. */
  async accept(entry: ServerEntry, tools: readonly ToolDefinition[]): Promise<void> {
    this.#store.put(tools.map((tool) => rowOf(entry, tool)));
    const accepted = new Set(tools.map(({ name }) => name));
    const left = [...(this.#quarantine.get(nameOf(entry)) ?? [])].filter(([name]) => !accepted.has(name));
    this.#quarantine.set(nameOf(entry), new Map(left));
    this.#tell();
  }

  async forget(entry: ServerEntry): Promise<void> {
    this.#quarantine.delete(nameOf(entry));
    const keys = this.#store.keys(pinKind, entryScope(entry));
    const rows = keys.map((tool) => ({ kind: pinKind, scope: entryScope(entry), key: tool, value: undefined }));
    await inSlices(rows, (slice) => this.#store.put(slice));
    this.#tell();
  }

  /** Not `value++`: that reads, and a reviewing effect would trigger itself forever. */
  #tell(): void {
    this.#version.value = this.#version.peek() + 1;
  }

  /** Compares a listing with what was pinned. Pins of tools that went away stay, so that none comes back changed unseen. */
  #compareAll(entry: ServerEntry, tools: readonly ToolDefinition[]): PinReview {
    const hashes = this.#hashes(entry);
    const present = new Set(tools.map(({ name }) => name));
    // Not cut: what is cut off both sides would be a change that no diff shows.
    const judged = tools.map((tool): Judged => ({ tool, now: pinOf(tool, Number.POSITIVE_INFINITY) }));
    const known = judged.filter(({ tool }) => hashes.has(tool.name));
    return {
      same: known.filter(({ tool, now }) => hashes.get(tool.name) === now.hash).map(({ tool }) => tool.name),
      changed: known
        .filter(({ tool, now }) => hashes.get(tool.name) !== now.hash)
        .map(({ tool, now }) => ({ tool: tool.name, changes: pinChanges(this.#pin(entry, tool.name) ?? noPin, now) })),
      added: judged.filter(({ tool }) => !hashes.has(tool.name)).map(({ tool }) => tool.name),
      removed: [...hashes.keys()].filter((name) => !present.has(name)),
    };
  }

  /** By tool. The texts are only for the diff, and are not read for this. */
  #hashes(entry: ServerEntry): ReadonlyMap<string, unknown> {
    return new Map(this.#store.list(pinKind, entryScope(entry)).map(({ key, value }) => [key, value]));
  }

  /** A pin that cannot be read is unlike every tool, which is so held back. */
  #pin(entry: ServerEntry, tool: string): ToolPin | undefined {
    const row = keyOf(entry, tool);
    const hash = this.#store.get(row);
    if (hash === undefined) return undefined;
    const pin = { hash, fields: this.#store.body(row) };
    return isPin(pin) ? pin : noPin;
  }
}

/** The first at once: a listing of usual size is pinned before anything else happens. */
async function inSlices(rows: readonly StoreRow[], write: (slice: readonly StoreRow[]) => void): Promise<void> {
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    if (at > 0) await turn();
    write(rows.slice(at, at + rowsAtOnce));
  }
}

/** Asked before each call: no look at the disk. */
function nameOf({ name, source }: ServerEntry): string {
  return JSON.stringify([source.folder?.path, name]);
}

function rowOf(entry: ServerEntry, tool: ToolDefinition): StoreRow {
  return pinRow(keyOf(entry, tool.name), pinOf(tool));
}

export function pinRow(key: RowKey, { hash, fields }: ToolPin): StoreRow {
  return { ...key, value: hash, body: fields };
}

function keyOf(entry: ServerEntry, tool: string): RowKey {
  return { kind: pinKind, scope: entryScope(entry), key: tool };
}

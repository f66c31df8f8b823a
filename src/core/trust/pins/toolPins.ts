import { signal } from '@preact/signals-core';
import { isRecord } from '../../../base/json.ts';
import type { ServerEntry } from '../../config/model/model.ts';
import type { MemoryPort } from '../../ports/ports.ts';
import type { ToolDefinition } from '../../wire/definitions.ts';
import { entryKey, scopeOf } from '../../config/model/scope.ts';
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

type Pins = Readonly<Record<string, ToolPin>>;

/** Compares a listing with what was pinned. Pins of removed tools stay, so that a tool cannot come back changed unnoticed. */
function comparePins(pins: Pins, tools: readonly ToolDefinition[]): PinReview {
  const present = new Set(tools.map(({ name }) => name));
  const judged = tools.map((tool) => ({
    tool,
    old: Object.hasOwn(pins, tool.name) ? pins[tool.name] : undefined,
    // Not cut: what is cut off both sides would be a change that no diff shows.
    now: pinOf(tool, Number.POSITIVE_INFINITY),
  }));
  return {
    same: judged.filter(({ old, now }) => old?.hash === now.hash).map(({ tool }) => tool.name),
    changed: judged.flatMap(({ tool, old, now }) =>
      old && old.hash !== now.hash ? [{ tool: tool.name, changes: pinChanges(old, now) }] : [],
    ),
    added: judged.filter(({ old }) => !old).map(({ tool }) => tool.name),
    removed: Object.keys(pins).filter((name) => !present.has(name)),
  };
}

/** The tools of each server as they were when a user first let the server run. */
export class ToolPins {
  readonly #memory: MemoryPort;
  /** Grows whenever the quarantine may have changed. */
  readonly #version = signal(0);
  /** By server: what the last review found changed. */
  readonly #quarantine = new Map<string, ReadonlyMap<string, ChangedTool>>();

  constructor(memory: MemoryPort) {
    this.#memory = memory;
  }

  /** Reviews a new listing. A tool that is seen for the first time is pinned; a changed one is quarantined. */
  async review(entry: ServerEntry, tools: readonly ToolDefinition[]): Promise<PinReview> {
    const pins = this.#pins(entry);
    const review = comparePins(pins, tools);
    this.#quarantine.set(keyOf(entry), new Map(review.changed.map((changed) => [changed.tool, changed])));
    if (review.added.length > 0) await this.#write(entry, { ...pins, ...pinsOf(tools, new Set(review.added)) });
    this.#tell();
    return review;
  }

  /** Names of a server's quarantined tools. Inside an effect it follows them. */
  heldBack(entry: ServerEntry): ReadonlySet<string> {
    void this.#version.value;
    return new Set(this.#quarantine.get(keyOf(entry))?.keys());
  }

  /** A tool as it was pinned and as it is; `hash` stands for the latter. */
  compare(entry: ServerEntry, tool: ToolDefinition): PinComparison | undefined {
    const pins = this.#pins(entry);
    const old = Object.hasOwn(pins, tool.name) ? pins[tool.name] : undefined;
    const now = pinOf(tool, Number.POSITIVE_INFINITY);
    return old && { before: describePin(old), after: describePin(now), hash: now.hash };
  }

  /** What changed about a quarantined tool; `undefined` for one that may be used. Inside an effect it follows that. */
  quarantined(entry: ServerEntry, tool: string): ChangedTool | undefined {
    void this.#version.value;
    return this.#quarantine.get(keyOf(entry))?.get(tool);
  }

  /** The pinned tools. */
  names(entry: ServerEntry): ReadonlySet<string> {
    return new Set(Object.keys(this.#pins(entry)));
  }

  /** A user has reviewed and accepted these definitions. */
  async accept(entry: ServerEntry, tools: readonly ToolDefinition[]): Promise<void> {
    await this.#write(entry, { ...this.#pins(entry), ...pinsOf(tools) });
    const accepted = new Set(tools.map(({ name }) => name));
    const left = [...(this.#quarantine.get(keyOf(entry)) ?? [])].filter(([name]) => !accepted.has(name));
    this.#quarantine.set(keyOf(entry), new Map(left));
    this.#tell();
  }

  async forget(entry: ServerEntry): Promise<void> {
    this.#quarantine.delete(keyOf(entry));
    await this.#memory.set(scopeOf(entry), keyOf(entry), undefined);
    this.#tell();
  }

  /** Not `value++`: that reads, and a reviewing effect would trigger itself forever. */
  #tell(): void {
    this.#version.value = this.#version.peek() + 1;
  }

  #pins(entry: ServerEntry): Pins {
    const stored = this.#memory.get(scopeOf(entry), keyOf(entry));
    if (!isRecord(stored)) return {};
    return Object.fromEntries(Object.entries(stored).filter((pair): pair is [string, ToolPin] => isPin(pair[1])));
  }

  async #write(entry: ServerEntry, pins: Pins): Promise<void> {
    await this.#memory.set(scopeOf(entry), keyOf(entry), pins);
  }
}

function pinsOf(tools: readonly ToolDefinition[], only?: ReadonlySet<string>): Pins {
  return Object.fromEntries(
    tools.filter(({ name }) => only?.has(name) ?? true).map((tool) => [tool.name, pinOf(tool)]),
  );
}

function keyOf(entry: ServerEntry): string {
  return `trust.pins:${entryKey(entry)}`;
}

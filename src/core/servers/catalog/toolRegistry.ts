import { displayName } from '../../../contract/toolName.ts';
import { type ReadonlySignal, computed, signal } from '@preact/signals-core';
import type { ToolDefinition } from '../../wire/definitions.ts';
import { displayPrefix, modelNames } from './toolNames.ts';

/** `local` tools are our own and keep their plain names; `mcp` tools come from configured servers. */
export type ToolSource = 'local' | 'mcp';

export interface RegisteredTool {
  readonly server: string;
  readonly source: ToolSource;
  readonly definition: ToolDefinition;
  /** `mcp:<server>:<tool>`, or the plain name of a local tool. */
  readonly displayName: string;
  /** Unique, and fit for any model. */
  readonly modelName: string;
}

interface Entry {
  readonly server: string;
  readonly source: ToolSource;
  readonly tools: readonly ToolDefinition[];
}

/** Every tool that can be called now, by server. */
export class ToolRegistry {
  readonly #entries = signal<ReadonlyMap<string, Entry>>(new Map());

  readonly tools: ReadonlySignal<readonly RegisteredTool[]> = computed(() =>
    namedTools([...this.#entries.value.values()]),
  );

  /** The tools of a server from now on; what it had before is gone first. */
  register(server: string, source: ToolSource, tools: readonly ToolDefinition[]): void {
    const before = this.#entries.peek().get(server);
    if (before?.source === source && before.tools === tools) return;
    this.#entries.value = new Map(this.#entries.peek()).set(server, { server, source, tools });
  }

  unregister(server: string): void {
    if (!this.#entries.peek().has(server)) return;
    const next = new Map(this.#entries.peek());
    next.delete(server);
    this.#entries.value = next;
  }

  /** Removes every tool whose display name has this prefix; returns how many there were. */
  unregisterByPrefix(prefix: string): number {
    let removed = 0;
    const next = new Map<string, Entry>();
    for (const [server, entry] of this.#entries.peek()) {
      const kept = entry.tools.filter((tool) => !shownName(entry, tool).startsWith(prefix));
      removed += entry.tools.length - kept.length;
      const emptied = kept.length === 0 && (entry.tools.length > 0 || displayPrefix(server) === prefix);
      if (!emptied) next.set(server, kept.length === entry.tools.length ? entry : { ...entry, tools: kept });
    }
    if (removed > 0) this.#entries.value = next;
    return removed;
  }

  listBySource(source: ToolSource): readonly RegisteredTool[] {
    return this.tools.value.filter((tool) => tool.source === source);
  }
}

function shownName({ server, source }: Entry, tool: ToolDefinition): string {
  return source === 'local' ? tool.name : displayName({ server, tool: tool.name });
}

function namedTools(entries: readonly Entry[]): readonly RegisteredTool[] {
  const rows = entries.flatMap((entry) =>
    entry.tools.map((definition) => ({ entry, definition, key: { server: entry.server, tool: definition.name } })),
  );
  const names = modelNames(rows.filter(({ entry }) => entry.source === 'mcp').map(({ key }) => key));
  return rows.map(({ entry, definition, key }) => ({
    server: entry.server,
    source: entry.source,
    definition,
    displayName: shownName(entry, definition),
    modelName: names.get(key) ?? definition.name,
  }));
}

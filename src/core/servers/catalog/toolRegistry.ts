import { displayName } from '../../../contract/toolName.ts';
import { type ReadonlySignal, computed, signal } from '@preact/signals-core';
import type { ToolDefinition } from '../../wire/definitions.ts';
import { ModelNames, type PlainName, displayPrefix, plainName } from './toolNames.ts';

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

/** The tools of a server with their names, which are made again only where they may be others. */
class ServerTools {
  readonly server: string;
  readonly source: ToolSource;
  readonly tools: readonly ToolDefinition[];
  /** Of the tools of configured servers. */
  readonly plainNames: readonly PlainName[];
  #named: readonly RegisteredTool[] | undefined;
  #version = -1;

  constructor(server: string, source: ToolSource, tools: readonly ToolDefinition[]) {
    this.server = server;
    this.source = source;
    this.tools = tools;
    this.plainNames = source === 'mcp' ? tools.map(({ name }) => plainName({ server, tool: name })) : [];
  }

  named(names: ModelNames): readonly RegisteredTool[] {
    if (!this.#named || this.#version !== names.version) this.#named = this.tools.map((_, at) => this.#name(names, at));
    this.#version = names.version;
    return this.#named;
  }

  shownName({ name }: ToolDefinition): string {
    return this.source === 'local' ? name : displayName({ server: this.server, tool: name });
  }

  #name(names: ModelNames, at: number): RegisteredTool {
    const definition = this.tools[at]!;
    const plain = this.plainNames[at];
    const { server, source } = this;
    const modelName = plain ? names.nameOf(plain) : definition.name;
    return { server, source, definition, displayName: this.shownName(definition), modelName };
  }
}

/** Every tool that can be called now, by server. */
export class ToolRegistry {
  readonly #entries = signal<ReadonlyMap<string, ServerTools>>(new Map());
  readonly #names = new ModelNames();

  readonly tools: ReadonlySignal<readonly RegisteredTool[]> = computed(() =>
    [...this.#entries.value.values()].flatMap((entry) => entry.named(this.#names)),
  );

  /** The tools of a server from now on; what it had before is gone first. */
  register(server: string, source: ToolSource, tools: readonly ToolDefinition[]): void {
    const before = this.#entries.peek().get(server);
    if (before?.source === source && before.tools === tools) return;
    this.#replace(new Map([[server, new ServerTools(server, source, tools)]]));
  }

  unregister(server: string): void {
    if (this.#entries.peek().has(server)) this.#replace(new Map([[server, undefined]]));
  }

  /** Removes every tool whose display name has this prefix; returns how many there were. */
  unregisterByPrefix(prefix: string): number {
    let removed = 0;
    const changes = new Map<string, ServerTools | undefined>();
    for (const [server, entry] of this.#entries.peek()) {
      const kept = entry.tools.filter((tool) => !entry.shownName(tool).startsWith(prefix));
      removed += entry.tools.length - kept.length;
      const emptied = kept.length === 0 && (entry.tools.length > 0 || displayPrefix(server) === prefix);
      if (emptied) changes.set(server, undefined);
      else if (kept.length < entry.tools.length) changes.set(server, new ServerTools(server, entry.source, kept));
    }
    if (removed > 0) this.#replace(changes);
    return removed;
  }

  listBySource(source: ToolSource): readonly RegisteredTool[] {
    return this.tools.value.filter((tool) => tool.source === source);
  }

  /** Nothing where there is to be no entry. */
  #replace(changes: ReadonlyMap<string, ServerTools | undefined>): void {
    const next = new Map(this.#entries.peek());
    for (const [server, entry] of changes) {
      this.#names.remove(next.get(server)?.plainNames ?? []);
      this.#names.add(entry?.plainNames ?? []);
      if (entry) next.set(server, entry);
      else next.delete(server);
    }
    this.#entries.value = next;
  }
}

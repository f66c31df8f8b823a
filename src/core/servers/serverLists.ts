import { type ReadonlySignal, signal } from '@preact/signals-core';
import { sameJson } from '../../base/json.ts';
import { type ToolListing, listPrompts, listResources, listTemplates, listTools } from './catalog.ts';
import type { ListKind } from './changeWatch.ts';
import type { Connection } from './connection.ts';
import type { ServerLimits } from './launch.ts';
import type { Catalog, ToolDefinition } from './server.ts';

const nothing: Catalog = { resources: undefined, templates: undefined, prompts: undefined };

/** What a server offers, as it was last seen. A list that is the same as before tells nobody anything. */
export class ServerLists {
  readonly #limits: ServerLimits;
  readonly #tools = signal<readonly ToolDefinition[]>([]);
  readonly #problems = signal<readonly string[]>([]);
  readonly #catalog = signal<Catalog>(nothing);

  constructor(limits: ServerLimits, knownTools: readonly ToolDefinition[]) {
    this.#limits = limits;
    this.#tools.value = knownTools;
  }

  get tools(): ReadonlySignal<readonly ToolDefinition[]> {
    return this.#tools;
  }

  get problems(): ReadonlySignal<readonly string[]> {
    return this.#problems;
  }

  get catalog(): ReadonlySignal<Catalog> {
    return this.#catalog;
  }

  definition(name: string): ToolDefinition | undefined {
    return this.#tools.peek().find((tool) => tool.name === name);
  }

  take({ tools, problems }: ToolListing): void {
    if (!sameJson(tools, this.#tools.peek())) this.#tools.value = tools;
    if (!sameJson(problems, this.#problems.peek())) this.#problems.value = problems;
  }

  async refreshTools(connection: Connection): Promise<void> {
    this.take(await listTools(connection, this.#limits.maxPages, connection.signal));
  }

  /** Only what somebody has asked for before. */
  async refresh(connection: Connection, kind: ListKind): Promise<void> {
    if (kind === 'tools') await this.refreshTools(connection);
    else if (this.#catalog.peek()[kind]) await this.load(connection, [kind]);
  }

  async load(connection: Connection, kinds: readonly Exclude<ListKind, 'tools'>[]): Promise<void> {
    const { maxPages } = this.#limits;
    const { signal } = connection;
    let found: Partial<Catalog> = {};
    if (kinds.includes('resources')) {
      const resources = await listResources(connection, maxPages, signal);
      found = { ...found, resources, templates: await listTemplates(connection, maxPages, signal) };
    }
    if (kinds.includes('prompts')) found = { ...found, prompts: await listPrompts(connection, maxPages, signal) };
    const next = { ...this.#catalog.peek(), ...found };
    if (!sameJson(next, this.#catalog.peek())) this.#catalog.value = next;
  }
}

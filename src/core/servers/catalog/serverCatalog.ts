import { type ReadonlySignal, computed, signal } from '@preact/signals-core';
import { sameJson } from '../../../base/json.ts';
import { type ToolListing, listPrompts, listResources, listTemplates, listTools } from './loadCatalog.ts';
import type { ListKind } from './changeWatch.ts';
import type { Connection } from '../connection/connection.ts';
import type { ServerLimits } from '../model/launch.ts';
import type { ServerContents } from '../model/server.ts';
import type { ToolDefinition } from '../../wire/definitions.ts';
import { type ToolSelection, everyTool, unmatchedNames, isSelected } from '../model/toolSelection.ts';

const nothing: ServerContents = { resources: undefined, templates: undefined, prompts: undefined };

/** The last known lists of a server. An unchanged list triggers no update. */
export class ServerCatalog {
  readonly #limits: ServerLimits;
  /** All that the server lists. */
  readonly #listed = signal<readonly ToolDefinition[]>([]);
  readonly #choice = signal<ToolSelection>(everyTool);
  readonly #found = signal<readonly string[]>([]);
  readonly #contents = signal<ServerContents>(nothing);
  readonly #tools = computed(() => {
    const choice = this.#choice.value;
    const listed = this.#listed.value;
    const chosen = listed.filter(({ name }) => isSelected(name, choice));
    return chosen.length === listed.length ? listed : chosen;
  });
  readonly #problems = computed(() => {
    const idle = this.#listed.value.length > 0 ? unmatchedNames(this.#listed.value, this.#choice.value) : [];
    return [
      ...this.#found.value,
      ...idle.map((name) => `its entry names a tool "${name}" that the server does not list`),
    ];
  });

  constructor(limits: ServerLimits, knownTools: readonly ToolDefinition[], choice: ToolSelection) {
    this.#limits = limits;
    this.#listed.value = knownTools;
    this.#choice.value = choice;
  }

  get listed(): ReadonlySignal<readonly ToolDefinition[]> {
    return this.#listed;
  }

  get choice(): ToolSelection {
    return this.#choice.peek();
  }

  set choice(choice: ToolSelection) {
    if (!sameJson(choice, this.#choice.peek())) this.#choice.value = choice;
  }

  get tools(): ReadonlySignal<readonly ToolDefinition[]> {
    return this.#tools;
  }

  get problems(): ReadonlySignal<readonly string[]> {
    return this.#problems;
  }

  get contents(): ReadonlySignal<ServerContents> {
    return this.#contents;
  }

  definition(name: string): ToolDefinition | undefined {
    return this.#listed.peek().find((tool) => tool.name === name);
  }

  take(listing: ToolListing | undefined): void {
    if (!listing) return;
    const { tools, problems } = listing;
    if (!sameJson(tools, this.#listed.peek())) this.#listed.value = tools;
    if (!sameJson(problems, this.#found.peek())) this.#found.value = problems;
  }

  async refreshTools(connection: Connection): Promise<void> {
    this.take(await listTools(connection, this.#limits, connection.signal));
  }

  /** Only lists that were requested before. */
  async refresh(connection: Connection, kind: ListKind): Promise<void> {
    const wanted = this.#limits.autoDiscover || this.#listed.peek().length > 0;
    if (kind === 'tools') await (wanted && this.refreshTools(connection));
    else if (this.#contents.peek()[kind]) await this.load(connection, [kind]);
  }

  async load(connection: Connection, kinds: readonly Exclude<ListKind, 'tools'>[]): Promise<void> {
    const limits = this.#limits;
    const { signal } = connection;
    let found: Partial<ServerContents> = {};
    if (kinds.includes('resources')) {
      const resources = await listResources(connection, limits, signal);
      found = { ...found, resources, templates: await listTemplates(connection, limits, signal) };
    }
    if (kinds.includes('prompts')) found = { ...found, prompts: await listPrompts(connection, limits, signal) };
    const next = { ...this.#contents.peek(), ...found };
    if (!sameJson(next, this.#contents.peek())) this.#contents.value = next;
  }
}

import { isRecord } from '../../../base/json.ts';
import type { StorePort } from '../../ports/ports.ts';
import { userScope } from '../../store/workspaceScope.ts';
import type { ToolDefinition } from '../../wire/definitions.ts';

const definitionsKind = 'definitions';
/** All of them are read when a window opens: a server with enormous schemas is remembered by its names only, or not at all. */
const mostCharacters = 256 * 1024;

/**
 * The tools of each launch as they were last seen, so that a tree can be drawn before anything runs. Servers list other
 * tools for a client that can be asked: what they list is remembered for clients with the same capabilities only.
 */
export class DefinitionCache {
  readonly #store: StorePort;
  readonly #capabilities: string;

  constructor(store: StorePort, capabilities: Readonly<Record<string, object>> = {}) {
    this.#store = store;
    this.#capabilities = JSON.stringify(capabilities);
  }

  /** Nothing where the launch is another one than it was: those tools were another server's. */
  read(launchKey: string): readonly ToolDefinition[] | undefined {
    const stored = this.#store.quietly(() => this.#store.get(this.#rowOf(launchKey)));
    if (!Array.isArray(stored)) return undefined;
    return stored.filter((tool) => isRecord(tool) && typeof tool['name'] === 'string') as ToolDefinition[];
  }

  write(launchKey: string, tools: readonly ToolDefinition[]): void {
    const value = [tools, tools.map(slim)].find(isSmall);
    this.#store.quietly(() => this.#store.put([{ ...this.#rowOf(launchKey), value }]));
  }

  #rowOf(launchKey: string): { readonly kind: string; readonly scope: string; readonly key: string } {
    return { kind: definitionsKind, scope: userScope, key: `${launchKey} ${this.#capabilities}` };
  }
}

/** Stops counting at the limit. */
function isSmall(tools: readonly ToolDefinition[]): boolean {
  let room = mostCharacters;
  return tools.every((tool) => (room -= JSON.stringify(tool).length) >= 0);
}

/** Without a schema, which every listed tool has: so it is never taken for the whole definition. */
function slim({ name, title, annotations }: ToolDefinition): ToolDefinition {
  return {
    name,
    ...(title !== undefined && { title }),
    inputSchema: undefined,
    ...(annotations && { annotations }),
  };
}

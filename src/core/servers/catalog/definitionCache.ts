import { isRecord, sameJson } from '../../../base/json.ts';
import type { StorePort, StoreRow } from '../../ports/ports.ts';
import { userScope } from '../../store/workspaceScope.ts';
import type { ToolDefinition } from '../../wire/definitions.ts';

const definitionsKind = 'definitions';
/** All of them are read when a window opens: a server with enormous schemas is remembered by its names only, or not at all. */
const mostCharacters = 256 * 1024;

/** The tools of each launch as they were last seen, so that a tree can be drawn before anything runs. */
export class DefinitionCache {
  readonly #store: StorePort;

  constructor(store: StorePort) {
    this.#store = store;
  }

  /** Nothing where the launch is another one than it was: those tools were another server's. */
  read(launchKey: string): readonly ToolDefinition[] | undefined {
    const row = { kind: definitionsKind, scope: userScope, key: launchKey };
    const stored = this.#store.quietly(() => this.#store.get(row));
    if (!Array.isArray(stored)) return undefined;
    const tools = stored.filter((tool) => isRecord(tool) && typeof tool['name'] === 'string') as ToolDefinition[];
    return tools.every(isOldSlim) ? tools.map(slim) : tools;
  }

  write(launchKey: string, tools: readonly ToolDefinition[]): void {
    this.#store.quietly(() => this.#store.put([definitionsRow(launchKey, tools)]));
  }
}

export function definitionsRow(launchKey: string, tools: readonly ToolDefinition[]): StoreRow {
  const value = [tools, tools.map(slim)].find(isSmall);
  return { kind: definitionsKind, scope: userScope, key: launchKey, value };
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

/** As earlier versions wrote them. */
function isOldSlim({ description, inputSchema }: ToolDefinition): boolean {
  return description === undefined && sameJson(inputSchema, { type: 'object' });
}

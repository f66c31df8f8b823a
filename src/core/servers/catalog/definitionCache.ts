import { isRecord } from '../../../base/json.ts';
import type { MemoryPort } from '../../ports/ports.ts';
import type { ToolDefinition } from '../../wire/definitions.ts';

const keyStart = 'servers.tools.';
/** VS Code keeps this in one small database: a server with enormous schemas is remembered by its names only. */
const mostCharacters = 256 * 1024;

interface Stored {
  readonly launchKey: string;
  readonly tools: readonly ToolDefinition[];
}

/** The last known tools of each server, so that the tree can be shown before anything runs. */
export class DefinitionCache {
  readonly #memory: MemoryPort;

  constructor(memory: MemoryPort) {
    this.#memory = memory;
  }

  /** `undefined` if the launch has changed: the tools were those of another server. */
  read(server: string, launchKey: string): readonly ToolDefinition[] | undefined {
    const stored = this.#memory.get('workspace', keyStart + server);
    if (!isRecord(stored) || stored['launchKey'] !== launchKey || !Array.isArray(stored['tools'])) return undefined;
    return stored['tools'].filter(
      (tool) => isRecord(tool) && typeof tool['name'] === 'string',
    ) as unknown as ToolDefinition[];
  }

  async write(server: string, launchKey: string, tools: readonly ToolDefinition[]): Promise<void> {
    const whole: Stored = { launchKey, tools };
    const fits = JSON.stringify(whole).length <= mostCharacters;
    await this.#memory.set('workspace', keyStart + server, fits ? whole : { launchKey, tools: tools.map(slim) });
  }

  async forget(server: string): Promise<void> {
    await this.#memory.set('workspace', keyStart + server, undefined);
  }
}

function slim({ name, title, annotations }: ToolDefinition): ToolDefinition {
  return {
    name,
    ...(title !== undefined && { title }),
    inputSchema: { type: 'object' },
    ...(annotations && { annotations }),
  };
}

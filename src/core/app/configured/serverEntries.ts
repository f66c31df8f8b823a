import { unknownServer } from '../../../base/faults/serverFaults.ts';
import type { ServerEntry } from '../../config/model/model.ts';
import { embeddedServerId } from '../../../contract/toolName.ts';

/** The entry of each configured server, by the server's id. The embedded server is in no file and has none. */
export class ServerEntries {
  #byId: ReadonlyMap<string, ServerEntry> = new Map();

  replace(entries: readonly ServerEntry[]): void {
    this.#byId = new Map(entries.map((entry) => [serverIdOf(entry), entry]));
  }

  find(id: string): ServerEntry | undefined {
    return this.#byId.get(id);
  }

  get(id: string): ServerEntry {
    const entry = this.find(id);
    if (!entry) throw unknownServer('notConfigured', id);
    return entry;
  }

  all(): Iterable<readonly [string, ServerEntry]> {
    return this.#byId;
  }
}

/** The embedded server's id is taken. */
export function serverIdOf({ name }: ServerEntry): string {
  return name === embeddedServerId ? `${name} (configured)` : name;
}

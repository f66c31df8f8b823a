import { createHash } from 'node:crypto';
import { skeleton } from './confusables.ts';

export interface ToolKey {
  readonly server: string;
  readonly tool: string;
}

export type Named =
  | { readonly ok: true; readonly name: string }
  /** Already there under this very name, or one that looks the same. */
  | { readonly ok: false; readonly reason: 'duplicate' | 'confusable'; readonly message: string };

const maxLength = 64;
const hashLength = 8;

/** As a person sees it. */
export function displayName({ server, tool }: ToolKey): string {
  return `mcp:${server}:${tool}`;
}

/**
 * Names that a model may see, `mcp_<server>_<tool>`, and the way back. The way
 * back is a table: a name is never taken apart, since both halves may hold "_".
 */
export class ToolNames {
  readonly #byName = new Map<string, ToolKey>();
  /** With "-" and "_" made one: models mix them up. */
  readonly #byLooseName = new Map<string, ToolKey>();
  readonly #servers = new Map<string, Map<string, string>>();
  /** By server: what each of its tools looks like. */
  readonly #skeletons = new Map<string, Map<string, string>>();

  add(server: string, tool: string): Named {
    const refused = this.#refusal(server, tool);
    if (refused) return refused;
    const name = this.#freeName({ server, tool });
    this.#byName.set(name, { server, tool });
    this.#byLooseName.set(loose(name), { server, tool });
    mapOf(this.#servers, server).set(tool, name);
    mapOf(this.#skeletons, server).set(skeleton(tool), tool);
    return { ok: true, name };
  }

  nameOf(server: string, tool: string): string | undefined {
    return this.#servers.get(server)?.get(tool);
  }

  lookup(name: string): ToolKey | undefined {
    return this.#byName.get(name) ?? this.#byLooseName.get(loose(name));
  }

  /** All tools of a server at once, as on a stop or before a reconnect. */
  removeServer(server: string): void {
    for (const tool of this.#servers.get(server)?.keys() ?? []) this.remove(server, tool);
    this.#servers.delete(server);
    this.#skeletons.delete(server);
  }

  remove(server: string, tool: string): void {
    const name = this.nameOf(server, tool);
    if (name === undefined) return;
    this.#byName.delete(name);
    this.#byLooseName.delete(loose(name));
    this.#servers.get(server)?.delete(tool);
    this.#skeletons.get(server)?.delete(skeleton(tool));
  }

  get size(): number {
    return this.#byName.size;
  }

  #refusal(server: string, tool: string): Named | undefined {
    if (this.nameOf(server, tool) !== undefined) {
      return {
        ok: false,
        reason: 'duplicate',
        message: `"${server}" offers "${tool}" twice; the second one is left out.`,
      };
    }
    const twin = this.#skeletons.get(server)?.get(skeleton(tool));
    if (twin !== undefined) {
      const message = `"${tool}" of "${server}" looks like its "${twin}" and is left out.`;
      return { ok: false, reason: 'confusable', message };
    }
    const otherServer = [...this.#servers.keys()].find(
      (other) => other !== server && skeleton(other) === skeleton(server),
    );
    if (otherServer === undefined) return undefined;
    const message = `The server "${server}" looks like "${otherServer}"; its tools are left out.`;
    return { ok: false, reason: 'confusable', message };
  }

  #freeName(key: ToolKey): string {
    const plain = `mcp_${key.server}_${key.tool}`;
    const clean = plain.replaceAll(/[^A-Za-z0-9_-]/g, '_');
    if (clean === plain && clean.length <= maxLength && !this.#byLooseName.has(loose(clean))) return clean;
    for (let round = 0; ; round++) {
      const hash = hashOf(key, round);
      const name = `${clean.slice(0, maxLength - hashLength - 1)}_${hash}`;
      if (!this.#byLooseName.has(loose(name))) return name;
    }
  }
}

function hashOf({ server, tool }: ToolKey, round: number): string {
  const text = `${server}\0${tool}${round === 0 ? '' : `\0${round}`}`;
  return createHash('sha256').update(text).digest('hex').slice(0, hashLength);
}

function loose(name: string): string {
  return name.replaceAll('-', '_');
}

function mapOf<K, V>(maps: Map<string, Map<K, V>>, key: string): Map<K, V> {
  const found = maps.get(key) ?? new Map<K, V>();
  maps.set(key, found);
  return found;
}

import { unknownServer } from '../../base/faults/serverFaults.ts';
import { type ReadonlySignal, batch, effect, signal } from '@preact/signals-core';
import { Fault } from '../../base/fault.ts';
import type { Log } from '../../base/log.ts';
import type { DefinitionCache } from './catalog/definitionCache.ts';
import type { ManagedServer, ServerState } from './model/server.ts';
import type { ToolDefinition } from '../wire/definitions.ts';
import { type RegisteredTool, ToolRegistry, type ToolSource } from './catalog/toolRegistry.ts';

/** A server as the configuration wants it. */
export interface ServerSpec {
  readonly id: string;
  readonly source: ToolSource;
  /** Equal as long as nothing that a running server depends on has changed. */
  readonly launchKey: string;
  /** Starts nothing. `knownTools` are the definitions of the last session. */
  create(knownTools: readonly ToolDefinition[]): ManagedServer;
  /** What can change while the server runs: timeouts, limits. */
  adjust?(server: ManagedServer): void;
}

interface Entry {
  readonly spec: ServerSpec;
  readonly server: ManagedServer;
  readonly unwatch: () => void;
}

interface RegistryOptions {
  /** Leaves out quarantined tools; inside an effect it follows changes. */
  usable?(server: string, tools: readonly ToolDefinition[]): readonly ToolDefinition[];
  readonly cache?: DefinitionCache;
  readonly log: Log;
}

/** All servers. A change of the configuration touches only those whose launch it changes. */
export class ServerRegistry {
  readonly tools = new ToolRegistry();
  readonly #options: RegistryOptions;
  readonly #servers = signal<readonly ManagedServer[]>([]);
  #entries = new Map<string, Entry>();
  #applying: Promise<void> = Promise.resolve();

  constructor(options: RegistryOptions) {
    this.#options = options;
  }

  get servers(): ReadonlySignal<readonly ManagedServer[]> {
    return this.#servers;
  }

  find(id: string): ManagedServer | undefined {
    return this.#entries.get(id)?.server;
  }

  get(id: string): ManagedServer {
    const server = this.find(id);
    if (!server) throw unknownServer('unknown', id);
    return server;
  }

  listBySource(source: ToolSource): readonly RegisteredTool[] {
    return this.tools.listBySource(source);
  }

  /** One after the other: a second change waits until the first is done. What ran and changed runs again. */
  apply(specs: readonly ServerSpec[]): Promise<void> {
    const applied = this.#applying.then(() => this.#apply(specs));
    // The caller gets the failure; the next change must not depend on it.
    this.#applying = applied.catch(() => {});
    return applied;
  }

  async #apply(specs: readonly ServerSpec[]): Promise<void> {
    const before = this.#entries;
    const after = new Map<string, Entry>();
    const ending: Promise<void>[] = [];
    const again: ManagedServer[] = [];
    // Who follows all tools looks once, not after each server.
    batch(() => {
      for (const spec of specs) {
        const old = before.get(spec.id);
        if (old?.spec.launchKey === spec.launchKey) {
          spec.adjust?.(old.server);
          after.set(spec.id, { ...old, spec });
          continue;
        }
        const wasUp = old !== undefined && isUp(old.server.state.peek());
        if (old) ending.push(this.#end(old));
        const entry = this.#begin(spec);
        after.set(spec.id, entry);
        if (wasUp) again.push(entry.server);
      }
      for (const [id, old] of before) if (!after.has(id)) ending.push(this.#end(old));
      this.#entries = after;
      this.#publish([...after.values()].map(({ server }) => server));
    });
    await Promise.all(ending);
    for (const server of again) void server.start().catch((error: unknown) => this.#report(server.id, error));
  }

  /** No event if the servers are the same as before. */
  #publish(servers: readonly ManagedServer[]): void {
    const before = this.#servers.peek();
    const same = servers.length === before.length && servers.every((server, at) => server === before[at]);
    if (!same) this.#servers.value = servers;
  }

  #begin(spec: ServerSpec): Entry {
    const known = this.#options.cache?.read(spec.launchKey) ?? [];
    const server = spec.create(known);
    let remembered = known;
    const unwatch = effect(() => {
      this.#show(spec, server);
      const listed = server.listedTools.value;
      if (listed === remembered || server.state.value.kind !== 'connected') return;
      this.#options.cache?.write(spec.launchKey, listed);
      remembered = listed;
    });
    return { spec, server, unwatch };
  }

  #show(spec: ServerSpec, server: ManagedServer): void {
    const tools = server.tools.value;
    const state = server.state.value;
    const usable = this.#options.usable?.(spec.id, tools) ?? tools;
    if (isCallable(state)) this.tools.register(spec.id, spec.source, usable);
    else this.tools.unregister(spec.id);
  }

  async #end(entry: Entry): Promise<void> {
    entry.unwatch();
    this.tools.unregister(entry.spec.id);
    await entry.server.dispose();
  }

  #report(server: string, error: unknown): void {
    this.#options.log.debug('registry', { server, reason: Fault.from(error).message });
  }

  /** Ends every server at once: an editor that closes gives little time. */
  async dispose(): Promise<void> {
    await this.#applying;
    const all = [...this.#entries.values()];
    this.#entries = new Map();
    this.#servers.value = [];
    await Promise.all(all.map((entry) => this.#end(entry)));
  }
}

function isUp(state: ServerState): boolean {
  return state.kind === 'connected' || state.kind === 'connecting' || state.kind === 'waiting';
}

/** A manual stop and a missing approval remove the tools; an idle, lost or failed server is started by the next call. */
function isCallable(state: ServerState): boolean {
  switch (state.kind) {
    case 'connected':
    case 'connecting':
    case 'waiting':
    case 'error': // a known tool is never unknown: its call tries again, or gets the reason
      return true;
    case 'disconnected':
      return state.reason !== 'stopped' && state.reason !== 'disabled';
    case 'pending':
      return false;
    default:
      return state satisfies never;
  }
}

import { type ReadonlySignal, effect, signal, untracked } from '@preact/signals-core';
import { canonicalJson } from '../../base/json.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { MergedConfig } from '../config/merge.ts';
import type { ServerEntry } from '../config/model.ts';
import type { WorkspacePort } from '../ports/ports.ts';
import type { ManagedServer, PendingReason } from '../servers/server.ts';
import type { Approvals, TrustState } from '../trust/approvals.ts';
import type { LaunchContext } from '../config/permit.ts';

export interface ConfiguredServersParts {
  readonly configuration: ReadonlySignal<MergedConfig>;
  readonly approvals: Approvals;
  readonly workspace: WorkspacePort;
  readContext(entry: ServerEntry): Promise<LaunchContext>;
  /** Makes a server that reads its entry anew at each start. Starts nothing. */
  create(id: string, entry: () => ServerEntry): ManagedServer;
}

interface Configured {
  readonly server: ManagedServer;
  readonly launch: string;
  /** As it stands in the file now; its launch never changes, its place may. */
  readonly now: { entry: ServerEntry };
}

/** One managed server for each entry of the configuration. What did not really change is left alone. */
export class ConfiguredServers implements Disposable {
  readonly #parts: ConfiguredServersParts;
  readonly #life = new Lifetime();
  readonly #byName = new Map<string, Configured>();
  readonly #servers = signal<readonly ManagedServer[]>([]);

  constructor(parts: ConfiguredServersParts) {
    this.#parts = parts;
    this.#life.defer(effect(() => this.#apply(parts.configuration.value)));
    this.#life.defer(effect(() => this.#checkAll(parts.approvals.version.value)));
    this.#life.add(parts.workspace.onDidChange(() => this.#checkAll()));
    this.#life.defer(() => {
      for (const { server } of this.#byName.values()) void server.stop();
    });
  }

  get servers(): ReadonlySignal<readonly ManagedServer[]> {
    return this.#servers;
  }

  entry(id: string): ServerEntry | undefined {
    return [...this.#byName.values()].find(({ server }) => server.id === id)?.now.entry;
  }

  dispose(): void {
    this.#life.dispose();
  }

  #apply({ servers }: MergedConfig): void {
    const wanted = new Set(servers.map(({ name }) => name));
    for (const [name, { server }] of this.#byName) {
      if (wanted.has(name)) continue;
      this.#byName.delete(name);
      void server.stop();
    }
    for (const entry of servers) this.#applyOne(entry);
    this.#servers.value = servers.flatMap(({ name }) => this.#byName.get(name)?.server ?? []);
  }

  #applyOne(entry: ServerEntry): void {
    const launch = canonicalJson([entry.launch, entry.options, entry.source]);
    const before = this.#byName.get(entry.name);
    if (before?.launch === launch) {
      before.now.entry = entry; // only its place in the file moved
      return;
    }
    const wasRunning = before && untracked(() => isRunning(before.server));
    void before?.server.stop();
    const now = { entry };
    const configured: Configured = { launch, now, server: this.#parts.create(entry.name, () => now.entry) };
    this.#byName.set(entry.name, configured);
    void this.#check(configured).then((state) => {
      // A change of the launch needs a new approval first; one of its options alone goes on at once.
      if (wasRunning && state.kind === 'approved') configured.server.start().catch(() => {}); // its state shows why
    });
  }

  #checkAll(_version?: number): void {
    for (const configured of this.#byName.values()) void this.#check(configured);
  }

  async #check({ server, now: { entry } }: Configured): Promise<TrustState> {
    const state = this.#parts.approvals.state(entry, await this.#parts.readContext(entry));
    const pending = untracked(() => server.state.value.kind === 'pending');
    if (state.kind !== 'approved') await server.suspend(pendingReason(state));
    else if (pending) server.approve();
    return state;
  }
}

function isRunning({ state }: ManagedServer): boolean {
  return state.value.kind === 'connected' || state.value.kind === 'connecting' || state.value.kind === 'waiting';
}

function pendingReason(state: Exclude<TrustState, { kind: 'approved' }>): PendingReason {
  return state.kind;
}

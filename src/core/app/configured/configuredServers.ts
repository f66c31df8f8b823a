import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../base/json.ts';
import { type Disposable, Lifetime } from '../../../base/lifetime.ts';
import { inputsUsed } from '../../config/model/launchReferences.ts';
import type { MergedConfig } from '../../config/sources/merge.ts';
import type { ServerEntry } from '../../config/model/model.ts';
import type { WorkspacePort } from '../../ports/ports.ts';
import type { ServerRegistry, ServerSpec } from '../../servers/registry.ts';
import type { ManagedServer } from '../../servers/model/server.ts';
import type { ToolDefinition } from '../../wire/definitions.ts';
import type { Approvals } from '../../trust/approval/approvals.ts';
import type { LaunchResolver } from '../../servers/launchResolver.ts';
import { type ServerEntries, serverIdOf } from './serverEntries.ts';

interface ConfiguredServersParts {
  readonly registry: ServerRegistry;
  readonly entries: ServerEntries;
  /** Always there, whatever the files say. */
  readonly embedded: ServerSpec;
  readonly approvals: Approvals;
  readonly launchResolver: LaunchResolver;
  readonly workspace: WorkspacePort;
  /** Makes a server that reads its entry anew at each start. Starts nothing. */
  create(id: string, entry: () => ServerEntry, knownTools: readonly ToolDefinition[]): ManagedServer;
  /** Applies those changes of an entry that need no restart. */
  adjust(server: ManagedServer, entry: ServerEntry): void;
}

/** Keeps one managed server for each configuration entry, started only after approval. */
export class ConfiguredServers implements Disposable {
  readonly #parts: ConfiguredServersParts;
  readonly #lifetime = new Lifetime();

  constructor(parts: ConfiguredServersParts) {
    this.#parts = parts;
    this.#lifetime.add(parts.approvals.onDidChange((name) => this.#checkAll(name)));
    this.#lifetime.add(parts.workspace.onDidChange(() => this.#checkAll()));
  }

  /** Only what really changed is restarted, and what has changed is pending until it is approved again. */
  async apply({ servers }: MergedConfig): Promise<void> {
    this.#parts.entries.replace(servers);
    await this.#parts.registry.apply([this.#parts.embedded, ...servers.map((entry) => this.#spec(entry))]);
    this.#checkAll();
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #spec(entry: ServerEntry): ServerSpec {
    const id = serverIdOf(entry);
    // A hash, because it is stored and the entry may hold a secret.
    const launchKey = createHash('sha256')
      .update(canonicalJson(launchFacts(entry)))
      .digest('hex');
    return {
      id,
      source: 'mcp',
      launchKey,
      create: (known) => this.#parts.create(id, () => this.#parts.entries.get(id), known),
      adjust: (server) => this.#parts.adjust(server, entry),
    };
  }

  /** With a name, only that: when 200 servers are approved, each is looked at once and not 200 times. */
  #checkAll(name?: string): void {
    for (const [id, entry] of this.#parts.entries.all()) {
      if (name !== undefined && entry.name !== name) continue;
      this.#check(id, entry).catch(() => {}); // where approvals cannot be read, the next start says so
    }
  }

  async #check(id: string, entry: ServerEntry): Promise<void> {
    // What needs no look at the disk is shown at once.
    const known = this.#parts.approvals.state(entry);
    if (known.kind !== 'approved') this.#parts.registry.find(id)?.suspend(known.kind);
    await this.#parts.registry.find(id)?.setDisabled(entry.options.disabled);
    const context = await this.#parts.launchResolver.readContext(entry);
    const server = this.#parts.registry.find(id);
    if (!server || this.#lifetime.ended) return;
    // Nothing is awaited from here on: an approval meanwhile would be overwritten.
    const state = this.#parts.approvals.state(entry, context);
    if (state.kind !== 'approved') return server.suspend(state.kind);
    if (server.state.peek().kind === 'pending') server.approve();
    if (isAskedToStart(entry, server)) server.start().catch(() => {}); // its state shows why
  }
}

/** Only if set in its file, and only once: a server that was stopped stays stopped. */
function isAskedToStart({ options }: ServerEntry, server: ManagedServer): boolean {
  const state = server.state.peek();
  return options.autoStart && !options.disabled && state.kind === 'disconnected' && state.reason === 'never';
}

/**
 * All that a running server depends on; what may change without a restart is not in it. An entry that
 * moves to another file stays the same unless its folder differs: `${workspaceFolder}` and the working directory follow it.
 */
function launchFacts(entry: ServerEntry): unknown {
  const { launch, options, source } = entry;
  const asked = inputsUsed(entry).map(({ id, kind, password }) => [id, kind, password]);
  return { launch, folder: source.folder?.path, sandbox: options.sandboxEnabled, asked };
}

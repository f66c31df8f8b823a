import { toolChangedAgain, toolQuarantined } from '../../base/faults/trustFaults.ts';
import { effect } from '@preact/signals-core';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import type { ServerEntry } from '../config/model/model.ts';
import type { StorePort } from '../ports/ports.ts';
import type { ManagedServer } from './model/server.ts';
import type { ToolDefinition } from '../wire/definitions.ts';
import type { Finding } from '../trust/scan/finding.ts';
import { mentionsOf } from '../trust/scan/mentions.ts';
import { describePinChange, pinOf } from '../trust/pins/pin.ts';
import { scanServer } from '../trust/scan/scan.ts';
import { type PinComparison, ToolPins, pinKind } from '../trust/pins/toolPins.ts';

interface ToolTrustParts {
  readonly store: StorePort;
  readonly log: Log;
  entry(id: string): ServerEntry | undefined;
}

/** The verdict on a tool: suspicious texts, and whether it differs from its pin. */
export interface ToolVerdict {
  readonly findings: readonly Finding[];
  /** The difference to the pin; the tool is quarantined until a user accepts it. */
  readonly changed?: string;
  /** It is pinned to its first-seen definition; our own tools are not. */
  readonly pinned?: boolean;
}

/** Pins every tool when it is first seen, quarantines a changed one, and scans texts that models read. */
export class ToolTrust implements Disposable {
  readonly #parts: ToolTrustParts;
  readonly #pins: ToolPins;
  readonly #lifetime = new Lifetime();
  readonly #watched = new Map<string, { readonly server: ManagedServer; readonly stop: () => void }>();

  constructor(parts: ToolTrustParts) {
    this.#parts = parts;
    this.#pins = new ToolPins(parts.store);
    this.#lifetime.add(parts.store.onDidChange((kinds) => kinds.has(pinKind) && this.#reviewAgain()));
    this.#lifetime.defer(() => {
      for (const { stop } of this.#watched.values()) stop();
    });
  }

  /** Follows these servers from now on. */
  watch(servers: readonly ManagedServer[]): void {
    const wanted = new Set(servers);
    for (const [id, { server, stop }] of this.#watched) {
      if (wanted.has(server)) continue;
      stop();
      this.#watched.delete(id);
    }
    for (const server of servers) {
      if (this.#watched.has(server.id)) continue;
      const stop = effect(() => this.#review(server, server.tools.value, server.state.value.kind === 'connected'));
      this.#watched.set(server.id, { server, stop });
    }
  }

  isHeldBack(id: string, tool: string): boolean {
    const entry = this.#parts.entry(id);
    return entry !== undefined && this.#pins.quarantined(entry, tool) !== undefined;
  }

  /** Throws for a tool that differs from its pin. */
  assertUsable(id: string, tool: string): void {
    if (!this.isHeldBack(id, tool)) return;
    throw toolQuarantined(tool);
  }

  /** The tools that may be used. Inside an effect it follows the quarantine. */
  usable(id: string, tools: readonly ToolDefinition[]): readonly ToolDefinition[] {
    const held = this.changed(id);
    return held.size === 0 ? tools : tools.filter(({ name }) => !held.has(name));
  }

  /** Names of the quarantined tools. Inside an effect it follows each review of the server's tools. */
  changed(id: string): ReadonlySet<string> {
    const entry = this.#parts.entry(id);
    return entry ? this.#pins.heldBack(entry) : new Set();
  }

  /** A tool as it was when it was pinned and as it is now. */
  compare(server: ManagedServer, tool: string): PinComparison | undefined {
    const entry = this.#parts.entry(server.id);
    const definition = server.tools.peek().find(({ name }) => name === tool);
    return entry && definition && this.#pins.compare(entry, definition);
  }

  /** Suspicious texts of a server that models read: its tools and its instructions. */
  findings(server: ManagedServer, others: readonly ManagedServer[]): readonly Finding[] {
    if (!this.#parts.entry(server.id)) return [];
    const state = server.state.value;
    const instructions = state.kind === 'connected' ? state.info.instructions : undefined;
    const names = new Map(others.map((other) => [other.id, other.tools.peek().map(({ name }) => name)]));
    return scanServer({
      tools: server.tools.value,
      others: mentionsOf(names, server.id),
      ...(instructions !== undefined && { instructions }),
    });
  }

  verdicts(server: ManagedServer, others: readonly ManagedServer[]): ReadonlyMap<string, ToolVerdict> {
    const entry = this.#parts.entry(server.id);
    const tools = server.tools.value;
    const findings = Map.groupBy(this.findings(server, others), ({ tool }) => tool);
    const pinned = entry && this.#pins.names(entry);
    return new Map(
      tools.map(({ name }) => {
        const changed = entry && this.#pins.quarantined(entry, name);
        return [
          name,
          {
            findings: findings.get(name) ?? [],
            ...(changed && { changed: changed.changes.map(describePinChange).join('\n\n') }),
            ...(pinned && { pinned: pinned.has(name) }),
          },
        ];
      }),
    );
  }

  /** A user has reviewed and accepted the tool; `seen` is the hash of the reviewed definition. */
  async accept(server: ManagedServer, tool: string, seen?: string): Promise<void> {
    const entry = this.#parts.entry(server.id);
    const definition = server.tools.value.find(({ name }) => name === tool);
    if (!entry || !definition) return;
    if (seen !== undefined && pinOf(definition).hash !== seen) throw toolChangedAgain(tool);
    await this.#pins.accept(entry, [definition]);
  }

  /** The next listing counts as first-seen. */
  async forget(id: string): Promise<void> {
    const entry = this.#parts.entry(id);
    if (entry) await this.#pins.forget(entry);
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  /** A tool may have been accepted in another window. */
  #reviewAgain(): void {
    for (const { server } of this.#watched.values())
      this.#review(server, server.tools.peek(), server.state.peek().kind === 'connected');
  }

  /** Only a live listing counts: what is drawn from memory was judged when it was live. */
  #review(server: ManagedServer, tools: readonly ToolDefinition[], live: boolean): void {
    const entry = this.#parts.entry(server.id);
    if (!entry || !live) return;
    this.#pins.review(entry, tools).catch((error: unknown) => this.#parts.log.error('pins were not kept', { error }));
  }
}

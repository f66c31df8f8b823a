import { type ReadonlySignal, effect, untracked } from '@preact/signals-core';
import { Emitter, type Event } from '../../base/event.ts';
import { definitionChangedAgain, toolQuarantined } from '../../base/faults/trustFaults.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { Log } from '../../base/log.ts';
import type { ServerEntry } from '../config/model/model.ts';
import type { StorePort } from '../ports/ports.ts';
import type { DefinitionKind } from '../../contract/definitions.ts';
import type { DefinitionRef } from '../trust/pins/definition.ts';
import { DefinitionPins, type PinComparison } from '../trust/pins/definitionPins.ts';
import { describeDefinition } from '../trust/pins/describeDefinition.ts';
import { type NewTools, newToolsFor } from '../trust/pins/newTools.ts';
import { arePins } from '../trust/pins/pinTable.ts';
import type { Finding } from '../trust/scan/finding.ts';
import { mentionsOf } from '../trust/scan/mentions.ts';
import { scanServer } from '../trust/scan/scan.ts';
import type { ManagedServer } from './model/server.ts';
import { type HeldDefinition, findDefinition, heldDefinitions, heldKey, listedBy } from './watchedDefinitions.ts';

interface ToolTrustParts {
  readonly store: StorePort;
  readonly log: Log;
  readonly newTools: ReadonlySignal<NewTools>;
  entry(id: string): ServerEntry | undefined;
}

/** The verdict on a tool. */
export interface ToolVerdict {
  /** Suspicious texts. */
  readonly findings: readonly Finding[];
  /** It is pinned to its first-seen definition; our own tools are not. */
  readonly pinned?: boolean;
}

/** What a user should know: what is held back from now on, or what is new and offered. */
export interface TrustNotice {
  readonly server: string;
  readonly isHeld: boolean;
  readonly definitions: readonly DefinitionRef[];
}

interface Watched {
  readonly server: ManagedServer;
  readonly held: ReadonlySignal<ReadonlyMap<string, HeldDefinition>>;
  readonly lifetime: Lifetime;
}

const none: ReadonlyMap<string, HeldDefinition> = new Map();

/** Pins every definition when it is first seen, holds back a changed one, and scans texts that models read. */
export class ToolTrust implements Disposable {
  readonly #parts: ToolTrustParts;
  readonly #pins: DefinitionPins;
  readonly #lifetime = new Lifetime();
  readonly #watched = new Map<string, Watched>();
  readonly #noticed = this.#lifetime.add(new Emitter<TrustNotice>());

  constructor(parts: ToolTrustParts) {
    this.#parts = parts;
    this.#pins = new DefinitionPins(parts.store);
    this.#lifetime.add(parts.store.onDidChange((kinds) => arePins(kinds) && this.#changedElsewhere()));
  }

  get onDidNotice(): Event<TrustNotice> {
    return this.#noticed.event;
  }

  /** Follows these servers from now on. */
  watch(servers: readonly ManagedServer[]): void {
    const wanted = new Set(servers);
    for (const [id, { server, lifetime }] of this.#watched) {
      if (wanted.has(server)) continue;
      lifetime.dispose();
      this.#watched.delete(id);
    }
    for (const server of servers) if (!this.#watched.has(server.id)) this.#watched.set(server.id, this.#follow(server));
  }

  /** What agents may be shown of these. Inside an effect it follows the pins. */
  accepted<T extends object>(id: string, kind: DefinitionKind, values: readonly T[]): readonly T[] {
    const entry = this.#parts.entry(id);
    if (!entry) return values;
    const isLateHeld = newToolsFor(kind, this.#parts.newTools.value) === 'hold';
    const judgements = this.#pins.judge(entry, kind, values);
    const mayShow = judgements.map((one) => one === 'accepted' || (one === 'late' && !isLateHeld));
    return mayShow.every(Boolean) ? values : values.filter((_, at) => mayShow[at]);
  }

  /** What of a server is held back. Inside an effect it follows that. */
  held(id: string): readonly HeldDefinition[] {
    return [...this.#heldOf(id).values()];
  }

  /** Throws for a tool that is held back. */
  assertUsable(id: string, tool: string): void {
    const held = this.#heldOf(id).get(heldKey({ kind: 'tool', key: tool }));
    if (held) throw toolQuarantined(held.reason, tool);
  }

  /** A definition as it was when it was pinned and as it is now. */
  compare(server: ManagedServer, ref: DefinitionRef): PinComparison | undefined {
    const entry = this.#parts.entry(server.id);
    const definition = findDefinition(server, ref);
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
    const findings = Map.groupBy(this.findings(server, others), ({ tool }) => tool);
    const pinned = entry && this.#pins.keys(entry, 'tool');
    return new Map(
      server.tools.value.map(({ name }) => [
        name,
        { findings: findings.get(name) ?? [], ...(pinned && { pinned: pinned.has(name) }) },
      ]),
    );
  }

  /** A user has accepted what was shown; `seen` is its hash. What has changed since then is not accepted. */
  accept(server: ManagedServer, ref: DefinitionRef, seen: string): void {
    const entry = this.#parts.entry(server.id);
    if (!entry) return;
    const definition = findDefinition(server, ref);
    if (!definition || this.#pins.compare(entry, definition).hash !== seen)
      throw definitionChangedAgain(describeDefinition(ref));
    this.#pins.accept(entry, definition);
  }

  /** The next listing counts as first-seen. */
  async forget(id: string): Promise<void> {
    const entry = this.#parts.entry(id);
    if (entry) await this.#pins.forget(entry);
  }

  dispose(): void {
    for (const { lifetime } of this.#watched.values()) lifetime.dispose();
    this.#lifetime.dispose();
  }

  #heldOf(id: string): ReadonlyMap<string, HeldDefinition> {
    return this.#watched.get(id)?.held.value ?? none;
  }

  #follow(server: ManagedServer): Watched {
    const { newTools } = this.#parts;
    const entry = (): ServerEntry | undefined => this.#parts.entry(server.id);
    const held = heldDefinitions({ server, pins: this.#pins, newTools, entry });
    const lifetime = new Lifetime();
    lifetime.defer(effect(() => this.#review(server)));
    lifetime.defer(effect(this.#noticeHeld(server.id, held)));
    return { server, held, lifetime };
  }

  /** A definition may have been accepted in another window, or all pins reset. */
  #changedElsewhere(): void {
    this.#pins.changedElsewhere();
    for (const { server } of this.#watched.values()) this.#review(server);
  }

  /** Only a live listing is pinned: what is drawn from memory is judged by the pins. */
  #review(server: ManagedServer): void {
    const entry = this.#parts.entry(server.id);
    const lists = listedBy(server);
    const newTools = this.#parts.newTools.value;
    if (!entry || !lists) return;
    const announce = (added: readonly DefinitionRef[]): void => this.#announce(server, added);
    for (const [kind, values] of Object.entries(lists)) {
      this.#pins
        .review(entry, kind as DefinitionKind, values, newTools, announce)
        .catch((error: unknown) => this.#parts.log.error('pins were not kept', { error }));
    }
  }

  #announce({ id, tools }: ManagedServer, added: readonly DefinitionRef[]): void {
    const chosen = new Set(tools.peek().map(({ name }) => name));
    const definitions = added.filter(({ kind, key }) => kind !== 'tool' || chosen.has(key));
    if (definitions.length > 0) this.#notice({ server: id, isHeld: false, definitions });
  }

  /** Each is told once while it is held back. */
  #noticeHeld(server: string, held: ReadonlySignal<ReadonlyMap<string, HeldDefinition>>): () => void {
    let told: ReadonlyMap<string, HeldDefinition> = none;
    return () => {
      const now = held.value;
      const definitions = [...now].filter(([key]) => !told.has(key)).map(([, one]) => one);
      told = now;
      if (definitions.length > 0) this.#notice({ server, isHeld: true, definitions });
    };
  }

  /** Outside of the effect that has found it: what a listener reads is not for that to follow. */
  #notice(notice: TrustNotice): void {
    untracked(() => this.#noticed.fire(notice));
  }
}

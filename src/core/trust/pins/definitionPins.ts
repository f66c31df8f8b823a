import { type Signal, signal } from '@preact/signals-core';
import type { ServerEntry } from '../../config/model/model.ts';
import { entryScope } from '../../config/model/scope.ts';
import type { StorePort } from '../../ports/ports.ts';
import type { DefinitionKind } from '../../../contract/definitions.ts';
import { type Definition, type DefinitionRef, definitionOf } from './definition.ts';
import { type NewTools, newToolsFor } from './newTools.ts';
import { type PinChange, describePin, hashOf, noPin, pinChanges, pinOf } from './pin.ts';
import { type PinnedHash, PinTable } from './pinTable.ts';

/** `new`: it has no pin. `late`: it has one by itself, not by a user. `unclear`: only its name is remembered. */
type Judgement = 'accepted' | 'late' | 'changed' | 'new' | 'unclear';

export interface PinComparison {
  readonly before: string;
  readonly after: string;
  /** Stands for the definition as it is. */
  readonly hash: string;
  readonly changes: readonly PinChange[];
}

/** Resources come and go with the data of a server: beyond this many, those that are gone are forgotten. */
const mostResources = 10_000;

/** The definitions of each server as they were first seen, or as a user has accepted them since. */
export class DefinitionPins {
  readonly #table: PinTable;
  /** By the scope of an entry: grows whenever a judgement of its definitions may have changed. */
  readonly #versions = new Map<string, Signal<number>>();

  constructor(store: StorePort) {
    this.#table = new PinTable(store);
  }

  /**
   * Only a definition as it was accepted is `accepted`, wherever it comes from: a server, or what was remembered of one.
   * Inside an effect it follows the pins of this entry.
   */
  judge(entry: ServerEntry, kind: DefinitionKind, values: readonly object[]): readonly Judgement[] {
    const scope = entryScope(entry);
    void this.#versionOf(scope).value;
    const pinned = this.#table.pinned({ kind, scope });
    return values.map((value) => {
      const definition = definitionOf(kind, value);
      return judged(pinned.get(definition.key), definition);
    });
  }

  /** It has listed definitions of this kind before: what comes now and has no pin is new. */
  isKnown(entry: ServerEntry, kind: DefinitionKind): boolean {
    return this.#table.isKnown({ kind, scope: entryScope(entry) });
  }

  /**
   * Pins what a running server lists for the first time, and what is new in a later list unless that is held back.
   * Pins of what went away stay, so that nothing comes back changed unseen.
   */
  async review(
    entry: ServerEntry,
    kind: DefinitionKind,
    values: readonly object[],
    setting: NewTools,
    announce: (added: readonly DefinitionRef[]) => void = () => {},
  ): Promise<void> {
    const newTools = newToolsFor(kind, setting);
    const list = { kind, scope: entryScope(entry) };
    const isKnown = this.#table.isKnown(list);
    const pinned = this.#table.pinned(list);
    const added = values.map((value) => definitionOf(kind, value)).filter(({ key }) => !pinned.has(key));
    if (isKnown && (newTools === 'hold' || added.length === 0)) return;
    const written = this.#table.add(list, new Map(added.map((one) => [one.key, pinOf(one)])), isKnown);
    this.#tell(list.scope);
    if (isKnown && newTools === 'announce') announce(added.map(({ key }) => ({ kind, key })));
    await written;
    if (kind === 'resource' && pinned.size + added.length > mostResources)
      this.#table.keepOnly(list, new Set(values.map((value) => definitionOf(kind, value).key)));
    this.#tell(list.scope);
  }

  /** A definition as it was pinned and as it is; one without a pin is new as a whole. */
  compare(entry: ServerEntry, definition: Definition): PinComparison {
    const old = this.#table.pin({ kind: definition.kind, scope: entryScope(entry) }, definition.key) ?? noPin;
    // Not cut: what is cut off both sides would be a change that no diff shows.
    const now = pinOf(definition, Number.POSITIVE_INFINITY);
    return { before: describePin(old), after: describePin(now), hash: now.hash, changes: pinChanges(old, now) };
  }

  /** The keys of what is pinned. */
  keys(entry: ServerEntry, kind: DefinitionKind): ReadonlySet<string> {
    return new Set(this.#table.pinned({ kind, scope: entryScope(entry) }).keys());
  }

  /** A user has reviewed and accepted this definition, and no other. */
  accept(entry: ServerEntry, definition: Definition): void {
    const { kind, key } = definition;
    const scope = entryScope(entry);
    this.#table.put({ kind, scope }, new Map([[key, pinOf(definition)]]));
    this.#tell(scope);
  }

  async forget(entry: ServerEntry): Promise<void> {
    const scope = entryScope(entry);
    await this.#table.forget(scope);
    this.#tell(scope);
  }

  /** Another window, or a command line, may have accepted something. */
  changedElsewhere(): void {
    this.#table.changedElsewhere();
    for (const scope of this.#versions.keys()) this.#tell(scope);
  }

  #versionOf(scope: string): Signal<number> {
    const known = this.#versions.get(scope) ?? signal(0);
    this.#versions.set(scope, known);
    return known;
  }

  /** Not `value++`: that reads, and a reviewing effect would trigger itself forever. */
  #tell(scope: string): void {
    const version = this.#versionOf(scope);
    version.value = version.peek() + 1;
  }
}

function judged(pinned: PinnedHash | undefined, definition: Definition): Judgement {
  if (isNameOnly(definition)) return 'unclear';
  if (pinned === undefined) return 'new';
  if (pinned.hash !== hashOf(definition)) return 'changed';
  return pinned.isLate ? 'late' : 'accepted';
}

/** Of a server with enormous schemas only the names are remembered; every tool that was listed has a schema. */
function isNameOnly({ kind, value }: Definition): boolean {
  return kind === 'tool' && (value as { readonly inputSchema?: unknown }).inputSchema === undefined;
}

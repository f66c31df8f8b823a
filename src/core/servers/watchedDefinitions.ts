import { type ReadonlySignal, computed } from '@preact/signals-core';
import type { ServerEntry } from '../config/model/model.ts';
import type { DefinitionKind } from '../../contract/definitions.ts';
import { type Definition, type DefinitionRef, definitionOf } from '../trust/pins/definition.ts';
import type { DefinitionPins } from '../trust/pins/definitionPins.ts';
import { type NewTools, newToolsFor } from '../trust/pins/newTools.ts';
import type { ManagedServer } from './model/server.ts';

/** Agents do not get it until a user accepts it. */
export interface HeldDefinition extends DefinitionRef {
  readonly reason: 'changed' | 'new';
}

type Lists = Readonly<Partial<Record<DefinitionKind, readonly object[]>>>;

/** All definitions of a server that are known, tools that its entry keeps out aside. Reads signals. */
function definitionsOf({ tools, contents, state }: ManagedServer): Lists {
  const { resources, templates, prompts } = contents.value;
  return {
    tool: tools.value,
    ...(state.value.kind === 'connected' && { instructions: instructionsIn(state.value.info.instructions) }),
    ...(prompts && { prompt: prompts }),
    ...(resources && { resource: resources }),
    ...(templates && { template: templates }),
  };
}

export function instructionsIn(instructions: string | undefined): readonly { readonly instructions: string }[] {
  return instructions ? [{ instructions }] : [];
}

/** What a running server lists, tools that its entry keeps out included: they may be let in later. Reads signals. */
export function listedBy(server: ManagedServer): Lists | undefined {
  const all = definitionsOf(server);
  return server.state.value.kind === 'connected' ? { ...all, tool: server.listedTools.value } : undefined;
}

export function findDefinition(server: ManagedServer, { kind, key }: DefinitionRef): Definition | undefined {
  const values = definitionsOf(server)[kind] ?? [];
  return values.map((value) => definitionOf(kind, value)).find((one) => one.key === key);
}

interface HeldParts {
  readonly server: ManagedServer;
  readonly pins: DefinitionPins;
  readonly newTools: ReadonlySignal<NewTools>;
  entry(): ServerEntry | undefined;
}

/** What is held back of a server. Its keys are made by `heldKey`. */
export function heldDefinitions(parts: HeldParts): ReadonlySignal<ReadonlyMap<string, HeldDefinition>> {
  return computed(() => {
    const entry = parts.entry();
    const lists = entry ? Object.entries(definitionsOf(parts.server)) : [];
    const held = lists.flatMap(([kind, values]) => heldOf(parts, entry!, kind as DefinitionKind, values));
    return new Map(held.map((one) => [heldKey(one), one]));
  });
}

export function heldKey({ kind, key }: DefinitionRef): string {
  return `${kind} ${key}`;
}

function heldOf(
  { pins, newTools }: HeldParts,
  entry: ServerEntry,
  kind: DefinitionKind,
  values: readonly object[],
): readonly HeldDefinition[] {
  const isNewHeld = newToolsFor(kind, newTools.value) === 'hold' && pins.isKnown(entry, kind);
  return pins.judge(entry, kind, values).flatMap((judgement, at) => {
    const isNew = isNewHeld && (judgement === 'new' || judgement === 'late');
    const reason = judgement === 'changed' ? 'changed' : isNew ? 'new' : undefined;
    return reason ? [{ kind, key: definitionOf(kind, values[at]!).key, reason }] : [];
  });
}

import { isRecord } from '../../../base/json.ts';
import type { DefinitionKind } from '../../../contract/definitions.ts';

export interface DefinitionRef {
  readonly kind: DefinitionKind;
  /** Name, URI or URI template; empty for the instructions, of which a server has one. */
  readonly key: string;
}

export interface Definition extends DefinitionRef {
  /** As the server sent it. */
  readonly value: object;
}

interface KindRules {
  readonly key: string | undefined;
  /** What a model may read, in the order of the hash: a change of the order changes every pin. */
  readonly pinned: readonly string[];
}

const ofResource: readonly string[] = ['name', 'title', 'description', 'mimeType', 'annotations'];

const rules: Readonly<Record<DefinitionKind, KindRules>> = {
  tool: { key: 'name', pinned: ['title', 'description', 'inputSchema', 'outputSchema', 'annotations'] },
  instructions: { key: undefined, pinned: ['instructions'] },
  prompt: { key: 'name', pinned: ['title', 'description', 'arguments'] },
  resource: { key: 'uri', pinned: ofResource },
  template: { key: 'uriTemplate', pinned: ofResource },
};

export const definitionKinds = Object.keys(rules) as readonly DefinitionKind[];

export function definitionOf(kind: DefinitionKind, value: object): Definition {
  const { key } = rules[kind];
  return { kind, key: key === undefined ? '' : String((value as Record<string, unknown>)[key]), value };
}

/** The parts of a definition that are pinned; those that are absent are left out. */
export function pinnedParts({ kind, value }: Definition): readonly (readonly [field: string, part: unknown])[] {
  const parts = value as Record<string, unknown>;
  const { pinned } = rules[kind];
  return pinned.flatMap((field) => {
    const part = pinned === ofResource && field === 'annotations' ? withoutDate(parts[field]) : parts[field];
    return part === undefined ? [] : [[field, part] as const];
  });
}

/** The time of the last change is no text, and changes with the contents. Anything else in its place is pinned. */
function withoutDate(annotations: unknown): unknown {
  if (!isRecord(annotations) || !isDate(annotations['lastModified'])) return annotations;
  const { lastModified: _, ...rest } = annotations;
  return rest;
}

function isDate(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d(?:T[\d:.]{4,18}(?:Z|[+-]\d\d:?\d\d)?)?$/.test(value);
}

/**
 * What agents get of an accepted definition. A field that is not pinned could be changed unseen, so it is left out:
 * all but those that are for clients and not for models.
 */
export function offeredParts(kind: DefinitionKind, value: object): Readonly<Record<string, unknown>> {
  const { key, pinned } = rules[kind];
  const kept = Object.entries(value).filter(
    ([field, part]) => field === key || pinned.includes(field) || isForClients(field, part),
  );
  return Object.fromEntries(kept);
}

const taskSupports: ReadonlySet<unknown> = new Set(['optional', 'required', 'forbidden']);

function isForClients(field: string, part: unknown): boolean {
  if (field === '_meta' || field === 'icons') return true;
  if (field === 'size') return typeof part === 'number';
  if (field !== 'execution' || !isRecord(part)) return false;
  return Object.entries(part).every(([name, how]) => name === 'taskSupport' && taskSupports.has(how));
}

import { isRecord, sameJson } from '../../../base/json.ts';
import { SchemaChecker } from '../../../base/schema/schemaChecker.ts';
import { names, typesOf } from '../../../base/schema/document/schema.ts';
import type { DefinitionList, Surface } from './surface.ts';

/** Breaking: callers of before fail. Compatible: they do not. Wording: only texts differ, which models read. */
export type DriftClass = 'breaking' | 'compatible' | 'wording';

export interface Drift {
  readonly class: DriftClass;
  /** `tools/add_note`, `server`. */
  readonly subject: string;
  readonly message: string;
}

const lists: readonly DefinitionList[] = ['tools', 'resources', 'templates', 'prompts'];
const wordingKeys = new Set(['title', 'description', 'icons']);

export function driftOf(before: Surface, after: Surface): readonly Drift[] {
  return [...serverDrift(before, after), ...lists.flatMap((list) => listDrift(list, before, after))];
}

function* serverDrift(before: Surface, after: Surface): Generator<Drift> {
  const subject = 'server';
  for (const key of Object.keys(before.capabilities))
    if (!Object.hasOwn(after.capabilities, key))
      yield { class: 'breaking', subject, message: `The capability "${key}" is gone.` };
  for (const key of Object.keys(after.capabilities))
    if (!Object.hasOwn(before.capabilities, key))
      yield { class: 'compatible', subject, message: `The capability "${key}" is new.` };
  if (before.protocolVersion !== after.protocolVersion)
    yield {
      class: 'compatible',
      subject,
      message: `The protocol version is ${after.protocolVersion}, it was ${before.protocolVersion}.`,
    };
  if (before.instructions !== after.instructions)
    yield { class: 'wording', subject, message: 'The instructions have changed.' };
}

function listDrift(list: DefinitionList, before: Surface, after: Surface): readonly Drift[] {
  const [old, now] = [before[list], after[list]];
  const gone = Object.keys(old).filter((key) => !Object.hasOwn(now, key));
  const added = Object.keys(now).filter((key) => !Object.hasOwn(old, key));
  const kept = Object.keys(old).filter((key) => Object.hasOwn(now, key));
  return [
    ...gone.map((key): Drift => ({ class: 'breaking', subject: `${list}/${key}`, message: 'It is gone.' })),
    ...added.map((key): Drift => ({ class: 'compatible', subject: `${list}/${key}`, message: 'It is new.' })),
    ...kept.flatMap((key) => definitionDrift(`${list}/${key}`, old[key] ?? {}, now[key] ?? {})),
  ];
}

type Body = Readonly<Record<string, unknown>>;

function definitionDrift(subject: string, old: Body, now: Body): readonly Drift[] {
  const changed = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
    (key) => !sameJson(old[key], now[key]),
  );
  return changed.flatMap((key): readonly Drift[] => {
    if (wordingKeys.has(key)) return [{ class: 'wording', subject, message: `"${key}" has changed.` }];
    if (key === 'inputSchema') return schemaDrift(subject, 'input', old[key], now[key], '');
    if (key === 'outputSchema') return outputDrift(subject, old[key], now[key]);
    if (key === 'arguments') return argumentDrift(subject, old[key], now[key]);
    if (key === 'annotations') return hintDrift(subject, old[key], now[key]);
    return [{ class: 'compatible', subject, message: `"${key}" has changed.` }];
  });
}

function outputDrift(subject: string, old: unknown, now: unknown): readonly Drift[] {
  if (old === undefined) return [{ class: 'compatible', subject, message: 'It has an output schema now.' }];
  if (now === undefined) return [{ class: 'breaking', subject, message: 'Its output schema is gone.' }];
  return schemaDrift(subject, 'output', old, now, '');
}

/** What goes in may only be asked for less, what comes out may only be promised more. */
function schemaDrift(
  subject: string,
  way: 'input' | 'output',
  old: unknown,
  now: unknown,
  at: string,
): readonly Drift[] {
  if (sameJson(old, now)) return [];
  if (!isRecord(old) || !isRecord(now))
    return [{ class: 'breaking', subject, message: `The schema of ${at || way} has changed.` }];
  return [
    ...typeDrift(subject, way, old, now, at),
    ...propertyDrift(subject, way, old, now, at),
    ...textDrift(subject, old, now, at),
  ];
}

const placeOf = (way: string, at: string): string => (at === '' ? `the ${way}` : `"${at}"`);

function* typeDrift(subject: string, way: 'input' | 'output', old: Body, now: Body, at: string): Generator<Drift> {
  const place = placeOf(way, at);
  const allowed = (schema: Body): readonly unknown[] | undefined =>
    Array.isArray(schema['enum']) ? (schema['enum'] as unknown[]) : typesOf(schema);
  const [before, after] = [allowed(old), allowed(now)];
  if (!sameJson(before, after)) {
    const [from, to] = way === 'input' ? [old, now] : [now, old];
    const [few, many] = [allowed(from), allowed(to)];
    const fits = (one: unknown): boolean =>
      Array.isArray(from['enum']) && new SchemaChecker(to).check(one).violations.length === 0;
    const isWider =
      many === undefined || few?.every((one) => many.some((other) => sameJson(one, other)) || fits(one)) === true;
    const message = `What ${place} may be has changed from ${JSON.stringify(before ?? 'anything')} to ${JSON.stringify(after ?? 'anything')}.`;
    yield { class: isWider ? 'compatible' : 'breaking', subject, message };
  }
  const rest = (schema: Body): Body =>
    Object.fromEntries(Object.entries(schema).filter(([key]) => !comparedElsewhere.has(key)));
  if (!sameJson(rest(old), rest(now)))
    yield { class: 'breaking', subject, message: `The constraints of ${place} have changed.` };
}

const comparedElsewhere = new Set([
  'type',
  'enum',
  'properties',
  'required',
  'items',
  'default',
  'examples',
  '$schema',
  ...wordingKeys,
]);

function propertyDrift(subject: string, way: 'input' | 'output', old: Body, now: Body, at: string): readonly Drift[] {
  const properties = (schema: Body): Body => (isRecord(schema['properties']) ? schema['properties'] : {});
  const [before, after] = [properties(old), properties(now)];
  const [wasNeeded, isNeeded] = [new Set(names(old, 'required')), new Set(names(now, 'required'))];
  const all = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const own = all.flatMap((key): readonly Drift[] => {
    const name = at === '' ? key : `${at}.${key}`;
    if (!Object.hasOwn(after, key)) return [{ class: 'breaking', subject, message: `"${name}" is gone.` }];
    if (!Object.hasOwn(before, key)) return [addedProperty(subject, way, name, isNeeded.has(key))];
    const needed = neededDrift(subject, way, name, wasNeeded.has(key), isNeeded.has(key));
    return needed.concat(schemaDrift(subject, way, before[key], after[key], name));
  });
  const items =
    'items' in old || 'items' in now
      ? schemaDrift(subject, way, old['items'] ?? {}, now['items'] ?? {}, `${at}[]`)
      : [];
  return [...own, ...items];
}

function addedProperty(subject: string, way: 'input' | 'output', name: string, isRequired: boolean): Drift {
  const isBreaking = way === 'input' && isRequired;
  return {
    class: isBreaking ? 'breaking' : 'compatible',
    subject,
    message: `"${name}" is new${isRequired ? ' and required' : ''}.`,
  };
}

function neededDrift(subject: string, way: string, name: string, was: boolean, is: boolean): readonly Drift[] {
  if (was === is) return [];
  const isBreaking = way === 'input' ? is : was;
  const message = is ? `"${name}" is required now.` : `"${name}" is no longer required.`;
  return [{ class: isBreaking ? 'breaking' : 'compatible', subject, message }];
}

function textDrift(subject: string, old: Body, now: Body, at: string): readonly Drift[] {
  const changed = ['title', 'description', 'default', 'examples'].filter((key) => !sameJson(old[key], now[key]));
  return changed.map((key) => ({
    class: 'wording',
    subject,
    message: `"${key}" of ${placeOf('schema', at)} has changed.`,
  }));
}

function argumentDrift(subject: string, old: unknown, now: unknown): readonly Drift[] {
  const read = (list: unknown): Map<string, Body> =>
    new Map((Array.isArray(list) ? (list as unknown[]) : []).filter(isRecord).map((one) => [String(one['name']), one]));
  const [before, after] = [read(old), read(now)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name): readonly Drift[] => {
    const [was, is] = [before.get(name), after.get(name)];
    if (!is) return [{ class: 'breaking', subject, message: `"${name}" is gone.` }];
    if (!was) return [addedProperty(subject, 'input', name, is['required'] === true)];
    const needed = neededDrift(subject, 'input', name, was['required'] === true, is['required'] === true);
    const isSame = was['description'] === is['description'];
    return isSame
      ? needed
      : needed.concat({ class: 'wording', subject, message: `"description" of "${name}" has changed.` });
  });
}

/** A tool that turns destructive, or no longer claims to be read-only, is not the one that a user allowed. */
function hintDrift(subject: string, old: unknown, now: unknown): readonly Drift[] {
  const [before, after] = [isRecord(old) ? old : {}, isRecord(now) ? now : {}];
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => !sameJson(before[key], after[key]),
  );
  return changed.map((key) => {
    const isWorse =
      (key === 'readOnlyHint' && before[key] === true) || (key === 'destructiveHint' && after[key] === true);
    const kind = key.endsWith('Hint') ? (isWorse ? 'breaking' : 'compatible') : 'wording';
    return {
      class: kind,
      subject,
      message: `"${key}" is ${JSON.stringify(after[key]) ?? 'gone'}, it was ${JSON.stringify(before[key]) ?? 'absent'}.`,
    };
  });
}

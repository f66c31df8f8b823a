import { isRecord } from '../../json.ts';
import { fitsPattern, patternProblem } from '../../pattern/fitsPattern.ts';
import {
  append,
  type CheckRun,
  type Keyword,
  none,
  type SchemaNode,
  type Violation,
  violation,
} from '../run/checkRun.ts';
import type { Place } from '../run/place.ts';
import { get, isSchema, names, number, schemaMap, type SchemaObject, subschema } from '../document/schema.ts';
import type { NodeOf } from './nodeOf.ts';
import { patternCost } from './scalars.ts';

const namesPerStep = 100;

export function requiredKeyword(schema: SchemaObject): Keyword | undefined {
  const required = names(schema, 'required');
  if (required.length === 0) return undefined;
  return (run, value, place) => {
    if (!isRecord(value) || !run.spend(Math.floor(required.length / namesPerStep))) return none;
    return missing(required, value, place, 'required');
  };
}

function missing(
  required: readonly string[],
  value: Record<string, unknown>,
  place: Place,
  keyword: string,
): readonly Violation[] {
  const absent = required.filter((missingProperty) => !Object.hasOwn(value, missingProperty));
  return absent.length === 0
    ? none
    : absent.flatMap((missingProperty) => violation(place, keyword, { missingProperty }));
}

export function propertyCountKeyword(schema: SchemaObject): Keyword | undefined {
  const [min = 0, max = Infinity] = [number(schema, 'minProperties'), number(schema, 'maxProperties')];
  if (min === 0 && max === Infinity) return undefined;
  return (_, value, place) => {
    if (!isRecord(value)) return none;
    const count = Object.keys(value).length;
    if (count < min) return violation(place, 'minProperties', { limit: min });
    return count > max ? violation(place, 'maxProperties', { limit: max }) : none;
  };
}

export function propertyNamesKeyword(schema: SchemaObject, nodeOf: NodeOf): Keyword | undefined {
  const rule = subschema(schema, 'propertyNames');
  if (rule === undefined) return undefined;
  const node = nodeOf(rule);
  return (run, value, place) => {
    if (!isRecord(value)) return none;
    return Object.keys(value).flatMap((propertyName) =>
      run
        .check(node, propertyName, place.nameOf(propertyName))
        .flatMap((cause) => violation(place, 'propertyNames', { propertyName, cause })),
    );
  };
}

export function dependentRequiredKeyword(schema: SchemaObject): Keyword | undefined {
  const map = get(schema, 'dependentRequired');
  if (!isRecord(map)) return undefined;
  const lists = Object.keys(map).map((key) => [key, names(map, key)] as const);
  return (run, value, place) => {
    if (!isRecord(value) || !run.spend(Math.floor(lists.length / namesPerStep))) return none;
    return lists.flatMap(([key, required]) =>
      Object.hasOwn(value, key) ? missing(required, value, place, 'dependentRequired') : none,
    );
  };
}

export function dependentSchemasKeyword(schema: SchemaObject, nodeOf: NodeOf): Keyword | undefined {
  const rules = schemaMap(schema, 'dependentSchemas').map(([key, rule]) => [key, nodeOf(rule)] as const);
  if (rules.length === 0) return undefined;
  return (run, value, place, evaluated) => {
    if (!isRecord(value) || !run.spend(Math.floor(rules.length / namesPerStep))) return none;
    return rules.flatMap(([key, node]) =>
      Object.hasOwn(value, key) ? run.check(node, value, place, evaluated) : none,
    );
  };
}

/** `properties`, `patternProperties` and `additionalProperties`, which is for what the others say nothing about. */
export function propertiesKeyword(schema: SchemaObject, nodeOf: NodeOf): Keyword | undefined {
  const own = get(schema, 'properties');
  const patterns = schemaMap(schema, 'patternProperties').map(([source, rule]) => [source, nodeOf(rule)] as const);
  const anything = nodeOf(true);
  const additional = subschema(schema, 'additionalProperties');
  if (!isRecord(own) && patterns.length === 0 && additional === undefined) return undefined;
  const rest = additional === undefined ? undefined : nodeOf(additional);
  return (run, value, place, evaluated) => {
    if (!isRecord(value)) return none;
    const found: Violation[] = [];
    for (const key of Object.keys(value)) {
      const matched = patterns.length === 0 ? [] : matching(run, patterns, key, anything);
      const declared = isRecord(own) ? declaredNode(own, key, nodeOf) : undefined;
      const isDeclared = declared !== undefined || matched.length > 0;
      if (isDeclared || rest) evaluated?.names.add(key);
      if (!isDeclared && additional === false)
        append(found, violation(place, 'additionalProperties', { additionalProperty: key }));
      else if (!isDeclared && rest) append(found, run.check(rest, value[key], place.below(key)));
      if (declared) append(found, run.check(declared, value[key], place.below(key)));
      for (const node of matched) append(found, run.check(node, value[key], place.below(key)));
    }
    return found;
  };
}

/** When a value has the property: a schema may declare a hundred thousand. */
function declaredNode(own: Record<string, unknown>, key: string, nodeOf: NodeOf): SchemaNode | undefined {
  const rule = get(own, key);
  return isSchema(rule) ? nodeOf(rule) : undefined;
}

/** `unknown` stands for a pattern of which nobody can tell: the name may be one of those that it allows. */
function matching(
  run: CheckRun,
  patterns: readonly (readonly [string, SchemaNode])[],
  key: string,
  unknown: SchemaNode,
): readonly SchemaNode[] {
  return patterns.flatMap(([source, node]) => {
    if (!run.spend(patternCost)) return [];
    const fits = fitsPattern(source, key);
    if (fits !== undefined) return fits ? [node] : [];
    if (patternProblem(source) === undefined) run.skip('pattern', source);
    else run.doubt();
    return [unknown];
  });
}

export function unevaluatedPropertiesKeyword(schema: SchemaObject, nodeOf: NodeOf): Keyword | undefined {
  const rule = subschema(schema, 'unevaluatedProperties');
  if (rule === undefined) return undefined;
  const node = nodeOf(rule);
  return (run, value, place, evaluated) => {
    if (!isRecord(value)) return none;
    return Object.keys(value).flatMap((key) => {
      if (evaluated?.names.has(key)) return none;
      evaluated?.names.add(key);
      const fits = run.check(node, value[key], place.below(key)).length === 0;
      return fits ? none : violation(place, 'unevaluatedProperties', { unevaluatedProperty: key });
    });
  };
}

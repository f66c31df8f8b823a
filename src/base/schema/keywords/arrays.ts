import { canonicalJson } from '../../json.ts';
import { append, type Keyword, none, type Violation, violation } from '../run/checkRun.ts';
import { number, type SchemaObject, subschema, subschemas } from '../document/schema.ts';
import type { NodeOf } from './nodeOf.ts';

export function itemCountKeyword(schema: SchemaObject): Keyword | undefined {
  const [min = 0, max = Infinity] = [number(schema, 'minItems'), number(schema, 'maxItems')];
  if (min === 0 && max === Infinity) return undefined;
  return (_, value, place) => {
    if (!Array.isArray(value)) return none;
    if (value.length < min) return violation(place, 'minItems', { limit: min });
    return value.length > max ? violation(place, 'maxItems', { limit: max }) : none;
  };
}

export function uniqueKeyword(schema: SchemaObject): Keyword | undefined {
  if (schema['uniqueItems'] !== true) return undefined;
  return (run, value, place) => {
    if (!Array.isArray(value) || !run.spend(value.length)) return none;
    const first = new Map<string, number>();
    return value.flatMap((item: unknown, i) => {
      const key = canonicalJson(item);
      const j = first.get(key);
      if (j === undefined) first.set(key, i);
      return j === undefined ? none : violation(place, 'uniqueItems', { i, j });
    });
  };
}

export function itemsKeyword(schema: SchemaObject, nodeOf: NodeOf): Keyword | undefined {
  const prefix = subschemas(schema, 'prefixItems') ?? [];
  const items = subschema(schema, 'items');
  if (prefix.length === 0 && items === undefined) return undefined;
  const rest = items === undefined ? undefined : nodeOf(items);
  return (run, value, place, evaluated) => {
    if (!Array.isArray(value)) return none;
    const found: Violation[] = [];
    const count = rest ? value.length : Math.min(prefix.length, value.length);
    for (let index = 0; index < count; index++) {
      evaluated?.indexes.add(index);
      const own = prefix[index];
      const node = own === undefined ? rest : nodeOf(own);
      if (index >= prefix.length && items === false)
        append(found, violation(place.below(index), 'items', { limit: prefix.length }));
      else if (node) append(found, run.check(node, value[index], place.below(index)));
    }
    return found;
  };
}

/** Until 2019-09 an item that is contained does not count as evaluated. */
export function containsKeyword(schema: SchemaObject, nodeOf: NodeOf, isEvaluating: boolean): Keyword | undefined {
  const rule = subschema(schema, 'contains');
  if (rule === undefined) return undefined;
  const node = nodeOf(rule);
  const [minContains = 1, maxContains = Infinity] = [number(schema, 'minContains'), number(schema, 'maxContains')];
  return (run, value, place, evaluated) => {
    if (!Array.isArray(value)) return none;
    const fits = value.map((item: unknown, index) => run.fits(node, item, place.below(index)));
    const found = [...fits.keys()].filter((index) => fits[index] !== false);
    if (isEvaluating) for (const index of found) evaluated?.indexes.add(index);
    if (found.length < minContains) return violation(place, 'contains', { minContains });
    return found.filter((index) => fits[index]).length > maxContains
      ? violation(place, 'contains', { minContains, maxContains })
      : none;
  };
}

export function unevaluatedItemsKeyword(schema: SchemaObject, nodeOf: NodeOf): Keyword | undefined {
  const rule = subschema(schema, 'unevaluatedItems');
  if (rule === undefined) return undefined;
  const node = nodeOf(rule);
  return (run, value, place, evaluated) => {
    if (!Array.isArray(value)) return none;
    return value.flatMap((item: unknown, index) => {
      if (evaluated?.indexes.has(index)) return none;
      evaluated?.indexes.add(index);
      const fits = run.check(node, item, place.below(index)).length === 0;
      return fits ? none : violation(place.below(index), 'unevaluatedItems');
    });
  };
}

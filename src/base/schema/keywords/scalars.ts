import { sameJson } from '../../json.ts';
import { fitsPattern, patternProblem } from '../../pattern/fitsPattern.ts';
import { type Keyword, none, violation } from '../run/checkRun.ts';
import { fitsFormat } from './formats.ts';
import { isOfType, list, number, type SchemaObject, text, typesOf } from '../document/schema.ts';
import { isMultiple } from './numbers.ts';

/** What a pattern costs beside other keywords, and one that was given up; see `base/pattern`. */
export const patternCost = 100;
const gaveUpCost = 5_000;
const valuesPerStep = 100;

export function typeKeyword(schema: SchemaObject): Keyword | undefined {
  const types = typesOf(schema);
  if (!types) return undefined;
  const type = types.length === 1 ? types[0] : types;
  return (_, value, place) => (types.some((each) => isOfType(value, each)) ? none : violation(place, 'type', { type }));
}

export function constKeyword(schema: SchemaObject): Keyword | undefined {
  if (!Object.hasOwn(schema, 'const')) return undefined;
  const allowedValue = schema['const'];
  return (_, value, place) => (sameJson(allowedValue, value) ? none : violation(place, 'const', { allowedValue }));
}

export function enumKeyword(schema: SchemaObject): Keyword | undefined {
  const allowedValues = list(schema, 'enum');
  if (!allowedValues) return undefined;
  const simple = new Set(allowedValues.filter((one) => typeof one !== 'object' || one === null));
  const others = allowedValues.filter((one) => typeof one === 'object' && one !== null);
  return (run, value, place) => {
    if (simple.has(value)) return none;
    if (!run.spend(Math.floor(others.length / valuesPerStep))) return none;
    return others.some((one) => sameJson(one, value)) ? none : violation(place, 'enum', { allowedValues });
  };
}

export function lengthKeyword(schema: SchemaObject): Keyword | undefined {
  const [min = 0, max = Infinity] = [number(schema, 'minLength'), number(schema, 'maxLength')];
  if (min === 0 && max === Infinity) return undefined;
  return (_, value, place) => {
    if (typeof value !== 'string') return none;
    const length = [...value].length; // code points, as the standard says
    if (length < min) return violation(place, 'minLength', { limit: min });
    return length > max ? violation(place, 'maxLength', { limit: max, length }) : none;
  };
}

export function patternKeyword(schema: SchemaObject): Keyword | undefined {
  const pattern = text(schema, 'pattern');
  if (pattern === undefined) return undefined;
  if (patternProblem(pattern) !== undefined) return (run, value) => (typeof value === 'string' ? run.doubt() : none);
  return (run, value, place) => {
    if (typeof value !== 'string' || !run.spend(patternCost)) return none;
    const fits = fitsPattern(pattern, value);
    if (fits === undefined) {
      run.spend(gaveUpCost);
      return run.skip('pattern', pattern);
    }
    return fits ? none : violation(place, 'pattern', { pattern });
  };
}

export function formatKeyword(schema: SchemaObject): Keyword | undefined {
  const format = text(schema, 'format');
  if (format === undefined) return undefined;
  return (_, value, place) =>
    typeof value !== 'string' || fitsFormat(value, format) ? none : violation(place, 'format', { format });
}

const bounds: readonly (readonly [string, string, (value: number, limit: number) => boolean])[] = [
  ['minimum', '>=', (value, limit) => value >= limit],
  ['maximum', '<=', (value, limit) => value <= limit],
  ['exclusiveMinimum', '>', (value, limit) => value > limit],
  ['exclusiveMaximum', '<', (value, limit) => value < limit],
];

type BoundMaker = readonly [readonly string[], (schema: SchemaObject) => Keyword | undefined];

export const boundMakers: readonly BoundMaker[] = bounds.map(([keyword, comparison, holds]) => [
  [keyword],
  (schema) => {
    const limit = number(schema, keyword);
    if (limit === undefined) return undefined;
    return (_, value, place) =>
      typeof value !== 'number' || holds(value, limit) ? none : violation(place, keyword, { comparison, limit });
  },
]);

export function multipleKeyword(schema: SchemaObject): Keyword | undefined {
  const multipleOf = number(schema, 'multipleOf');
  if (multipleOf === undefined || multipleOf <= 0) return undefined;
  return (_, value, place) =>
    typeof value !== 'number' || isMultiple(value, multipleOf) ? none : violation(place, 'multipleOf', { multipleOf });
}

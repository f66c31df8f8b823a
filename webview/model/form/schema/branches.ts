import { t } from '../../../platform/l10n.ts';
import { mergeSchemas } from './merge.ts';
import {
  type JsonType,
  list,
  names,
  type Schema,
  schemaMap,
  type SchemaObject,
  subschemas,
  text,
  typesOf,
} from '../../../../src/base/schema/document/schema.ts';
import type { SchemaScope } from './scope.ts';

export interface Branch {
  readonly title: string;
  /** Complete: the keywords that all branches share are merged in. */
  readonly schema: SchemaObject;
  /** Its index in the schema's own oneOf or anyOf. */
  readonly origin?: number;
}

/** The alternatives of a oneOf or anyOf, without "null", which a field shows in its own way. */
interface Alternatives {
  readonly branches: readonly Branch[];
  readonly nullable: boolean;
}

export function alternativesOf(scope: SchemaScope, schema: SchemaObject): Alternatives | undefined {
  const keyword = subschemas(schema, 'oneOf') ? 'oneOf' : 'anyOf';
  const options = subschemas(schema, keyword);
  if (!options) return undefined;
  const { [keyword]: _, ...common } = schema;
  const flat = options.map((option, origin) => ({ option, origin, schema: scope.resolve(option).schema }));
  const real = flat.filter((one) => !isOnlyNull(one.schema));
  const branches = real.map(({ option, origin, schema: branch }) => ({
    origin,
    title: titleOf(option, branch, origin),
    schema: withoutTitle(common, branch),
  }));
  return { branches, nullable: real.length < flat.length || isNullable(schema) };
}

/** The field has the title of the whole; the branch has its own. */
function withoutTitle(common: SchemaObject, branch: SchemaObject): SchemaObject {
  const { title: _, default: __, ...rest } = common;
  return mergeSchemas(rest, branch);
}

function isOnlyNull(schema: SchemaObject): boolean {
  const types = typesOf(schema);
  return (types?.length === 1 && types[0] === 'null') || ('const' in schema && schema['const'] === null);
}

function isNullable(schema: SchemaObject): boolean {
  return typesOf(schema)?.includes('null') ?? false;
}

function titleOf(option: Schema, flat: SchemaObject, at: number): string {
  const own = typeof option === 'boolean' ? undefined : (text(option, 'title') ?? refName(option));
  return own ?? text(flat, 'title') ?? markerOf(flat) ?? typeNames(typesOf(flat)) ?? t('Option {0}', at + 1);
}

function refName(option: SchemaObject): string | undefined {
  const ref = text(option, '$ref');
  return ref === undefined || !ref.includes('/') ? undefined : ref.slice(ref.lastIndexOf('/') + 1);
}

/** `{ type: const "circle" }` calls itself "circle". */
function markerOf(schema: SchemaObject): string | undefined {
  if ('const' in schema) return label(schema['const']);
  const required = names(schema, 'required');
  const marker = schemaMap(schema, 'properties').find(
    ([key, inner]) => typeof inner === 'object' && 'const' in inner && required.includes(key),
  );
  return marker && typeof marker[1] === 'object' ? label(marker[1]['const']) : undefined;
}

function typeNames(types: readonly JsonType[] | undefined): string | undefined {
  return types?.map(typeName).join(' | ');
}

export function typeName(type: JsonType): string {
  switch (type) {
    case 'string':
      return t('Text');
    case 'number':
      return t('Number');
    case 'integer':
      return t('Integer');
    case 'boolean':
      return t('Boolean');
    case 'null':
      return t('Null');
    case 'object':
      return t('Object');
    case 'array':
      return t('Array');
    default:
      return type satisfies never;
  }
}

/** One branch for each type of a list of types, or for all types where anything goes. */
export function typeBranches(schema: SchemaObject, types: readonly JsonType[]): readonly Branch[] {
  const { title: _, default: __, ...rest } = schema;
  return types.map((type) => ({ title: typeName(type), schema: { ...rest, type } }));
}

export function enumOf(
  schema: SchemaObject,
): readonly { readonly value: unknown; readonly label: string }[] | undefined {
  if ('const' in schema) return [{ value: schema['const'], label: text(schema, 'title') ?? label(schema['const']) }];
  const values = list(schema, 'enum');
  if (!values) return undefined;
  const titles = list(schema, 'enumNames') ?? list(schema, 'x-enumNames') ?? list(schema, 'enumTitles');
  return values.map((value, at) => ({
    value,
    label: typeof titles?.[at] === 'string' ? (titles[at] as string) : label(value),
  }));
}

function label(value: unknown): string {
  return typeof value === 'string' && value !== '' ? value : JSON.stringify(value);
}

/** `oneOf: [{ const: 1, title: "Small" }, …]` is a list of choices with titles. */
export function titledChoices(
  alternatives: Alternatives,
): readonly { readonly value: unknown; readonly label: string }[] | undefined {
  const choices = alternatives.branches.map(({ schema, title }) => {
    const [only, ...more] = enumOf(schema) ?? [];
    return only && more.length === 0 ? { value: only.value, label: title } : undefined;
  });
  return choices.every((choice) => choice !== undefined) && choices.length > 0 ? choices : undefined;
}

import { isRecord, isTextList } from '../../../base/json.ts';
import { l10n } from '../../../base/l10n.ts';
import { patternProblem } from '../../../base/pattern/fitsPattern.ts';
import { type SchemaObject, isSchema, typeNames } from '../../../base/schema/document/schema.ts';

const counts = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'] as const;
const numbers = ['minimum', 'maximum', 'multipleOf'] as const;
const texts = ['$ref', 'title', 'description', 'pattern', 'format', '$id', '$comment'] as const;
const lists = ['allOf', 'anyOf', 'oneOf'] as const;
const maps = ['properties', 'patternProperties', '$defs', 'definitions'] as const;

const isCount = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0;
const isNumber = (value: unknown): boolean => typeof value === 'number';
const isText = (value: unknown): boolean => typeof value === 'string';
const isSchemaList = (value: unknown): boolean => Array.isArray(value) && value.length > 0 && value.every(isSchema);
const isSchemaMap = (value: unknown): boolean => isRecord(value) && Object.values(value).every(isSchema);
const isType = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 && value.every((name) => typeNames.has(name)) : typeNames.has(value);

/** What draft-07 and 2020-12 agree on: the form of each keyword. */
const forms: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ['type', isType],
  ['required', isTextList],
  ['enum', (value) => Array.isArray(value) && value.length > 0],
  ...counts.map((keyword) => [keyword, isCount] as const),
  ...numbers.map((keyword) => [keyword, isNumber] as const),
  ...texts.map((keyword) => [keyword, isText] as const),
  ...lists.map((keyword) => [keyword, isSchemaList] as const),
  ...maps.map((keyword) => [keyword, isSchemaMap] as const),
]);

/** What is wrong with the schema itself, the schemas inside it aside. */
export function schemaDefect(schema: SchemaObject): string | undefined {
  for (const [keyword, value] of Object.entries(schema)) {
    const fits = forms.get(keyword);
    if (fits && !fits(value)) return l10n.t('"{0}" has a value that it cannot have.', keyword);
  }
  return typeof schema['pattern'] === 'string' && patternProblem(schema['pattern']) === 'invalid'
    ? l10n.t('"{0}" is no valid regular expression.', schema['pattern'].slice(0, 100))
    : undefined;
}

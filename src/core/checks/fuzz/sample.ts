import { isRecord } from '../../../base/json.ts';
import { SchemaDocument } from '../../../base/schema/document/schemaDocument.ts';
import { SchemaChecker } from '../../../base/schema/schemaChecker.ts';
import {
  type SchemaObject,
  get,
  list,
  names,
  number,
  schemaMap,
  subschema,
  typesOf,
} from '../../../base/schema/document/schema.ts';

const formats: Readonly<Record<string, string>> = {
  'date-time': '2026-01-02T03:04:05Z',
  date: '2026-01-02',
  time: '03:04:05Z',
  email: 'user@example.com',
  uri: 'https://example.com/',
  'uri-reference': '/a',
  uuid: '3f2b8c1e-7d4a-4c6b-9e5f-1a2b3c4d5e6f',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  hostname: 'example.com',
};

const maxDepth = 8;

/** A small value that fits the schema; `undefined` where none is found. */
export function sampleOf(root: SchemaObject): unknown {
  const value = sample(root, root, 0);
  return new SchemaChecker(root).check(value).violations.length === 0 ? value : undefined;
}

/** The same for a part of it, unchecked. */
export function sample(schema: unknown, root: SchemaObject, depth: number): unknown {
  if (!isRecord(schema) || depth > maxDepth) return 'text';
  const target = resolved(schema, root);
  if (target !== schema && target !== undefined) return sample(target, root, depth + 1);
  for (const keyword of ['const', 'default']) if (keyword in schema) return schema[keyword];
  const [example] = list(schema, 'examples') ?? [];
  if (example !== undefined) return example;
  const [first] = list(schema, 'enum') ?? list(schema, 'anyOf') ?? list(schema, 'oneOf') ?? [];
  if (first !== undefined) return 'enum' in schema ? first : sample(first, root, depth + 1);
  return sampleOfType(schema, root, depth);
}

function sampleOfType(schema: SchemaObject, root: SchemaObject, depth: number): unknown {
  const [type = isRecord(schema['properties']) ? 'object' : 'string'] = typesOf(schema) ?? [];
  switch (type) {
    case 'string':
      return sampleText(schema);
    case 'integer':
    case 'number':
      return number(schema, 'minimum') ?? (number(schema, 'exclusiveMinimum') ?? 0) + 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'array': {
      const item = subschema(schema, 'items') ?? {};
      return Array.from({ length: number(schema, 'minItems') ?? 1 }, () => sample(item, root, depth + 1));
    }
    case 'object':
      return sampleObject(schema, root, depth);
    default:
      return type satisfies never;
  }
}

function sampleText(schema: SchemaObject): string {
  const known = typeof schema['format'] === 'string' ? get(formats, schema['format']) : undefined;
  const text = typeof known === 'string' ? known : 'text';
  const least = number(schema, 'minLength') ?? 0;
  return text.padEnd(least, 'x').slice(0, Math.max(least, number(schema, 'maxLength') ?? text.length));
}

function sampleObject(schema: SchemaObject, root: SchemaObject, depth: number): object {
  const required = new Set(names(schema, 'required'));
  const wanted = schemaMap(schema, 'properties').filter(([name]) => required.has(name));
  return Object.fromEntries(wanted.map(([name, inner]) => [name, sample(inner, root, depth + 1)]));
}

/** The schema that a reference leads to; itself where it is none. */
export function resolved(schema: unknown, root: SchemaObject): unknown {
  if (!isRecord(schema) || typeof schema['$ref'] !== 'string') return schema;
  const document = new SchemaDocument(root);
  return document.lookUp(schema['$ref'], document.resource)?.schema;
}

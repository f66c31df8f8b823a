import { type Location, getLocation } from 'jsonc-parser';
import { isRecord } from '../../../base/json.ts';
import {
  get,
  isSchema,
  list,
  type Schema,
  schemaMap,
  type SchemaObject,
  subschema,
  subschemas,
  text,
  typesOf,
} from '../../../base/schema/document/schema.ts';
import { SchemaDocument } from '../../../base/schema/document/schemaDocument.ts';
import { nodeAt, parseJsonTree } from '../../config/text/jsonTree.ts';

type Path = readonly (string | number)[];

export interface SchemaProposal {
  readonly label: string;
  readonly insert: string;
  readonly description: string | undefined;
  /** What it replaces. */
  readonly offset: number;
  readonly length: number;
}

const maxDepth = 20;

/**
 * Names, values and descriptions of a schema for a text that is being edited. VS Code applies a schema by fixed patterns
 * only, and the folders of manifests are a setting.
 */
export class SchemaHelp {
  readonly #document: SchemaDocument;

  constructor(schema: unknown) {
    this.#document = new SchemaDocument(schema);
  }

  propose(source: string, offset: number): readonly SchemaProposal[] {
    const place = getLocation(source, offset);
    return place.isAtPropertyKey ? this.#names(source, offset, place) : this.#values(offset, place);
  }

  /** What the schema says of the name or value at a place. */
  describe(source: string, offset: number): string | undefined {
    const { path, previousNode } = getLocation(source, offset);
    if (!previousNode) return undefined;
    return this.#schemasAt(path)
      .map((schema) => text(schema, 'description'))
      .find((found) => found !== undefined);
  }

  #names(source: string, offset: number, { path, previousNode }: Location): readonly SchemaProposal[] {
    const parent = path.slice(0, -1);
    const object = nodeAt(parseJsonTree(source).root, parent);
    const typed = path.at(-1);
    const present = new Set(object?.kind === 'object' ? object.members.map(({ key }) => key) : []);
    const { offset: from, length } = rangeOf(offset, previousNode);
    const hasColon = /^\s*:/.test(source.slice(from + length));
    return this.#schemasAt(parent)
      .flatMap((schema) => schemaMap(schema, 'properties'))
      .filter(([name]) => name === typed || !present.has(name))
      .map(([name, schema]) => ({
        label: name,
        insert: JSON.stringify(name) + (hasColon ? '' : `: ${this.#firstValue(schema)}`),
        description: this.#flatten(schema).flatMap((each) => text(each, 'description') ?? [])[0],
        offset: from,
        length,
      }));
  }

  #values(at: number, { path, previousNode }: Location): readonly SchemaProposal[] {
    const { offset, length } = rangeOf(at, previousNode);
    const values = this.#schemasAt(path).flatMap((schema) => valuesOf(schema));
    return [...new Set(values.map((value) => JSON.stringify(value)))].map((insert) => ({
      label: insert,
      insert,
      description: undefined,
      offset,
      length,
    }));
  }

  #firstValue(schema: Schema): string {
    const flat = this.#flatten(schema);
    const given = flat.flatMap((each) => ('default' in each ? [JSON.stringify(each['default'])] : []));
    const types = flat.flatMap((each) => typesOf(each) ?? []);
    return given[0] ?? empty[types[0] ?? 'null'] ?? '';
  }

  #schemasAt(path: Path): readonly SchemaObject[] {
    let here = this.#flatten(this.#document.root);
    for (const step of path) here = here.flatMap((schema) => this.#step(schema, step));
    return here;
  }

  #step(schema: SchemaObject, step: string | number): readonly SchemaObject[] {
    const properties = get(schema, 'properties');
    const own = isRecord(properties) ? get(properties, String(step)) : undefined;
    const next = typeof step === 'number' ? subschema(schema, 'items') : (own ?? schema['additionalProperties']);
    return isSchema(next) ? this.#flatten(next) : [];
  }

  /** A schema with those that hold beside it: its reference and its `allOf`. */
  #flatten(schema: Schema, depth = 0): readonly SchemaObject[] {
    if (typeof schema === 'boolean' || depth > maxDepth) return [];
    const ref = text(schema, '$ref');
    const target = ref === undefined ? undefined : this.#document.lookUp(ref, this.#document.resource);
    const parts = [...(target ? [target.schema] : []), ...(subschemas(schema, 'allOf') ?? [])];
    return [schema, ...parts.flatMap((part) => this.#flatten(part, depth + 1))];
  }
}

const empty: Readonly<Record<string, string>> = {
  string: '""',
  boolean: 'false',
  array: '[]',
  object: '{}',
  number: '0',
  integer: '0',
};

function valuesOf(schema: SchemaObject): readonly unknown[] {
  return [
    ...(list(schema, 'enum') ?? []),
    ...(list(schema, 'examples') ?? []),
    ...(typesOf(schema)?.includes('boolean') ? [true, false] : []),
  ];
}

function rangeOf(offset: number, node: Location['previousNode']): { readonly offset: number; readonly length: number } {
  const isInside = node !== undefined && offset >= node.offset && offset <= node.offset + node.length;
  return isInside ? { offset: node.offset, length: node.length } : { offset, length: 0 };
}

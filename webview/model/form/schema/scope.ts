import { isRecord } from '../../../../src/base/json.ts';
import { t } from '../../../platform/l10n.ts';
import { unescapePointer } from '../../json/jsonTree.ts';
import { modernise } from './dialect.ts';
import { conditionsKey, mergeSchemas } from './merge.ts';
import { isSchema, type Schema, type SchemaObject, subschemas } from './schema.ts';

/** A schema with its references resolved and its allOf merged, or why that is impossible. */
type Resolved =
  | { readonly ok: true; readonly schema: SchemaObject }
  | { readonly ok: false; readonly reason: string; readonly schema: SchemaObject };

const everything: SchemaObject = {};
/** `false` allows nothing. It is an object here, so that callers need not handle boolean schemas. */
export const nothingAllowed: SchemaObject = { not: {} };
const maxDepth = 40;
/** Parts that one schema is merged from: allOf may lead to the same parts again and again. */
const mostParts = 500;

/** One schema document. References are resolved inside it only: nothing is ever fetched. */
export class SchemaScope {
  readonly root: Schema;
  readonly #resolved = new WeakMap<SchemaObject, Resolved>();
  #anchors: Map<string, SchemaObject> | undefined;
  #partsLeft = mostParts;

  constructor(root: unknown) {
    this.root = isSchema(root) ? root : true;
  }

  resolve(schema: Schema): Resolved {
    if (typeof schema === 'boolean') return { ok: true, schema: schema ? everything : nothingAllowed };
    let resolved = this.#resolved.get(schema);
    if (resolved) return resolved;
    this.#partsLeft = mostParts;
    this.#resolved.set(schema, (resolved = this.#flatten(schema, [])));
    return resolved;
  }

  /** The target of a `$ref`, or a sentence that says why it cannot be resolved. */
  lookUp(ref: string): Schema | string {
    if (ref === '#' || ref === '') return this.root;
    if (ref.startsWith('#/'))
      return this.#atPointer(ref.slice(1)) ?? t('"{0}" does not resolve to anything in this schema.', ref);
    const named = this.#named().get(ref.startsWith('#') ? ref.slice(1) : ref);
    if (named) return named;
    const isRemote = /^[a-z][a-z0-9+.-]*:/i.test(ref);
    return isRemote
      ? t('"{0}" refers to another document, which is not fetched.', ref)
      : t('"{0}" does not resolve to anything in this schema.', ref);
  }

  #flatten(schema: SchemaObject, path: readonly SchemaObject[]): Resolved {
    if (path.includes(schema)) return { ok: false, reason: t('This schema has a circular reference.'), schema };
    if (--this.#partsLeft < 0 || path.length > maxDepth)
      return { ok: false, reason: t('This schema is nested too deeply.'), schema };
    const { $ref, allOf, ...rest } = gatherConditions(modernise(schema));
    const parts: Schema[] = [];
    if (typeof $ref === 'string') {
      const target = this.lookUp($ref);
      if (typeof target === 'string') return { ok: false, reason: target, schema };
      parts.push(target);
    }
    parts.push(...(subschemas({ allOf }, 'allOf') ?? []));
    return parts.length === 0 ? { ok: true, schema: rest } : this.#mergeParts(schema, rest, parts, path);
  }

  #mergeParts(
    schema: SchemaObject,
    rest: SchemaObject,
    parts: readonly Schema[],
    path: readonly SchemaObject[],
  ): Resolved {
    let merged: SchemaObject | undefined;
    for (const part of parts) {
      const flat = typeof part === 'boolean' ? this.resolve(part) : this.#flatten(part, [...path, schema]);
      if (!flat.ok) return flat;
      merged = merged ? mergeSchemas(merged, flat.schema) : flat.schema;
    }
    return { ok: true, schema: mergeSchemas(merged ?? everything, rest) };
  }

  #atPointer(pointer: string): Schema | undefined {
    let here: unknown = this.root;
    for (const part of pointer.split('/').slice(1)) {
      const key = unescapePointer(decode(part));
      if (Array.isArray(here)) here = here[Number(key)];
      else here = isRecord(here) && Object.hasOwn(here, key) ? here[key] : undefined;
    }
    return isSchema(here) ? here : undefined;
  }

  #named(): Map<string, SchemaObject> {
    if (this.#anchors) return this.#anchors;
    this.#anchors = new Map();
    collectNames(this.root, this.#anchors, 0);
    return this.#anchors;
  }
}

function gatherConditions(schema: SchemaObject): SchemaObject {
  if (schema['if'] === undefined) return schema;
  const { if: test, then: yes, else: no, ...rest } = schema;
  return { ...rest, [conditionsKey]: [{ test, yes, no }] };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // a stray % is then part of the name
  }
}

function collectNames(value: unknown, found: Map<string, SchemaObject>, depth: number): void {
  if (depth > maxDepth || typeof value !== 'object' || value === null) return;
  if (isRecord(value)) {
    for (const keyword of ['$anchor', '$dynamicAnchor', '$id', 'id']) {
      const name = value[keyword];
      if (typeof name === 'string') found.set(name, value);
    }
  }
  for (const inner of Object.values(value)) collectNames(inner, found, depth + 1);
}

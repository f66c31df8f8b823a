import { SchemaChecker } from '../../../../src/base/schema/schemaChecker.ts';
import type { SchemaResource } from '../../../../src/base/schema/document/schemaDocument.ts';
import { t } from '../../../platform/l10n.ts';
import { modernise } from '../../../../src/base/schema/document/dialect.ts';
import { conditionsKey, mergeSchemas } from './merge.ts';
import { type Schema, type SchemaObject, subschemas, text } from '../../../../src/base/schema/document/schema.ts';

/** A schema with its references resolved and its allOf merged, or why that is impossible. */
type Resolved =
  | { readonly ok: true; readonly schema: SchemaObject }
  | { readonly ok: false; readonly reason: string; readonly schema: SchemaObject };

interface Part<S extends Schema> {
  readonly schema: S;
  /** Where its references start from. */
  readonly resource: SchemaResource;
}

const everything: SchemaObject = {};
/** `false` allows nothing. It is an object here, so that callers need not handle boolean schemas. */
export const nothingAllowed: SchemaObject = { not: {} };
const maxDepth = 40;
/** Parts that one schema is merged from: allOf may lead to the same parts again and again. */
const mostParts = 500;

/** One schema document. References are resolved inside it only: nothing is ever fetched. */
export class SchemaScope {
  readonly root: Schema;
  readonly checker: SchemaChecker;
  readonly #resolved = new WeakMap<SchemaObject, Resolved>();
  #partsLeft = mostParts;

  constructor(root: unknown) {
    this.checker = new SchemaChecker(root);
    this.root = this.checker.document.root;
  }

  resolve(schema: Schema): Resolved {
    if (typeof schema === 'boolean') return { ok: true, schema: schema ? everything : nothingAllowed };
    let resolved = this.#resolved.get(schema);
    if (resolved) return resolved;
    this.#partsLeft = mostParts;
    this.#resolved.set(schema, (resolved = this.#flatten({ schema, resource: this.checker.document.resource }, [])));
    return resolved;
  }

  #flatten({ schema, resource: around }: Part<SchemaObject>, path: readonly SchemaObject[]): Resolved {
    if (path.includes(schema)) return { ok: false, reason: t('This schema has a circular reference.'), schema };
    if (--this.#partsLeft < 0 || path.length > maxDepth)
      return { ok: false, reason: t('This schema is nested too deeply.'), schema };
    const resource = this.checker.document.resourceOf(schema, around);
    const { allOf, $id: _, ...rest } = gatherConditions(modernise(schema, resource.dialect));
    const parts: Part<Schema>[] = [];
    const ref = refOf(rest);
    if (ref !== undefined) {
      const target = this.checker.document.lookUp(ref, resource);
      if (!target) return { ok: false, reason: whyUnresolved(ref), schema };
      parts.push(target);
    }
    for (const part of subschemas({ allOf }, 'allOf') ?? []) parts.push({ schema: part, resource });
    for (const keyword of refKeywords) delete rest[keyword];
    return parts.length === 0 ? { ok: true, schema: rest } : this.#mergeParts(schema, rest, parts, path);
  }

  #mergeParts(
    schema: SchemaObject,
    rest: SchemaObject,
    parts: readonly Part<Schema>[],
    path: readonly SchemaObject[],
  ): Resolved {
    let merged: SchemaObject | undefined;
    for (const part of parts) {
      const flat = this.#flattenPart(part, [...path, schema]);
      if (!flat.ok) return flat;
      merged = merged ? mergeSchemas(merged, flat.schema) : flat.schema;
    }
    return { ok: true, schema: mergeSchemas(merged ?? everything, rest) };
  }

  #flattenPart({ schema, resource }: Part<Schema>, path: readonly SchemaObject[]): Resolved {
    return typeof schema === 'boolean' ? this.resolve(schema) : this.#flatten({ schema, resource }, path);
  }
}

/** The fields of a form take a dynamic reference for a plain one; the check does not. */
const refKeywords = ['$ref', '$recursiveRef', '$dynamicRef'] as const;

function refOf(schema: SchemaObject): string | undefined {
  return refKeywords.map((keyword) => text(schema, keyword)).find((ref) => ref !== undefined);
}

function whyUnresolved(ref: string): string {
  return /^[a-z][a-z0-9+.-]*:/i.test(ref)
    ? t('"{0}" refers to another document, which is not fetched.', ref)
    : t('"{0}" does not resolve to anything in this schema.', ref);
}

function gatherConditions(schema: SchemaObject): Record<string, unknown> {
  if (schema['if'] === undefined) return { ...schema };
  const { if: test, then: yes, else: no, ...rest } = schema;
  return { ...rest, [conditionsKey]: [{ test, yes, no }] };
}

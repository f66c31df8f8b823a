import { isRecord } from '../../../base/json.ts';
import {
  schemaMap,
  type Schema,
  type SchemaObject,
  subschema,
  subschemas,
  text,
} from '../../../base/schema/document/schema.ts';
import type { SchemaDocument, SchemaTarget } from '../../../base/schema/document/schemaDocument.ts';

/**
 * Whether some schema leads back to itself without going deeper into the value. Our own check ends there; validators of
 * clients follow it until their stack ends. Every ring has a reference in it: `referring` are the schemas that have one.
 */
export function hasRing(document: SchemaDocument, referring: readonly SchemaTarget[]): boolean {
  const done = new Set<Schema>();
  return referring.some((start) => leadsBack(start, document, done));
}

interface Step {
  readonly schema: Schema;
  readonly next: readonly SchemaTarget[];
  at: number;
}

/** By hand and not by recursion: a chain of references may be longer than the stack. */
function leadsBack(start: SchemaTarget, document: SchemaDocument, done: Set<Schema>): boolean {
  const open = new Set<Schema>();
  const steps: Step[] = [];
  const enter = (target: SchemaTarget): void => {
    open.add(target.schema);
    steps.push({ schema: target.schema, next: sameValue(target, document), at: 0 });
  };
  if (!done.has(start.schema)) enter(start);
  for (let step = steps.at(-1); step; step = steps.at(-1)) {
    const target = step.next[step.at++];
    if (!target) {
      steps.pop();
      open.delete(step.schema);
      done.add(step.schema);
    } else if (isRecord(target.schema) && !done.has(target.schema)) {
      if (open.has(target.schema)) return true;
      enter(target);
    }
  }
  return false;
}

/** What is asked about the very value that the schema itself is asked about. */
function sameValue({ schema, resource }: SchemaTarget, document: SchemaDocument): readonly SchemaTarget[] {
  if (typeof schema === 'boolean') return [];
  const refs = ['$ref', '$dynamicRef', '$recursiveRef'].map((keyword) => text(schema, keyword));
  const targets = refs.flatMap((ref) => (ref === undefined ? [] : (document.lookUp(ref, resource) ?? [])));
  const inside = inPlace(schema).map((inner) => ({ schema: inner, resource: document.resourceOf(inner, resource) }));
  return [...targets, ...inside];
}

function inPlace(schema: SchemaObject): readonly Schema[] {
  return [
    ...['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => subschemas(schema, keyword) ?? []),
    ...['not', 'if', 'then', 'else'].flatMap((keyword): readonly Schema[] => {
      const inner = subschema(schema, keyword);
      return inner === undefined ? [] : [inner];
    }),
    ...['dependentSchemas', 'dependencies'].flatMap((keyword) => schemaMap(schema, keyword).map(([, inner]) => inner)),
  ];
}

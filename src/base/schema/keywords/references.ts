import type { Keyword, SchemaNode } from '../run/checkRun.ts';
import { isRecord } from '../../json.ts';
import { type SchemaObject, text } from '../document/schema.ts';
import type { SchemaDocument, SchemaResource, SchemaTarget } from '../document/schemaDocument.ts';

/** Where the references of one schema start from. */
export interface ReferenceScope {
  readonly document: SchemaDocument;
  readonly resource: SchemaResource;
  readonly nodeAt: (target: SchemaTarget) => SchemaNode;
}

export function refKeyword(schema: SchemaObject, { document, resource, nodeAt }: ReferenceScope): Keyword | undefined {
  const ref = text(schema, '$ref');
  if (ref === undefined) return undefined;
  const target = document.lookUp(ref, resource);
  if (!target) return (run) => run.skip('$ref', ref);
  const node = nodeAt(target);
  return (run, value, place, evaluated) => run.follow(node, value, place, evaluated);
}

/** Leads to the outermost resource that has the same dynamic anchor, so that a schema can be extended from outside. */
export function dynamicRefKeyword(schema: SchemaObject, scope: ReferenceScope): Keyword | undefined {
  const { document, resource, nodeAt } = scope;
  const ref = text(schema, '$dynamicRef');
  if (ref === undefined) return undefined;
  const target = document.lookUp(ref, resource);
  if (!target) return (run) => run.skip('$ref', ref);
  const name = ref.slice(ref.indexOf('#') + 1);
  const isDynamic = isRecord(target.schema) && target.schema['$dynamicAnchor'] === name;
  return (run, value, place, evaluated) => {
    const outermost = isDynamic
      ? run.resources.map((outer) => document.dynamicTarget(name, outer)).find((found) => found !== undefined)
      : undefined;
    return run.follow(nodeAt(outermost ?? target), value, place, evaluated);
  };
}

/** The same in 2019-09, where the anchor has no name. */
export function recursiveRefKeyword(schema: SchemaObject, scope: ReferenceScope): Keyword | undefined {
  const { resource, nodeAt } = scope;
  if (typeof schema['$recursiveRef'] !== 'string') return undefined;
  return (run, value, place, evaluated) => {
    const outermost = isRecursive(resource) ? run.resources.find(isRecursive) : undefined;
    const target = outermost ?? resource;
    return run.follow(nodeAt({ schema: target.root, resource: target }), value, place, evaluated);
  };
}

function isRecursive({ root }: SchemaResource): boolean {
  return isRecord(root) && root['$recursiveAnchor'] === true;
}

import { type Keyword, type SchemaNode, violation } from './run/checkRun.ts';
import { modernise } from './document/dialect.ts';
import { allOfKeyword, conditionKeyword, notKeyword, unionKeyword } from './keywords/applicators.ts';
import {
  containsKeyword,
  itemCountKeyword,
  itemsKeyword,
  uniqueKeyword,
  unevaluatedItemsKeyword,
} from './keywords/arrays.ts';
import {
  dependentRequiredKeyword,
  dependentSchemasKeyword,
  propertiesKeyword,
  propertyCountKeyword,
  propertyNamesKeyword,
  requiredKeyword,
  unevaluatedPropertiesKeyword,
} from './keywords/objects.ts';
import type { NodeOf } from './keywords/nodeOf.ts';
import { dynamicRefKeyword, recursiveRefKeyword, refKeyword, type ReferenceScope } from './keywords/references.ts';
import {
  boundMakers,
  constKeyword,
  enumKeyword,
  formatKeyword,
  lengthKeyword,
  multipleKeyword,
  patternKeyword,
  typeKeyword,
} from './keywords/scalars.ts';
import type { Schema, SchemaObject } from './document/schema.ts';
import type { SchemaDocument, SchemaResource, SchemaTarget } from './document/schemaDocument.ts';

const acceptAll: readonly Keyword[] = [];
const refuseAll: readonly Keyword[] = [(_, __, place) => violation(place, 'false schema')];

/** The schemas of a document, made ready once each, and only when a value meets them. */
export class SchemaNodes {
  readonly document: SchemaDocument;
  readonly #nodes = new WeakMap<SchemaObject, SchemaNode>();

  constructor(document: SchemaDocument) {
    this.document = document;
  }

  /** `resource` is that of the schema around it. */
  nodeOf(schema: Schema, parent: SchemaResource): SchemaNode {
    if (typeof schema === 'boolean')
      return { resource: parent, keywords: schema ? acceptAll : refuseAll, isTracking: false };
    let node = this.#nodes.get(schema);
    if (!node) this.#nodes.set(schema, (node = new LazyNode(schema, this.document.resourceOf(schema, parent), this)));
    return node;
  }

  nodeAt({ schema, resource }: SchemaTarget): SchemaNode {
    return this.nodeOf(schema, resource);
  }
}

class LazyNode implements SchemaNode {
  readonly resource: SchemaResource;
  readonly isTracking: boolean;
  readonly #schema: SchemaObject;
  readonly #nodes: SchemaNodes;
  #keywords: readonly Keyword[] | undefined;

  constructor(schema: SchemaObject, resource: SchemaResource, nodes: SchemaNodes) {
    this.resource = resource;
    this.isTracking = schema['unevaluatedItems'] !== undefined || schema['unevaluatedProperties'] !== undefined;
    this.#schema = schema;
    this.#nodes = nodes;
  }

  get keywords(): readonly Keyword[] {
    this.#keywords ??= keywordsOf(this.#schema, {
      document: this.#nodes.document,
      resource: this.resource,
      nodeOf: (schema) => this.#nodes.nodeOf(schema, this.resource),
      nodeAt: (target) => this.#nodes.nodeAt(target),
    });
    return this.#keywords;
  }
}

interface NodeScope extends ReferenceScope {
  readonly nodeOf: NodeOf;
}

type Maker = (schema: SchemaObject, scope: NodeScope) => Keyword | undefined;

const inner =
  (make: (schema: SchemaObject, nodeOf: NodeOf) => Keyword | undefined): Maker =>
  (schema, { nodeOf }) =>
    make(schema, nodeOf);

/** In the order of their violations, by what a schema must have; what is unevaluated is known only after all others. */
const makers: readonly (readonly [readonly string[], Maker])[] = [
  [['$ref'], refKeyword],
  [['$dynamicRef'], dynamicRefKeyword],
  [['$recursiveRef'], recursiveRefKeyword],
  [['type'], typeKeyword],
  [['const'], constKeyword],
  [['enum'], enumKeyword],
  [['allOf'], inner(allOfKeyword)],
  [['not'], inner(notKeyword)],
  [['if'], inner(conditionKeyword)],
  [['anyOf'], inner((schema, nodeOf) => unionKeyword('anyOf', schema, nodeOf))],
  [['oneOf'], inner((schema, nodeOf) => unionKeyword('oneOf', schema, nodeOf))],
  [['minLength', 'maxLength'], lengthKeyword],
  [['pattern'], patternKeyword],
  [['format'], formatKeyword],
  ...boundMakers,
  [['multipleOf'], multipleKeyword],
  [['minItems', 'maxItems'], itemCountKeyword],
  [['uniqueItems'], uniqueKeyword],
  [['prefixItems', 'items'], inner(itemsKeyword)],
  [['contains'], (schema, { nodeOf, resource }) => containsKeyword(schema, nodeOf, resource.dialect !== '2019-09')],
  [['required'], requiredKeyword],
  [['minProperties', 'maxProperties'], propertyCountKeyword],
  [['propertyNames'], inner(propertyNamesKeyword)],
  [['dependentRequired'], dependentRequiredKeyword],
  [['dependentSchemas'], inner(dependentSchemasKeyword)],
  [['properties', 'patternProperties', 'additionalProperties'], inner(propertiesKeyword)],
  [['unevaluatedItems'], inner(unevaluatedItemsKeyword)],
  [['unevaluatedProperties'], inner(unevaluatedPropertiesKeyword)],
];

const orderOf: ReadonlyMap<string, number> = new Map(
  makers.flatMap(([names], order) => names.map((name) => [name, order] as const)),
);

function keywordsOf(raw: SchemaObject, scope: NodeScope): readonly Keyword[] {
  const schema = modernise(raw, scope.resource.dialect);
  const orders = new Set<number>();
  for (const keyword of Object.keys(schema)) {
    const order = orderOf.get(keyword);
    if (order !== undefined) orders.add(order);
  }
  return [...orders].toSorted((a, b) => a - b).flatMap((order) => makers[order]?.[1](schema, scope) ?? []);
}

import { isRecord } from '../../../../src/base/json.ts';
import { t } from '../../../platform/l10n.ts';
import { ArrayNode } from './arrayNode.ts';
import { alternativesOf, enumOf, titledChoices, typeBranches } from '../schema/branches.ts';
import type { FieldNode, NodeFactory, NodePosition } from './fieldNode.ts';
import { ObjectNode } from './objectNode.ts';
import { ChoiceNode, BooleanNode, MultiChoiceNode, NumberNode, RawNode, TextNode } from './scalarNodes.ts';
import {
  type JsonType,
  list,
  type Schema,
  type SchemaObject,
  subschema,
  typesOf,
} from '../../../../src/base/schema/document/schema.ts';
import { nothingAllowed, SchemaScope } from '../schema/scope.ts';
import { UnionNode } from './unionNode.ts';

const maxUnwrapped = 20;
const maxUnions = 8;
const maxDepth = 80;
/** What one schema or value opens by itself. Real tools have some hundred fields; a schema of a page can ask for billions. */
const mostNodes = 2_000;
const choicesPerNode = 20;

/** Why a field ends here, and takes JSON text: each level of fields costs the page a level of its stack. */
function endlessReason({ depth, unions = 0 }: NodePosition): string | undefined {
  if (unions > maxUnions) return t('This schema has a circular reference.');
  return depth > maxDepth ? t('This schema is nested too deeply.') : undefined;
}

/** Chooses the kind of field for a schema. Every object schema gets one that the user can fill in. */
export class NodeBuilder implements NodeFactory {
  readonly scope: SchemaScope;
  #nodesLeft = mostNodes;
  #isOpening = false;

  constructor(root: unknown) {
    this.scope = new SchemaScope(root);
  }

  build(schema: Schema, position: NodePosition): FieldNode {
    return this.opening(() => {
      const resolved = this.scope.resolve(schema);
      this.#nodesLeft -= 1 + Math.floor(choicesIn(resolved.schema) / choicesPerNode);
      const reason = resolved.ok ? (endlessReason(position) ?? this.#largeReason(resolved.schema)) : resolved.reason;
      const node =
        reason === undefined ? this.#choose(resolved.schema, position) : new RawNode(resolved.schema, reason, position);
      node.initialize();
      return node;
    });
  }

  opening<T>(work: () => T): T {
    if (this.#isOpening) return work();
    this.#isOpening = true;
    this.#nodesLeft = mostNodes;
    try {
      return work();
    } finally {
      this.#isOpening = false;
    }
  }

  mayOpen(count: number): boolean {
    return count <= this.#nodesLeft;
  }

  #largeReason(schema: SchemaObject): string | undefined {
    const inside = Object.keys(isRecord(schema['properties']) ? schema['properties'] : {}).length;
    const first = Array.isArray(schema['prefixItems']) ? schema['prefixItems'].length : 0;
    return this.mayOpen(Math.max(inside, first)) ? undefined : t('This schema has too many fields.');
  }

  /** `unwrapped` unions of one branch led here: a schema that is its own only branch has no end. */
  #choose(schema: SchemaObject, position: NodePosition, unwrapped = 0): FieldNode {
    if (unwrapped > maxUnwrapped) return new RawNode(schema, t('This schema has a circular reference.'), position);
    if (schema === nothingAllowed) return new RawNode(schema, t('The schema allows no value here.'), position);
    return (
      this.#chosenValue(schema, position) ??
      this.#alternatives(schema, position, unwrapped) ??
      this.#byType(schema, position)
    );
  }

  #chosenValue(schema: SchemaObject, position: NodePosition): FieldNode | undefined {
    const choices = enumOf(schema);
    if (!choices) return undefined;
    if (choices.length === 0)
      return new RawNode(schema, t('The schema is contradictory: no value is valid.'), position);
    const isNullable = choices.length > 1 && choices.some((choice) => choice.value === null);
    const rest = isNullable ? choices.filter((choice) => choice.value !== null) : choices;
    return new ChoiceNode(schema, rest, { ...position, nullable: isNullable || position.nullable === true });
  }

  #alternatives(schema: SchemaObject, position: NodePosition, unwrapped: number): FieldNode | undefined {
    const alternatives = alternativesOf(this.scope, schema);
    if (!alternatives) return undefined;
    const nullable = alternatives.nullable || position.nullable === true;
    const choices = titledChoices(alternatives);
    if (choices) return new ChoiceNode(schema, choices, { ...position, nullable });
    const [only, ...more] = alternatives.branches;
    if (!only) return new ChoiceNode(schema, [{ value: null, label: 'null' }], position);
    if (more.length === 0)
      return this.#choose(withAnnotations(schema, only.schema), { ...position, nullable }, unwrapped + 1);
    return new UnionNode(schema, alternatives.branches, { ...position, nullable }, this);
  }

  #byType(schema: SchemaObject, position: NodePosition): FieldNode {
    const named =
      Array.isArray(schema['type']) && schema['type'].length === 0 ? [] : (typesOf(schema) ?? guessTypes(schema));
    const types = named.length > 1 ? named.filter((type) => type !== 'null') : named;
    const nullable = types.length < named.length || position.nullable === true;
    const [type, ...more] = types;
    if (type === undefined) return new RawNode(schema, t('The schema is contradictory: no value is valid.'), position);
    if (more.length > 0) return new UnionNode(schema, typeBranches(schema, types), { ...position, nullable }, this);
    return this.#single(type, schema, { ...position, nullable });
  }

  #single(type: JsonType, schema: SchemaObject, position: NodePosition): FieldNode {
    switch (type) {
      case 'string':
        return new TextNode(schema, position);
      case 'number':
      case 'integer':
        return new NumberNode(schema, position);
      case 'boolean':
        return new BooleanNode(schema, position);
      case 'null':
        return new ChoiceNode(schema, [{ value: null, label: 'null' }], position);
      case 'object':
        return new ObjectNode(schema, position, this);
      case 'array':
        return this.#array(schema, position);
      default:
        return type satisfies never;
    }
  }

  #array(schema: SchemaObject, position: NodePosition): FieldNode {
    const items = subschema(schema, 'items');
    if (schema['uniqueItems'] === true && items !== undefined && schema['prefixItems'] === undefined) {
      const { schema: item } = this.scope.resolve(items);
      const alternatives = alternativesOf(this.scope, item);
      const choices = enumOf(item) ?? (alternatives && titledChoices(alternatives));
      if (choices && choices.length > 0) return new MultiChoiceNode(schema, choices, position);
    }
    return new ArrayNode(schema, position, this);
  }
}

function choicesIn(schema: SchemaObject): number {
  return Math.max(...['enum', 'anyOf', 'oneOf'].map((keyword) => list(schema, keyword)?.length ?? 0));
}

/** A union of one schema and null is that schema, with the annotations of the union. */
function withAnnotations(whole: SchemaObject, only: SchemaObject): SchemaObject {
  const annotations = ['title', 'description', 'default', 'examples'].filter((keyword) => whole[keyword] !== undefined);
  return { ...only, ...Object.fromEntries(annotations.map((keyword) => [keyword, whole[keyword]])) };
}

const hints: readonly (readonly [JsonType, readonly string[]])[] = [
  [
    'object',
    [
      'properties',
      'patternProperties',
      'additionalProperties',
      'required',
      'propertyNames',
      'minProperties',
      'maxProperties',
      '$conditions',
      'dependentSchemas',
      'unevaluatedProperties',
    ],
  ],
  ['array', ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems', 'contains']],
  ['string', ['minLength', 'maxLength', 'pattern', 'format', 'contentEncoding', 'contentMediaType']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
];

/** Many schemas omit `type` and imply it by other keywords; without any of those, every type is allowed. */
function guessTypes(schema: SchemaObject): readonly JsonType[] {
  const found = hints.find(([, keywords]) => keywords.some((keyword) => schema[keyword] !== undefined));
  return found ? [found[0]] : ['string', 'number', 'boolean', 'object', 'array', 'null'];
}

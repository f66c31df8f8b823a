import { t } from '../../text.ts';
import { ArrayNode } from './arrayNode.ts';
import { alternativesOf, enumOf, titledChoices, typeBranches } from './branches.ts';
import type { FieldNode, NodePlace } from './node.ts';
import { ObjectNode } from './objectNode.ts';
import { ChoiceNode, FlagNode, MultiChoiceNode, NumberNode, RawNode, TextNode } from './scalarNodes.ts';
import { type JsonType, type Schema, type SchemaObject, subschema, typesOf } from './schema.ts';
import { nothingAllowed, SchemaScope } from './scope.ts';
import { hasConditions } from './shape.ts';
import { UnionNode } from './unionNode.ts';

/** Chooses the kind of field for a schema. Every object schema gets one that a person can fill in. */
export class Builder {
  readonly scope: SchemaScope;

  constructor(root: unknown) {
    this.scope = new SchemaScope(root);
  }

  readonly hasConditions = hasConditions;

  build(schema: Schema, place: NodePlace): FieldNode {
    const resolved = this.scope.resolve(schema);
    const node = resolved.ok
      ? this.#choose(resolved.schema, place)
      : new RawNode(resolved.schema, resolved.reason, place);
    node.begin();
    return node;
  }

  #choose(schema: SchemaObject, place: NodePlace): FieldNode {
    if (schema === nothingAllowed) return new RawNode(schema, t('The schema allows no value here.'), place);
    return this.#chosenValue(schema, place) ?? this.#alternatives(schema, place) ?? this.#byType(schema, place);
  }

  #chosenValue(schema: SchemaObject, place: NodePlace): FieldNode | undefined {
    const choices = enumOf(schema);
    if (!choices) return undefined;
    if (choices.length === 0) return new RawNode(schema, t('The schema is contradictory: no value is valid.'), place);
    const isNullable = choices.length > 1 && choices.some((choice) => choice.value === null);
    const rest = isNullable ? choices.filter((choice) => choice.value !== null) : choices;
    return new ChoiceNode(schema, rest, { ...place, nullable: isNullable || place.nullable === true });
  }

  #alternatives(schema: SchemaObject, place: NodePlace): FieldNode | undefined {
    const alternatives = alternativesOf(this.scope, schema);
    if (!alternatives) return undefined;
    const nullable = alternatives.nullable || place.nullable === true;
    const choices = titledChoices(alternatives);
    if (choices) return new ChoiceNode(schema, choices, { ...place, nullable });
    const [only, ...more] = alternatives.branches;
    if (!only) return new ChoiceNode(schema, [{ value: null, label: 'null' }], place);
    if (more.length === 0) return this.#choose(keepWords(schema, only.schema), { ...place, nullable });
    return new UnionNode(schema, alternatives.branches, { ...place, nullable }, this);
  }

  #byType(schema: SchemaObject, place: NodePlace): FieldNode {
    const named =
      Array.isArray(schema['type']) && schema['type'].length === 0 ? [] : (typesOf(schema) ?? guessTypes(schema));
    const types = named.length > 1 ? named.filter((type) => type !== 'null') : named;
    const nullable = types.length < named.length || place.nullable === true;
    const [type, ...more] = types;
    if (type === undefined) return new RawNode(schema, t('The schema is contradictory: no value is valid.'), place);
    if (more.length > 0) return new UnionNode(schema, typeBranches(schema, types), { ...place, nullable }, this);
    return this.#single(type, schema, { ...place, nullable });
  }

  #single(type: JsonType, schema: SchemaObject, place: NodePlace): FieldNode {
    switch (type) {
      case 'string':
        return new TextNode(schema, place);
      case 'number':
      case 'integer':
        return new NumberNode(schema, place);
      case 'boolean':
        return new FlagNode(schema, place);
      case 'null':
        return new ChoiceNode(schema, [{ value: null, label: 'null' }], place);
      case 'object':
        return new ObjectNode(schema, place, this);
      case 'array':
        return this.#array(schema, place);
      default:
        return type satisfies never;
    }
  }

  #array(schema: SchemaObject, place: NodePlace): FieldNode {
    const items = subschema(schema, 'items');
    if (schema['uniqueItems'] === true && items !== undefined && schema['prefixItems'] === undefined) {
      const { schema: item } = this.scope.resolve(items);
      const alternatives = alternativesOf(this.scope, item);
      const choices = enumOf(item) ?? (alternatives && titledChoices(alternatives));
      if (choices && choices.length > 0) return new MultiChoiceNode(schema, choices, place);
    }
    return new ArrayNode(schema, place, this);
  }
}

/** A union of one thing and null is that thing, with the words that were said about the whole. */
function keepWords(whole: SchemaObject, only: SchemaObject): SchemaObject {
  const words = ['title', 'description', 'default', 'examples'].filter((keyword) => whole[keyword] !== undefined);
  return { ...only, ...Object.fromEntries(words.map((keyword) => [keyword, whole[keyword]])) };
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

/** Many schemas leave `type` out and mean what their other keywords say; with none of those, anything goes. */
function guessTypes(schema: SchemaObject): readonly JsonType[] {
  const found = hints.find(([, keywords]) => keywords.some((keyword) => schema[keyword] !== undefined));
  return found ? [found[0]] : ['string', 'number', 'boolean', 'object', 'array', 'null'];
}

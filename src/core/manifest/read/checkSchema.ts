import { l10n } from '../../../base/l10n.ts';
import { messageOf } from '../../../base/fault.ts';
import { isRecord } from '../../../base/json.ts';
import { patternProblem } from '../../../base/pattern/fitsPattern.ts';
import type { SchemaObject } from '../../../base/schema/document/schema.ts';
import {
  SchemaDocument,
  type SchemaResource,
  type SchemaTarget,
} from '../../../base/schema/document/schemaDocument.ts';
import { hasRing } from './schemaRings.ts';

interface SchemaFlaw {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/*
 * Schemas are read when a value meets them, so a bad one would be a surprise in the first call. This walk takes
 * microseconds and finds what validators reject: ours, and those of the clients that the schema is advertised to.
 */

const anchorName = /^[a-z_][-a-z0-9._]*$/i;
const maxDepth = 64;
const types = new Set(['null', 'boolean', 'object', 'array', 'number', 'integer', 'string']);
/** Keywords that have no meaning alone, and that a validator rejects. */
const companions = [
  ['nullable', 'type'],
  ['formatMinimum', 'format'],
  ['formatMaximum', 'format'],
  ['formatExclusiveMinimum', 'format'],
  ['formatExclusiveMaximum', 'format'],
] as const;
const dialects = /^https?:\/\/json-schema\.org\/(draft\/2020-12|draft\/2019-09|draft-07|draft-06)\/schema#?$/;

type Check = (walk: SchemaWalk, value: unknown, path: Path) => void;
type Path = readonly (string | number)[];

/** What keeps a schema from being enforced; none means that it can be. */
export function checkSchema(schema: unknown, base: Path): readonly SchemaFlaw[] {
  const walk = new SchemaWalk(schema);
  walk.schema(schema, base, 0);
  return walk.finish(base);
}

class SchemaWalk {
  readonly flaws: SchemaFlaw[] = [];
  readonly #document: SchemaDocument;
  readonly #anchors = new Set<string>();
  #resource: SchemaResource;
  #schema: SchemaObject = {};
  readonly #referring: SchemaTarget[] = [];
  depth = 0;

  constructor(root: unknown) {
    this.#document = new SchemaDocument(root);
    this.#resource = this.#document.resource;
  }

  get itemsMayBeList(): boolean {
    return !['any', '2020-12'].includes(this.#resource.dialect);
  }

  schema(schema: unknown, path: Path, depth: number): void {
    if (typeof schema === 'boolean') return;
    if (!isRecord(schema)) return this.fail(path, l10n.t('A schema is an object, true or false.'));
    if (depth > maxDepth) return this.fail(path, l10n.t('A schema may be nested at most {0} deep.', maxDepth));
    const outer = this.#resource;
    this.#resource = this.#document.resourceOf(schema, outer);
    for (const [keyword, partner] of companions) {
      if (keyword in schema && !(partner in schema))
        this.fail([...path, keyword], l10n.t('"{0}" needs "{1}" beside it.', keyword, partner));
    }
    for (const keyword in schema) {
      this.depth = depth;
      this.#schema = schema;
      (keywords.get(keyword) ?? anything)(this, schema[keyword], [...path, keyword]);
    }
    this.#resource = outer;
  }

  nested(schema: unknown, path: Path): void {
    const depth = this.depth;
    this.schema(schema, path, depth + 1);
    this.depth = depth;
  }

  anchor(name: unknown, path: Path): void {
    const unique = typeof name === 'string' && anchorName.test(name) ? `${this.#resource.uri}#${name}` : undefined;
    if (unique === undefined || this.#anchors.has(unique))
      return this.fail(path, l10n.t('An anchor must be a string that is used only once.'));
    this.#anchors.add(unique);
  }

  reference(target: unknown, path: Path): void {
    this.#referring.push({ schema: this.#schema, resource: this.#resource });
    if (typeof target !== 'string') return this.fail(path, l10n.t('A reference must be a string.'));
    if (this.#document.lookUp(target, this.#resource)) return;
    const isElsewhere = !target.startsWith('#');
    this.fail(
      path,
      isElsewhere
        ? l10n.t('Only references inside of this schema are followed, not "{0}".', target)
        : l10n.t('"{0}" does not resolve to anything in this schema.', target),
    );
  }

  finish(base: Path): readonly SchemaFlaw[] {
    if (this.flaws.length === 0 && hasRing(this.#document, this.#referring))
      this.fail(base, l10n.t('References form a loop, so validation would never end.'));
    return this.flaws;
  }

  fail(path: Path, message: string): void {
    if (this.flaws.length < 20) this.flaws.push({ path, message });
  }
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

const must =
  (holds: (value: unknown) => boolean, message: () => string): Check =>
  (walk, value, path) => {
    if (!holds(value)) walk.fail(path, message());
  };

/** Not looked into, but such a value is written as text again, and the stack has an end. */
const anything: Check = (walk, value, path) => {
  if (isDeeperThan(value, maxDepth)) walk.fail(path, l10n.t('This is nested too deeply.'));
};

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}

const one: Check = (walk, value, path) => walk.nested(value, path);

const many: Check = (walk, value, path) => {
  if (!Array.isArray(value) || value.length === 0)
    return walk.fail(path, l10n.t('A list of schemas is expected here.'));
  value.forEach((each, at) => walk.nested(each, [...path, at]));
};

const items: Check = (walk, value, path) => {
  if (!Array.isArray(value)) return walk.nested(value, path);
  if (!walk.itemsMayBeList)
    return walk.fail(path, l10n.t('"items" is one schema; a list of them is called "prefixItems".'));
  many(walk, value, path);
};

const named: Check = (walk, value, path) => {
  if (!isRecord(value)) return walk.fail(path, l10n.t('An object of schemas is expected here.'));
  for (const key in value) walk.nested(value[key], [...path, key]);
};

const namedByPattern: Check = (walk, value, path) => {
  if (isRecord(value)) for (const key in value) pattern(walk, key, [...path, key]);
  named(walk, value, path);
};

const namedTexts: Check = (walk, value, path) => {
  if (!isRecord(value)) return walk.fail(path, l10n.t('An object of name lists is expected here.'));
  for (const key in value) texts(walk, value[key], [...path, key]);
};

const dependencies: Check = (walk, value, path) => {
  if (!isRecord(value)) return walk.fail(path, l10n.t('An object is expected here.'));
  for (const key in value) (Array.isArray(value[key]) ? texts : one)(walk, value[key], [...path, key]);
};

const pattern: Check = (walk, value, path) => {
  const flaw = typeof value === 'string' ? patternFlaw(value) : l10n.t('a pattern must be a string');
  if (flaw !== undefined) walk.fail(path, l10n.t('This pattern cannot be used: {0}.', flaw));
};

/** With the flag that validators use: without it `\\-` is allowed, and with it an error. */
function patternFlaw(source: string): string | undefined {
  try {
    RegExp(source, 'u').test('');
    return patternProblem(source) === undefined
      ? undefined
      : l10n.t('look-behind, references by name and flags inside it are not supported');
  } catch (error) {
    return messageOf(error);
  }
}

function isTypeList(value: unknown): boolean {
  if (isText(value)) return types.has(value as string);
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    new Set(value).size === value.length &&
    value.every((type) => types.has(type as string))
  );
}

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText) && new Set(value).size === value.length;
}

const texts = must(isTextList, () => l10n.t('A list of unique names is expected here.'));
const number = must(
  (value) => typeof value === 'number',
  () => l10n.t('A number is expected here.'),
);
const count = must(
  (value) => Number.isInteger(value) && (value as number) >= 0,
  () => l10n.t('An integer of 0 or more is expected here.'),
);
const flag = must(
  (value) => typeof value === 'boolean',
  () => l10n.t('Must be true or false.'),
);
const text = must(isText, () => l10n.t('A string is expected here.'));

const keywords = new Map<string, Check>([
  [
    '$schema',
    must(
      (value) => isText(value) && dialects.test(value as string),
      () => l10n.t('This JSON Schema dialect is not supported; omit "$schema" for 2020-12.'),
    ),
  ],
  ['type', must(isTypeList, () => l10n.t('A type is one of {0}, or a list of them.', [...types].join(', ')))],
  [
    'enum',
    (walk, value, path) => {
      if (!Array.isArray(value)) walk.fail(path, l10n.t('A list is expected here.'));
      anything(walk, value, path);
    },
  ],
  ['required', texts],
  ['dependentRequired', namedTexts],
  ['dependencies', dependencies],
  ['pattern', pattern],
  ['patternProperties', namedByPattern],
  [
    'multipleOf',
    must(
      (value) => typeof value === 'number' && value > 0,
      () => l10n.t('A number above 0 is expected here.'),
    ),
  ],
  ['nullable', flag],
  ['uniqueItems', flag],
  ['description', text],
  ['title', text],
  ['format', text],
  ['$comment', text],
  ['examples', must(Array.isArray, () => l10n.t('A list is expected here.'))],
]);
for (const keyword of ['properties', '$defs', 'definitions', 'dependentSchemas']) keywords.set(keyword, named);
for (const keyword of ['allOf', 'anyOf', 'oneOf', 'prefixItems']) keywords.set(keyword, many);
for (const keyword of ['maximum', 'minimum', 'exclusiveMaximum', 'exclusiveMinimum']) keywords.set(keyword, number);
for (const keyword of [
  'maxLength',
  'minLength',
  'maxItems',
  'minItems',
  'maxProperties',
  'minProperties',
  'maxContains',
  'minContains',
])
  keywords.set(keyword, count);
for (const keyword of [
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
  'additionalProperties',
  'additionalItems',
  'unevaluatedItems',
  'unevaluatedProperties',
])
  keywords.set(keyword, one);
keywords.set('items', items);
keywords.set('$id', text);
for (const keyword of ['$anchor', '$dynamicAnchor'])
  keywords.set(keyword, (walk, value, path) => walk.anchor(value, path));
for (const keyword of ['formatMinimum', 'formatMaximum', 'formatExclusiveMinimum', 'formatExclusiveMaximum'])
  keywords.set(keyword, text);
for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef'])
  keywords.set(keyword, (walk, value, path) => walk.reference(value, path));
// With the first, validators of clients answer later, which counts as "fits"; the second is a name that they refuse.
for (const keyword of ['$async', 'id'])
  keywords.set(keyword, (walk, _, path) => walk.fail(path, l10n.t('"{0}" cannot be used here.', keyword)));

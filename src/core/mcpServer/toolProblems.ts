import type { Violation } from '../../base/schema/run/checkRun.ts';
import { SchemaChecker } from '../../base/schema/schemaChecker.ts';
import type { ArgumentProblem, JsonSchema } from './tool.ts';

/** For any value, before its size is looked at. */
const steps = 100_000;

/** One per schema object: what it has read of a schema is not read again. */
const checkers = new WeakMap<JsonSchema, SchemaChecker>();

/** In what ways a value misses a schema; none means that it fits. What cannot be checked does not fit. */
export function problemsOf(schema: JsonSchema, value: unknown): readonly ArgumentProblem[] {
  let checker = checkers.get(schema);
  if (!checker) checkers.set(schema, (checker = new SchemaChecker(schema)));
  const { violations, isComplete, skipped } = checker.check(value, { steps, isGrowing: true });
  if (violations.length > 0) return violations.map(toProblem);
  if (skipped?.keyword === '$ref')
    return [unchecked('$ref', `cannot be checked: the schema refers to ${skipped.value}`)];
  return isComplete && !skipped ? [] : [unchecked('steps', 'take too many steps to check')];
}

function unchecked(keyword: string, message: string): ArgumentProblem {
  return { path: '', keyword, params: {}, message };
}

function toProblem({ at, keyword, params }: Violation): ArgumentProblem {
  return { path: at, keyword, params, message: messageOf(keyword, params) };
}

/** A text that lets a model correct its call: what is wrong, where, and what is allowed instead. */
export function explainProblems(problems: readonly ArgumentProblem[]): string {
  const sentences = [...new Set(problems.map(sentence))];
  return `Invalid arguments: ${sentences.join('; ')}`;
}

function sentence({ path, keyword, params, message }: ArgumentProblem): string {
  const where = path === '' ? 'arguments' : path.slice(1).replaceAll('/', '.');
  switch (keyword) {
    case 'required':
      return `missing required parameter '${[...(path === '' ? [] : [where]), String(params['missingProperty'])].join('.')}'`;
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return `unknown parameter '${String(params['additionalProperty'] ?? params['unevaluatedProperty'])}'`;
    case 'enum':
      return `${where} must be one of ${list(params['allowedValues'])}`;
    case 'type':
      return `${where} must be ${kindOf(params['type'])}`;
    case 'minLength':
      return params['limit'] === 1 ? `${where} must not be empty` : `${where} ${message}`;
    default:
      return `${where} ${message}`;
  }
}

function list(values: unknown): string {
  return Array.isArray(values) ? values.map((value) => JSON.stringify(value)).join(', ') : 'the allowed values';
}

function kindOf(type: unknown): string {
  const kinds = Array.isArray(type) ? type.map(String) : String(type).split(',');
  return kinds.map((kind) => (/^[aio]/.test(kind) ? `an ${kind}` : kind === 'null' ? kind : `a ${kind}`)).join(' or ');
}

type Params = Violation['params'];

/** In the words of ajv, which models have read more often than any others. */
function messageOf(keyword: string, params: Params): string {
  const words = Object.hasOwn(messages, keyword) ? messages[keyword] : undefined;
  return words ? words(params) : `must fit "${keyword}"`;
}

const bound = ({ comparison, limit }: Params): string => `must be ${String(comparison)} ${String(limit)}`;
const atLeast =
  (things: string) =>
  ({ limit }: Params): string =>
    `must NOT have fewer than ${String(limit)} ${things}`;
const atMost =
  (things: string) =>
  ({ limit }: Params): string =>
    `must NOT have more than ${String(limit)} ${things}`;
const lacks = ({ missingProperty }: Params): string => `must have required property '${String(missingProperty)}'`;

const messages: Readonly<Record<string, (params: Params) => string>> = {
  'false schema': () => 'must not be there',
  type: ({ type }) => `must be ${String(type)}`,
  const: ({ allowedValue }) => `must be ${JSON.stringify(allowedValue)}`,
  enum: () => 'must be equal to one of the allowed values',
  minLength: atLeast('characters'),
  maxLength: atMost('characters'),
  pattern: ({ pattern }) => `must match pattern "${String(pattern)}"`,
  format: ({ format }) => `must match format "${String(format)}"`,
  minimum: bound,
  maximum: bound,
  exclusiveMinimum: bound,
  exclusiveMaximum: bound,
  multipleOf: ({ multipleOf }) => `must be multiple of ${String(multipleOf)}`,
  minItems: atLeast('items'),
  maxItems: atMost('items'),
  items: () => 'is one item too many',
  uniqueItems: ({ i, j }) => `must NOT have duplicate items (items ## ${String(j)} and ${String(i)} are identical)`,
  contains: ({ minContains, maxContains }) =>
    `must contain at least ${String(minContains)}${maxContains === undefined ? '' : ` and no more than ${String(maxContains)}`} valid item(s)`,
  unevaluatedItems: () => 'is an item that is not allowed here',
  required: lacks,
  dependentRequired: lacks,
  minProperties: atLeast('properties'),
  maxProperties: atMost('properties'),
  propertyNames: ({ propertyName }) => `has the property name '${String(propertyName)}', which is not allowed`,
  additionalProperties: () => 'must NOT have additional properties',
  unevaluatedProperties: () => 'must NOT have unevaluated properties',
  not: () => 'must NOT be valid',
  oneOf: () => 'must match exactly one schema in oneOf',
};

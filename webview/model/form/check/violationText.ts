import { isRecord } from '../../../../src/base/json.ts';
import type { Violation } from '../../../../src/base/schema/run/checkRun.ts';
import { below } from '../../../../src/base/schema/run/place.ts';
import type { JsonType } from '../../../../src/base/schema/document/schema.ts';
import { t, tn } from '../../../platform/l10n.ts';
import { formatText } from './formatText.ts';
import { type Issue, issue } from './issue.ts';

type Params = Violation['params'];

/** A violation in words, at the pointer where the user can fix it. */
export function issueOf({ at, keyword, params }: Violation): Issue {
  const child = childOf(params);
  return issue(
    child === undefined ? at : below(at, child),
    keyword === 'false schema' ? 'false' : keyword,
    textOf(keyword, params),
  );
}

/** What is missing, extra or a duplicate has a place of its own. */
function childOf(params: Params): string | number | undefined {
  const keys = ['missingProperty', 'additionalProperty', 'unevaluatedProperty', 'propertyName', 'i'];
  const found = keys.map((key) => params[key]).find((value) => value !== undefined);
  return typeof found === 'string' || typeof found === 'number' ? found : undefined;
}

function textOf(keyword: string, params: Params): string {
  const words = Object.hasOwn(texts, keyword) ? texts[keyword] : undefined;
  return words ? words(params) : t('This value is not allowed');
}

const limit = (params: Params): number => Number(params['limit']);

const texts: Readonly<Record<string, (params: Params) => string>> = {
  'false schema': () => t('No value is allowed here'),
  type: ({ type }) => expectedTypes(Array.isArray(type) ? (type as JsonType[]) : [type as JsonType]),
  const: ({ allowedValue }) => t('Must be {0}', JSON.stringify(allowedValue)),
  enum: ({ allowedValues }) => t('Must be one of {0}', firstOf(allowedValues)),
  minLength: (params) => tn(limit(params), 'At least {0} character', 'At least {0} characters'),
  maxLength: (params) => t('At most {0} characters (currently {1})', limit(params), Number(params['length'])),
  pattern: ({ pattern }) => t('Must match {0}', String(pattern)),
  format: ({ format }) => formatText(String(format)),
  minimum: (params) => t('Must be at least {0}', limit(params)),
  maximum: (params) => t('Must be at most {0}', limit(params)),
  exclusiveMinimum: (params) => t('Must be more than {0}', limit(params)),
  exclusiveMaximum: (params) => t('Must be less than {0}', limit(params)),
  multipleOf: ({ multipleOf }) => t('Must be a multiple of {0}', Number(multipleOf)),
  minItems: (params) => tn(limit(params), 'At least {0} item', 'At least {0} items'),
  maxItems: (params) => tn(limit(params), 'At most {0} item', 'At most {0} items'),
  uniqueItems: ({ j }) => t('Duplicate of item {0}', Number(j) + 1),
  items: () => t('Too many items'),
  contains: containsText,
  unevaluatedItems: () => t('This item is not allowed here'),
  required: () => t('Required'),
  dependentRequired: () => t('Required'),
  minProperties: (params) => tn(limit(params), 'At least {0} property', 'At least {0} properties'),
  maxProperties: (params) => tn(limit(params), 'At most {0} property', 'At most {0} properties'),
  propertyNames: ({ cause }) => t('Name: {0}', isViolation(cause) ? textOf(cause.keyword, cause.params) : ''),
  additionalProperties: ({ additionalProperty }) => t('"{0}" is not allowed here', String(additionalProperty)),
  unevaluatedProperties: ({ unevaluatedProperty }) => t('"{0}" is not allowed here', String(unevaluatedProperty)),
  oneOf: ({ passing }) => t('Matches {0} of the alternatives, but must match exactly one', Number(passing)),
};

function isViolation(value: unknown): value is Violation {
  return isRecord(value) && typeof value['keyword'] === 'string' && isRecord(value['params']);
}

function firstOf(values: unknown): string {
  const shown = Array.isArray(values) ? values.slice(0, 8) : [];
  return shown.map((one) => JSON.stringify(one)).join(', ');
}

function containsText({ minContains, maxContains }: Params): string {
  return maxContains === undefined
    ? tn(Number(minContains), 'Requires {0} matching item', 'Requires {0} matching items')
    : tn(Number(maxContains), 'At most {0} matching item', 'At most {0} matching items');
}

function expectedTypes(types: readonly JsonType[]): string {
  const names: Record<JsonType, string> = {
    string: t('text'),
    number: t('a number'),
    integer: t('an integer'),
    boolean: t('a boolean'),
    null: t('null'),
    object: t('an object'),
    array: t('an array'),
  };
  return t('Must be {0}', types.map((type) => names[type]).join(t(' or ')));
}

import { t, tn } from '../../../platform/l10n.ts';
import { number, type SchemaObject, text } from '../schema/schema.ts';
import { formatProblem } from './formats.ts';
import { type Issue, issue } from './issue.ts';
import { fitsPattern } from '../schema/pattern.ts';

export function checkString(schema: SchemaObject, value: string, at: string): Issue[] {
  const issues: Issue[] = [];
  const length = [...value].length; // code points, as the standard says
  const [min = 0, max = Infinity] = [number(schema, 'minLength'), number(schema, 'maxLength')];
  if (length < min) issues.push(issue(at, 'minLength', tn(min, 'At least {0} character', 'At least {0} characters')));
  if (length > max) issues.push(issue(at, 'maxLength', t('At most {0} characters (currently {1})', max, length)));
  const pattern = text(schema, 'pattern');
  if (pattern !== undefined && fitsPattern(pattern, value) === false) {
    issues.push(issue(at, 'pattern', t('Must match {0}', pattern)));
  }
  const format = text(schema, 'format');
  const wrong = format === undefined ? undefined : formatProblem(value, format);
  if (wrong !== undefined) issues.push(issue(at, 'format', wrong));
  return issues;
}

export function checkNumber(schema: SchemaObject, value: number, at: string): Issue[] {
  const issues: Issue[] = [];
  const bound = (keyword: string, isBroken: (limit: number) => boolean, say: (limit: number) => string): void => {
    const limit = number(schema, keyword);
    if (limit !== undefined && isBroken(limit)) issues.push(issue(at, keyword, say(limit)));
  };
  bound(
    'minimum',
    (limit) => value < limit,
    (limit) => t('Must be at least {0}', limit),
  );
  bound(
    'maximum',
    (limit) => value > limit,
    (limit) => t('Must be at most {0}', limit),
  );
  bound(
    'exclusiveMinimum',
    (limit) => value <= limit,
    (limit) => t('Must be more than {0}', limit),
  );
  bound(
    'exclusiveMaximum',
    (limit) => value >= limit,
    (limit) => t('Must be less than {0}', limit),
  );
  bound(
    'multipleOf',
    (step) => step > 0 && !isMultiple(value, step),
    (step) => t('Must be a multiple of {0}', step),
  );
  return issues;
}

/** 0.3 is a multiple of 0.1, in spite of binary fractions. */
function isMultiple(value: number, step: number): boolean {
  const times = value / step;
  return Math.abs(times - Math.round(times)) < 1e-9 * Math.max(1, Math.abs(times));
}

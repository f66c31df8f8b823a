import type { CheckOptions } from '../../../../src/base/schema/schemaChecker.ts';
import type { Schema } from '../../../../src/base/schema/document/schema.ts';
import type { SchemaScope } from '../schema/scope.ts';
import type { Issue } from './issue.ts';
import { issueOf } from './violationText.ts';

const maxSteps = 30_000;

interface Outcome {
  readonly issues: readonly Issue[];
  /** False: the schema or the value is too large, and the server checks the rest. */
  readonly isComplete: boolean;
}

/** What is wrong with a value, in words for the user. */
export function checkValue(scope: SchemaScope, value: unknown, chosen?: CheckOptions['chosen']): Outcome {
  const { violations, isComplete } = scope.checker.check(value, { steps: maxSteps, ...(chosen && { chosen }) });
  return { issues: violations.map(issueOf), isComplete };
}

/** The same for one part of the document, which is one of several that share the steps. */
export function checkAgainst(scope: SchemaScope, schema: Schema, value: unknown, parts = 1): readonly Issue[] {
  const { violations } = scope.checker.checkPart(schema, value, { steps: Math.ceil(maxSteps / parts) });
  return violations.map(issueOf);
}

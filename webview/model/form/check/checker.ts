import type { Schema } from '../schema/schema.ts';
import type { SchemaScope } from '../schema/scope.ts';
import type { Issue } from './issue.ts';

/** What a schema has evaluated, for the two `unevaluated…` keywords. */
export interface Seen {
  readonly names: Set<string>;
  readonly indexes: Set<number>;
}

/** A running check. It carries the check function, because array and object keywords check inner values. */
export interface Checker {
  readonly scope: SchemaScope;
  /** Which branch the user chose for the union at this pointer: its problems are the ones to show. */
  readonly chosen: (at: string) => number | undefined;
  readonly depth: number;
  readonly check: (checker: Checker, schema: Schema, value: unknown, at: string, seen: Seen) => Issue[];
}

export function newSeen(): Seen {
  return { names: new Set(), indexes: new Set() };
}

export function passes(checker: Checker, schema: Schema, value: unknown, seen: Seen = newSeen()): boolean {
  return checker.check(checker, schema, value, '', seen).length === 0;
}

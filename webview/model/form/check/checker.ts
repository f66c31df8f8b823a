import type { Schema } from '../schema/schema.ts';
import type { SchemaScope } from '../schema/scope.ts';
import type { Issue } from './issue.ts';

/** What a schema has evaluated, for the two `unevaluated…` keywords. */
export interface Seen {
  readonly names: Set<string>;
  readonly indexes: Set<number>;
}

/** What one schema says of one value. */
export interface Checked {
  readonly issues: readonly Issue[];
  readonly seen: Seen;
}

/**
 * What one check has done so far. Branches of a schema often lead to the same part of it, and a schema may lead back to
 * itself: each part meets a value once, and after so many meetings the rest is left to the server.
 */
export class CheckProgress {
  #stepsLeft: number;
  readonly #done = new Map<Schema, Map<string, Checked | 'running'>>();

  constructor(steps: number) {
    this.#stepsLeft = steps;
  }

  /** False: some of the value was not looked at. */
  get isComplete(): boolean {
    return this.#stepsLeft >= 0;
  }

  /** `at` stands for the value there, which does not change during a check. */
  once(schema: Schema, at: string, cost: number, check: () => Checked): Checked {
    this.#stepsLeft -= cost;
    if (this.#stepsLeft < 0) return nothing;
    let places = this.#done.get(schema);
    if (!places) this.#done.set(schema, (places = new Map()));
    const before = places.get(at);
    if (before) return before === 'running' ? nothing : before; // it leads to itself: that adds nothing
    places.set(at, 'running');
    const found = check();
    places.set(at, found);
    return found;
  }
}

const nothing: Checked = { issues: [], seen: { names: new Set(), indexes: new Set() } };

/** A running check. It carries the check function, because array and object keywords check inner values. */
export interface Checker {
  readonly scope: SchemaScope;
  /** Which branch the user chose for the union at this pointer: its problems are the ones to show. */
  readonly chosen: (at: string) => number | undefined;
  readonly depth: number;
  readonly progress: CheckProgress;
  readonly check: (checker: Checker, schema: Schema, value: unknown, at: string, seen: Seen) => readonly Issue[];
}

export function newSeen(): Seen {
  return { names: new Set(), indexes: new Set() };
}

export function passes(checker: Checker, schema: Schema, value: unknown, at: string, seen: Seen = newSeen()): boolean {
  return checker.check(checker, schema, value, at, seen).length === 0;
}

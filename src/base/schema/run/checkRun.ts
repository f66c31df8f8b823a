import type { Place } from './place.ts';
import type { SchemaResource } from '../document/schemaDocument.ts';

/** One way in which a value misses its schema. Both sides write their own words for it. */
export interface Violation {
  /** JSON pointer of the value; for a missing or extra property, of the object. */
  readonly at: string;
  readonly keyword: string;
  /** In the names that ajv made common: `limit`, `missingProperty`, `additionalProperty`, `allowedValues`, … */
  readonly params: Readonly<Record<string, unknown>>;
}

/** What a schema has evaluated, for the two `unevaluated…` keywords. */
export interface Evaluated {
  readonly names: Set<string>;
  readonly indexes: Set<number>;
}

/** One keyword of one schema, or several that belong together. `evaluated` is there only where a schema asks for it. */
export type Keyword = (run: CheckRun, value: unknown, place: Place, evaluated?: Evaluated) => readonly Violation[];

/** What nobody can tell here: a reference leads out of the document or nowhere, a pattern takes too many steps. */
export interface SkippedKeyword {
  readonly keyword: '$ref' | 'pattern';
  readonly value: string;
}

/** A schema, ready to be checked. */
export interface SchemaNode {
  readonly resource: SchemaResource;
  readonly keywords: readonly Keyword[];
  /** It has an `unevaluated…` keyword. */
  readonly isTracking: boolean;
}

interface RunLimits {
  readonly steps: number;
  /** More steps, asked for once they are used up: a large value may take more of them. */
  readonly moreSteps?: () => number;
  /** Which branch the user chose for the union at this pointer: its violations are the ones to show. */
  readonly chosen?: (at: string) => number | undefined;
}

/** The resources that led to a schema, the outermost first: a `$dynamicRef` chooses among them. */
interface DynamicScope {
  readonly resources: readonly SchemaResource[];
  readonly inner: Map<SchemaResource, DynamicScope>;
  readonly visits: Map<SchemaNode, Map<string, Visit | 'running'>>;
}

interface Visit {
  readonly isSure: boolean;
  readonly violations: readonly Violation[];
  readonly evaluated: Evaluated | undefined;
}

export const none: readonly Violation[] = [];
/** The stack has an end too: each level takes several frames of it. */
const maxDepth = 400;
const namesPerStep = 100;
/** Of what was found before. Two references to one part, level after level, would double all of it at each level. */
const mostRepeated = 100;

/** One check of one value: what it has done so far, and what it may still do. */
export class CheckRun {
  readonly #limits: RunLimits;
  #stepsLeft: number;
  #depth = 0;
  #scope: DynamicScope = newScope([]);
  #hasGrown = false;
  #isComplete = true;
  #doubts = 0;
  #skipped: SkippedKeyword | undefined;

  constructor(limits: RunLimits) {
    this.#limits = limits;
    this.#stepsLeft = limits.steps;
  }

  /** False: some of the value was not looked at. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  get skipped(): SkippedKeyword | undefined {
    return this.#skipped;
  }

  get resources(): readonly SchemaResource[] {
    return this.#scope.resources;
  }

  get doubts(): number {
    return this.#doubts;
  }

  chosen(place: Place): number | undefined {
    return this.#limits.chosen?.(place.pointer);
  }

  skip(keyword: SkippedKeyword['keyword'], value: string): readonly Violation[] {
    this.#skipped ??= { keyword, value };
    return this.doubt();
  }

  /** Something cannot be told: a schema around it that seems to fit may not. */
  doubt(): readonly Violation[] {
    this.#doubts++;
    return none;
  }

  spend(steps: number): boolean {
    this.#stepsLeft -= steps;
    if (this.#stepsLeft < 0 && !this.#hasGrown) {
      this.#hasGrown = true;
      this.#stepsLeft += this.#limits.moreSteps?.() ?? 0;
    }
    if (this.#stepsLeft < 0) this.#stopHere();
    return this.#stepsLeft >= 0;
  }

  check(node: SchemaNode, value: unknown, place: Place, evaluated?: Evaluated): readonly Violation[] {
    if (node.keywords.length === 0) return none;
    if (!this.spend(1)) return none;
    if (this.#depth >= maxDepth) return this.#stopHere();
    const outer = this.#scope;
    this.#scope = enter(outer, node.resource);
    this.#depth++;
    const own = evaluated || node.isTracking ? newEvaluated() : undefined; // not what a sibling schema evaluated
    const found = this.#each(node.keywords, value, place, own);
    this.#depth--;
    this.#scope = outer;
    if (evaluated && own) this.addEvaluated(evaluated, own);
    return found;
  }

  /** Whether a value fits; `undefined` where that cannot be told. */
  fits(node: SchemaNode, value: unknown, place: Place, evaluated?: Evaluated): boolean | undefined {
    const before = this.#doubts;
    if (this.check(node, value, place, evaluated).length > 0) return false;
    return this.#doubts === before ? true : undefined;
  }

  /**
   * The same as `check` for the target of a reference. Branches of a schema often lead to the same part of it, and a
   * schema may lead back to itself: each part meets a value once.
   */
  follow(node: SchemaNode, value: unknown, place: Place, evaluated?: Evaluated): readonly Violation[] {
    const visits = this.#visitsOf(node);
    const before = visits.get(place.id);
    if (before === 'running') return none; // it leads to itself: that adds nothing
    if (before && (!evaluated || before.evaluated)) {
      if (evaluated && before.evaluated) this.addEvaluated(evaluated, before.evaluated);
      if (!before.isSure) this.doubt();
      return this.spend(1) ? before.violations.slice(0, mostRepeated) : none;
    }
    visits.set(place.id, 'running');
    const own = evaluated && newEvaluated();
    const doubts = this.#doubts;
    const violations = this.check(node, value, place, own);
    visits.set(place.id, { violations, evaluated: own, isSure: this.#doubts === doubts });
    if (evaluated && own) this.addEvaluated(evaluated, own);
    return violations;
  }

  addEvaluated(evaluated: Evaluated, more: Evaluated): void {
    if (!this.spend(Math.floor((more.names.size + more.indexes.size) / namesPerStep))) return;
    for (const name of more.names) evaluated.names.add(name);
    for (const index of more.indexes) evaluated.indexes.add(index);
  }

  #each(keywords: readonly Keyword[], value: unknown, place: Place, evaluated?: Evaluated): readonly Violation[] {
    let found = none;
    for (const keyword of keywords) {
      const more = keyword(this, value, place, evaluated);
      if (more.length > 0) found = found.length === 0 ? more : [...found, ...more];
    }
    return found;
  }

  #stopHere(): readonly Violation[] {
    this.#isComplete = false;
    return this.doubt();
  }

  #visitsOf(node: SchemaNode): Map<string, Visit | 'running'> {
    let visits = this.#scope.visits.get(node);
    if (!visits) this.#scope.visits.set(node, (visits = new Map()));
    return visits;
  }
}

export function newEvaluated(): Evaluated {
  return { names: new Set(), indexes: new Set() };
}

/** Not by spreading: a list of violations may be longer than the arguments that a function can take. */
export function append(found: Violation[], more: readonly Violation[]): void {
  for (const each of more) found.push(each);
}

export function violation(place: Place, keyword: string, params: Violation['params'] = {}): readonly Violation[] {
  return [{ at: place.pointer, keyword, params }];
}

function newScope(resources: readonly SchemaResource[]): DynamicScope {
  return { resources, inner: new Map(), visits: new Map() };
}

/** The same way in is the same scope, so that a reference that was followed in it is known. */
function enter(scope: DynamicScope, resource: SchemaResource): DynamicScope {
  if (scope.resources.includes(resource)) return scope;
  let inner = scope.inner.get(resource);
  if (!inner) scope.inner.set(resource, (inner = newScope([...scope.resources, resource])));
  return inner;
}

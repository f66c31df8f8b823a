import { isRecord } from '../json.ts';
import { CheckRun, type SchemaNode, type SkippedKeyword, type Violation } from './run/checkRun.ts';
import { Place } from './run/place.ts';
import type { Schema } from './document/schema.ts';
import { SchemaDocument } from './document/schemaDocument.ts';
import { SchemaNodes } from './schemaNodes.ts';

export interface CheckOptions {
  readonly steps?: number;
  /** Whether a large value gets more steps: where a value is refused if it cannot be checked. */
  readonly isGrowing?: boolean;
  readonly chosen?: (at: string) => number | undefined;
}

interface CheckOutcome {
  readonly violations: readonly Violation[];
  /** False: the schema or the value is too large, and the rest is left to others. */
  readonly isComplete: boolean;
  /** The first keyword that was left out. */
  readonly skipped: SkippedKeyword | undefined;
}

const defaultSteps = 30_000;
const stepsPerValue = 200;

/**
 * Checks values against the schemas of one document: 2020-12, 2019-09, draft-07 and older. Schemas and values come from
 * outside, so it never throws, never runs code that it wrote, and ends after a number of steps.
 */
export class SchemaChecker {
  readonly document: SchemaDocument;
  readonly #nodes: SchemaNodes;
  readonly #parts: SchemaNodes;

  constructor(root: unknown) {
    this.document = new SchemaDocument(root);
    this.#nodes = new SchemaNodes(this.document);
    this.#parts = new SchemaNodes(this.document);
  }

  check(value: unknown, options: CheckOptions = {}): CheckOutcome {
    const { root, resource } = this.document;
    return this.#run(this.#nodes.nodeOf(root, resource), value, options);
  }

  /** The same for a schema that was made of parts of the document, in the keywords of 2020-12. */
  checkPart(schema: Schema, value: unknown, options: CheckOptions = {}): CheckOutcome {
    return this.#run(this.#parts.nodeOf(schema, { ...this.document.resource, dialect: 'any' }), value, options);
  }

  #run(node: SchemaNode, value: unknown, options: CheckOptions): CheckOutcome {
    const { steps = defaultSteps, isGrowing = false, chosen } = options;
    const run = new CheckRun({
      steps,
      ...(isGrowing && { moreSteps: () => stepsPerValue * countValues(value) }),
      ...(chosen && { chosen }),
    });
    try {
      const violations = run.check(node, value, Place.root());
      return { violations, isComplete: run.isComplete, skipped: run.skipped };
    } catch (error) {
      // A value or a constant that is nested too deeply ends the stack.
      if (!(error instanceof RangeError)) throw error;
      return { violations: [], isComplete: false, skipped: run.skipped };
    }
  }
}

function countValues(value: unknown): number {
  const open = [value];
  let count = 0;
  for (let next = open.pop(); next !== undefined || open.length > 0; next = open.pop()) {
    count++;
    const inner = Array.isArray(next) ? (next as unknown[]) : isRecord(next) ? Object.values(next) : [];
    for (const each of inner) open.push(each);
  }
  return count;
}

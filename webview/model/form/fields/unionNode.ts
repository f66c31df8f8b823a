import { batch, signal } from '@preact/signals-core';
import { isRecord } from '../../../../src/base/json.ts';
import type { Branch } from '../schema/branches.ts';
import { checkAgainst } from '../check/check.ts';
import { FieldNode, type NodeFactory, type NodePosition } from './fieldNode.ts';
import { get, names, schemaMap, type SchemaObject } from '../../../../src/base/schema/document/schema.ts';

/** One of several schemas: chosen by the user, or inferred from a loaded value. */
export class UnionNode extends FieldNode {
  readonly kind = 'union';
  readonly branches: readonly Branch[];
  readonly index = signal(0);
  readonly field = signal<FieldNode | undefined>(undefined);
  readonly #factory: NodeFactory;
  readonly #unions: number;

  constructor(schema: SchemaObject, branches: readonly Branch[], position: NodePosition, factory: NodeFactory) {
    super(schema, position);
    this.branches = branches;
    this.#factory = factory;
    this.#unions = (position.unions ?? 0) + 1;
  }

  /** Properties that both branches share are kept. */
  choose(index: number): void {
    batch(() => {
      const before = this.value.peek();
      const field = this.#open(index);
      const carried = sharedProperties(before, this.branches[index]?.schema ?? {});
      if (carried !== undefined && field.value.peek() === undefined) field.load(carried);
      else if (isRecord(carried) && isRecord(field.value.peek()))
        field.load({ ...carried, ...(field.value.peek() as object) });
      this.mode.value = { kind: 'set' };
      this.edited();
    });
  }

  childEdited(): void {
    if (this.mode.peek().kind !== 'set') this.mode.value = { kind: 'set' };
    this.parent.childEdited();
  }

  /** The index of the chosen branch in the schema's own oneOf or anyOf, for the checker. */
  get origin(): number | undefined {
    return this.branches[this.index.value]?.origin;
  }

  protected content(): unknown {
    return this.field.value?.value.value;
  }

  protected fits(value: unknown): boolean {
    return value !== null || !this.nullable;
  }

  protected take(value: unknown): void {
    const at = this.#infer(value);
    const field = this.field.peek();
    if (field && at === this.index.peek()) field.load(value);
    else this.#open(at).load(value);
  }

  protected fill(): void {
    this.#open(this.index.peek());
  }

  #open(index: number): FieldNode {
    const schema = this.branches[index]?.schema ?? {};
    const field = this.#factory.build(schema, {
      parent: this,
      required: true,
      depth: this.depth + 1,
      unions: this.#unions,
    });
    this.index.value = index;
    this.field.value = field;
    return field;
  }

  /** The current branch if the value still fits it, else the first that fits, else the best match. */
  #infer(value: unknown): number {
    const scores = this.branches.map(({ schema }) => this.#mismatchScore(schema, value));
    if (this.field.peek() && scores[this.index.peek()] === 0) return this.index.peek();
    return scores.indexOf(Math.min(...scores));
  }

  #mismatchScore(schema: SchemaObject, value: unknown): number {
    const issues = checkAgainst(this.#factory.scope, schema, value, this.branches.length);
    return issues.reduce((sum, { keyword, at }) => sum + (at === '' ? 100 : 1) + (keyword === 'const' ? 50 : 0), 0);
  }
}

/** The properties that the new branch knows too, without those that tell branches apart. */
function sharedProperties(value: unknown, schema: SchemaObject): unknown {
  if (!isRecord(value)) return undefined;
  const known = schemaMap(schema, 'properties').filter(
    ([, inner]) => typeof inner === 'boolean' || !('const' in inner),
  );
  const kept = known.map(([key]) => [key, get(value, key)] as const).filter(([, inner]) => inner !== undefined);
  return kept.length > 0 || names(schema, 'required').length === 0 ? Object.fromEntries(kept) : undefined;
}

import { batch, signal } from '@preact/signals-core';
import { FieldNode, type NodeFactory, type NodePosition } from './fieldNode.ts';
import {
  number,
  type Schema,
  type SchemaObject,
  subschema,
  subschemas,
} from '../../../../src/base/schema/document/schema.ts';

/** A list: add, remove, reorder. The first items may each have a schema of their own (a tuple). */
export class ArrayNode extends FieldNode {
  readonly kind = 'array';
  readonly items = signal<readonly FieldNode[]>([]);
  readonly prefix: readonly Schema[];
  readonly #factory: NodeFactory;

  constructor(schema: SchemaObject, position: NodePosition, factory: NodeFactory) {
    super(schema, position);
    this.#factory = factory;
    this.prefix = subschemas(schema, 'prefixItems') ?? [];
  }

  get canAdd(): boolean {
    return this.items.value.length < this.prefix.length || subschema(this.schema, 'items') !== false;
  }

  add(): void {
    batch(() => {
      const isSet = this.mode.peek().kind === 'set';
      if (!isSet) this.start(); // a tuple begins with all its items
      const items = this.items.peek();
      if (isSet || items.length === 0) this.#setItems([...items, this.#item(items.length)]);
      this.edited();
    });
  }

  remove(item: FieldNode): void {
    batch(() => {
      this.#setItems(this.items.peek().filter((other) => other !== item));
      this.edited();
    });
  }

  move(item: FieldNode, by: -1 | 1): void {
    const items = [...this.items.peek()];
    const from = items.indexOf(item);
    const to = from + by;
    if (from < 0 || to < 0 || to >= items.length) return;
    batch(() => {
      items.splice(from, 1);
      items.splice(to, 0, item);
      this.#setItems(items);
      this.edited();
    });
  }

  childEdited(): void {
    if (this.mode.peek().kind !== 'set') this.mode.value = { kind: 'set' };
    this.parent.childEdited();
  }

  /** JSON lists have no holes: an item without a value is sent as null. */
  protected content(): unknown {
    return this.items.value.map((item) => item.value.value ?? null);
  }

  protected fits(value: unknown): boolean {
    return Array.isArray(value) && this.#factory.opening(() => this.#factory.mayOpen(value.length));
  }

  protected take(value: unknown): void {
    const values = value as readonly unknown[];
    const before = this.items.peek();
    this.#setItems(
      values.map((inner, at) => {
        const item = before[at] ?? this.#item(at);
        item.load(inner);
        return item;
      }),
    );
  }

  protected fill(): void {
    const min = Math.min(number(this.schema, 'minItems') ?? 0, 20);
    const count = Math.max(this.prefix.length, min);
    this.#setItems(Array.from({ length: count }, (_, at) => this.#item(at)));
  }

  protected override fillsItself(): boolean {
    return true;
  }

  #setItems(items: readonly FieldNode[]): void {
    for (const [at, item] of items.entries()) item.key.value = String(at);
    this.items.value = items;
  }

  #item(at: number): FieldNode {
    const schema = this.prefix[at] ?? subschema(this.schema, 'items') ?? true;
    return this.#factory.build(schema === false ? true : schema, {
      parent: this,
      key: String(at),
      required: true,
      depth: this.depth + 1,
    });
  }
}

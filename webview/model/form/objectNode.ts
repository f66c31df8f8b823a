import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import { isRecord } from '../../../src/base/json.ts';
import { t } from '../../text.ts';
import type { Builder } from './build.ts';
import { patternOf } from './check/pattern.ts';
import { FieldNode, type NodePlace } from './node.ts';
import { get, type Schema, schemaMap, type SchemaObject, subschema } from './schema.ts';
import { type Property, shapeOf } from './shape.ts';

/** A property that the schema does not name: its name is the person's to write. */
export interface Extra {
  readonly name: Signal<string>;
  readonly node: FieldNode;
}

const deepestSelfFill = 12;

export class ObjectNode extends FieldNode {
  readonly kind = 'object';
  /** The named properties that hold for the present value: `if`/`then`/`else` may add and remove some. */
  readonly properties = signal<readonly FieldNode[]>([]);
  readonly extras = signal<readonly Extra[]>([]);
  readonly #builder: Builder;
  readonly #schemas = new Map<string, Schema>();
  #isBuilt = false;

  override readonly problem: ReadonlySignal<string | undefined> = computed(() => {
    const taken = new Set(this.properties.value.map((node) => node.key.value));
    const twice = this.extras.value.find(({ name }) => taken.has(name.value) || !taken.add(name.value));
    return twice && t('Duplicate name "{0}"', twice.name.value);
  });

  constructor(schema: SchemaObject, place: NodePlace, builder: Builder) {
    super(schema, place);
    this.#builder = builder;
  }

  /** Whether the schema invites names of the person's own. */
  get isOpen(): boolean {
    const rest = subschema(this.schema, 'additionalProperties');
    if (schemaMap(this.schema, 'patternProperties').length > 0) return true;
    return rest === undefined ? schemaMap(this.schema, 'properties').length === 0 : rest !== false;
  }

  addExtra(name = ''): void {
    batch(() => {
      this.#ensureBuilt();
      this.extras.value = [...this.extras.peek(), this.#extra(name, undefined)];
      this.mode.value = { kind: 'set' };
      this.edited();
    });
  }

  removeExtra(extra: Extra): void {
    this.extras.value = this.extras.peek().filter((other) => other !== extra);
    this.edited();
  }

  rename(extra: Extra, name: string): void {
    batch(() => {
      extra.name.value = name;
      extra.node.key.value = name;
      this.edited();
    });
  }

  childEdited(): void {
    batch(() => {
      if (this.mode.peek().kind !== 'set') this.mode.value = { kind: 'set' };
      this.#reshape();
      this.parent.childEdited();
    });
  }

  protected content(): unknown {
    const entries = this.properties.value.map((node) => [node.key.value ?? '', node.value.value] as const);
    const extras = this.extras.value.map(({ name, node }) => [name.value, node.value.value] as const);
    return Object.fromEntries([...entries, ...extras].filter(([, value]) => value !== undefined));
  }

  protected fits(value: unknown): boolean {
    return isRecord(value);
  }

  protected take(value: unknown): void {
    const record = value as Record<string, unknown>;
    this.#ensureBuilt();
    this.extras.value = [];
    for (const node of this.properties.peek()) node.load(get(record, node.key.peek() ?? ''));
    const named = new Set(this.properties.peek().map((node) => node.key.peek()));
    this.extras.value = Object.entries(record)
      .filter(([key, inner]) => !named.has(key) && inner !== undefined)
      .map(([key, inner]) => this.#extra(key, inner));
    this.#reshape();
  }

  protected fill(): void {
    this.#ensureBuilt();
  }

  /** A required object is there from the start, unless the schema requires itself for ever. */
  protected override fillsItself(): boolean {
    return this.depth < deepestSelfFill;
  }

  #ensureBuilt(): void {
    if (this.#isBuilt) return;
    this.#isBuilt = true;
    this.properties.value = this.#shape({}).map((property) => this.#property(property));
    this.#reshape();
  }

  #shape(value: Readonly<Record<string, unknown>>): readonly Property[] {
    return shapeOf(this.#builder.scope, this.schema, value);
  }

  /** Brings the properties in line with what the conditions say of the present value. Values are carried, never dropped. */
  #reshape(): void {
    if (!this.#builder.hasConditions(this.schema)) return;
    for (let round = 0; round < 4; round++) {
      const shape = this.#shape(this.content() as Record<string, unknown>);
      if (this.#isSameShape(shape)) return;
      this.#apply(shape);
    }
  }

  #isSameShape(shape: readonly Property[]): boolean {
    const now = this.properties.peek();
    return (
      now.length === shape.length &&
      shape.every(({ key, schema, required }, at) => {
        return now[at]?.key.peek() === key && now[at].required.peek() === required && this.#schemas.get(key) === schema;
      })
    );
  }

  #apply(shape: readonly Property[]): void {
    const before = new Map(this.properties.peek().map((node) => [node.key.peek() ?? '', node]));
    const extras = new Map(this.extras.peek().map((extra) => [extra.name.peek(), extra]));
    const next = shape.map((property) => {
      const old = before.get(property.key);
      before.delete(property.key);
      if (old && this.#schemas.get(property.key) === property.schema) {
        old.required.value = property.required;
        return old;
      }
      const value = old ? old.value.peek() : extras.get(property.key)?.node.value.peek();
      extras.delete(property.key);
      return this.#property(property, value);
    });
    const orphans = [...before].filter(([, node]) => node.value.peek() !== undefined);
    this.properties.value = next;
    this.extras.value = [...extras.values(), ...orphans.map(([key, node]) => this.#extra(key, node.value.peek()))];
  }

  #property({ key, schema, required }: Property, value?: unknown): FieldNode {
    this.#schemas.set(key, schema);
    const node = this.#builder.build(schema, { parent: this, key, required, depth: this.depth + 1 });
    if (value !== undefined) node.load(value);
    return node;
  }

  #extra(name: string, value: unknown): Extra {
    const node = this.#builder.build(this.#schemaFor(name), {
      parent: this,
      key: name,
      required: true,
      depth: this.depth + 1,
    });
    if (value !== undefined) node.load(value);
    return { name: signal(name), node };
  }

  #schemaFor(name: string): Schema {
    const pattern = schemaMap(this.schema, 'patternProperties').find(([source]) => patternOf(source)?.test(name));
    const rest = subschema(this.schema, 'additionalProperties');
    const only = name === '' ? schemaMap(this.schema, 'patternProperties')[0] : undefined;
    return pattern?.[1] ?? (rest === undefined || rest === false ? (only?.[1] ?? true) : rest);
  }
}

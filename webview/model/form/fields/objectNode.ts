import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import { isRecord } from '../../../../src/base/json.ts';
import { t } from '../../../platform/l10n.ts';
import { fitsPattern } from '../../../../src/base/pattern/fitsPattern.ts';
import { FieldNode, type NodeFactory, type NodePosition } from './fieldNode.ts';
import {
  get,
  type Schema,
  schemaMap,
  type SchemaObject,
  subschema,
} from '../../../../src/base/schema/document/schema.ts';
import { hasConditions, type ActiveProperty, activeProperties } from './activeProperties.ts';

/** A property that the schema does not name: the user chooses its name. */
export interface AdditionalProperty {
  readonly name: Signal<string>;
  readonly node: FieldNode;
}

const maxSelfFillDepth = 12;

export class ObjectNode extends FieldNode {
  readonly kind = 'object';
  /** The named properties that apply to the current value: `if`/`then`/`else` may add and remove some. */
  readonly properties = signal<readonly FieldNode[]>([]);
  readonly additionalProperties = signal<readonly AdditionalProperty[]>([]);
  readonly #factory: NodeFactory;
  readonly #schemas = new Map<string, Schema>();
  #isBuilt = false;

  override readonly problem: ReadonlySignal<string | undefined> = computed(() => {
    const taken = new Set(this.properties.value.map((node) => node.key.value));
    const twice = this.additionalProperties.value.find(({ name }) => taken.has(name.value) || !taken.add(name.value));
    return twice && t('Duplicate name "{0}"', twice.name.value);
  });

  constructor(schema: SchemaObject, position: NodePosition, factory: NodeFactory) {
    super(schema, position);
    this.#factory = factory;
  }

  /** Whether the schema allows names that it does not list. */
  get isOpen(): boolean {
    const rest = subschema(this.schema, 'additionalProperties');
    if (schemaMap(this.schema, 'patternProperties').length > 0) return true;
    return rest === undefined ? schemaMap(this.schema, 'properties').length === 0 : rest !== false;
  }

  /** Whether it wants such names, and does not only leave room for them. */
  get asksForMore(): boolean {
    const wants = ['additionalProperties', 'patternProperties', 'required', 'minProperties'] as const;
    return this.isOpen && wants.some((keyword) => this.schema[keyword] !== undefined);
  }

  addProperty(name = ''): void {
    batch(() => {
      this.#ensureBuilt();
      this.additionalProperties.value = [
        ...this.additionalProperties.peek(),
        this.#additionalProperty(name, undefined),
      ];
      this.mode.value = { kind: 'set' };
      this.edited();
    });
  }

  removeProperty(property: AdditionalProperty): void {
    this.additionalProperties.value = this.additionalProperties.peek().filter((other) => other !== property);
    this.edited();
  }

  rename(property: AdditionalProperty, name: string): void {
    batch(() => {
      property.name.value = name;
      property.node.key.value = name;
      this.edited();
    });
  }

  childEdited(): void {
    batch(() => {
      if (this.mode.peek().kind !== 'set') this.mode.value = { kind: 'set' };
      this.#updateProperties();
      this.parent.childEdited();
    });
  }

  protected content(): unknown {
    const entries = this.properties.value.map((node) => [node.key.value ?? '', node.value.value] as const);
    const extras = this.additionalProperties.value.map(({ name, node }) => [name.value, node.value.value] as const);
    return Object.fromEntries([...entries, ...extras].filter(([, value]) => value !== undefined));
  }

  protected fits(value: unknown): boolean {
    if (!isRecord(value)) return false;
    const patterns = schemaMap(this.schema, 'patternProperties').length; // each is tried on each name
    return this.#factory.opening(() => this.#factory.mayOpen(Object.keys(value).length * (1 + patterns)));
  }

  protected take(value: unknown): void {
    const record = value as Record<string, unknown>;
    this.#ensureBuilt();
    this.additionalProperties.value = [];
    for (const node of this.properties.peek()) node.load(get(record, node.key.peek() ?? ''));
    const named = new Set(this.properties.peek().map((node) => node.key.peek()));
    this.additionalProperties.value = Object.entries(record)
      .filter(([key, inner]) => !named.has(key) && inner !== undefined)
      .map(([key, inner]) => this.#additionalProperty(key, inner));
    this.#updateProperties({ isLoading: true });
  }

  protected fill(): void {
    this.#ensureBuilt();
  }

  /** A required object is set from the start, unless the schema requires itself recursively. */
  protected override fillsItself(): boolean {
    return this.depth < maxSelfFillDepth;
  }

  #ensureBuilt(): void {
    if (this.#isBuilt) return;
    this.#isBuilt = true;
    this.properties.value = this.#activeProperties({}).map((property) => this.#property(property));
    this.#updateProperties();
  }

  #activeProperties(value: Readonly<Record<string, unknown>>): readonly ActiveProperty[] {
    return activeProperties(this.#factory.scope, this.schema, value);
  }

  /** Updates the properties for the current value. Values are carried over, never dropped; a load adds none either. */
  #updateProperties({ isLoading = false } = {}): void {
    if (!hasConditions(this.schema)) return;
    for (let round = 0; round < 4; round++) {
      const shape = this.#activeProperties(this.content() as Record<string, unknown>);
      if (this.#isUnchanged(shape)) return;
      this.#apply(shape, isLoading);
    }
  }

  #isUnchanged(shape: readonly ActiveProperty[]): boolean {
    const now = this.properties.peek();
    return (
      now.length === shape.length &&
      shape.every(({ key, schema, required }, at) => {
        return now[at]?.key.peek() === key && now[at].required.peek() === required && this.#schemas.get(key) === schema;
      })
    );
  }

  #apply(shape: readonly ActiveProperty[], isLoading: boolean): void {
    const before = new Map(this.properties.peek().map((node) => [node.key.peek() ?? '', node]));
    const extras = new Map(this.additionalProperties.peek().map((property) => [property.name.peek(), property]));
    const next = shape.map((property) => {
      const old = before.get(property.key);
      before.delete(property.key);
      if (old && this.#schemas.get(property.key) === property.schema) {
        old.required.value = property.required;
        return old;
      }
      const value = old ? old.value.peek() : extras.get(property.key)?.node.value.peek();
      extras.delete(property.key);
      const node = this.#property(property, value);
      if (isLoading && value === undefined) node.load(undefined);
      return node;
    });
    const orphans = [...before].filter(([, node]) => node.value.peek() !== undefined);
    this.properties.value = next;
    this.additionalProperties.value = [
      ...extras.values(),
      ...orphans.map(([key, node]) => this.#additionalProperty(key, node.value.peek())),
    ];
  }

  #property({ key, schema, required }: ActiveProperty, value?: unknown): FieldNode {
    this.#schemas.set(key, schema);
    const node = this.#factory.build(schema, { parent: this, key, required, depth: this.depth + 1 });
    if (value !== undefined) node.load(value);
    return node;
  }

  #additionalProperty(name: string, value: unknown): AdditionalProperty {
    const node = this.#factory.build(this.#schemaFor(name), {
      parent: this,
      key: name,
      required: true,
      depth: this.depth + 1,
    });
    if (value !== undefined) node.load(value);
    return { name: signal(name), node };
  }

  #schemaFor(name: string): Schema {
    const pattern = schemaMap(this.schema, 'patternProperties').find(([source]) => fitsPattern(source, name) === true);
    const rest = subschema(this.schema, 'additionalProperties');
    const only = name === '' ? schemaMap(this.schema, 'patternProperties')[0] : undefined;
    return pattern?.[1] ?? (rest === undefined || rest === false ? (only?.[1] ?? true) : rest);
  }
}

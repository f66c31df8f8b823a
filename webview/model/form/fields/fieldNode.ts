import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core';
import { escapePointer } from '../../../../src/base/schema/document/pointer.ts';
import type { Schema, SchemaObject } from '../../../../src/base/schema/document/schema.ts';
import type { SchemaScope } from '../schema/scope.ts';

/**
 * Unset, null, a value of the expected type, or one of another type, which is kept as it is.
 * These are different states and all are visible: nothing is ever changed silently.
 */
type Mode =
  | { readonly kind: 'unset' }
  | { readonly kind: 'null' }
  | { readonly kind: 'set' }
  | { readonly kind: 'mismatch'; readonly value: unknown };

interface NodeParent {
  readonly pointer: ReadonlySignal<string>;
  /** The user changed a field inside. */
  childEdited(): void;
}

export interface NodePosition {
  readonly parent: NodeParent;
  /** The property or index in the parent; undefined for the branch of a union, which has the union's own pointer. */
  readonly key?: string;
  readonly required: boolean;
  readonly nullable?: boolean;
  readonly depth: number;
  /** How many unions are directly around it: one that is its own branch would open for ever. */
  readonly unions?: number;
}

/** Builds the fields inside a list, an object or a union. An interface, because the builder imports all three. */
export interface NodeFactory {
  readonly scope: SchemaScope;
  build(schema: Schema, position: NodePosition): FieldNode;
  /** Whether so many fields more may be opened for one load or one edit. */
  mayOpen(count: number): boolean;
  /** All that is built inside counts as one load. */
  opening<T>(work: () => T): T;
}

let nodes = 0;

/** What every kind of field has in common. `content` is the value while the mode is `set`. */
export abstract class FieldNode {
  abstract readonly kind: string;
  readonly id = `field-${++nodes}`;
  readonly schema: SchemaObject;
  readonly nullable: boolean;
  readonly depth: number;
  readonly key: Signal<string | undefined>;
  readonly required: Signal<boolean>;
  readonly mode: Signal<Mode> = signal<Mode>({ kind: 'unset' });
  /** The user has been here: a missing value may now be reported. */
  readonly touched = signal(false);
  readonly pointer: ReadonlySignal<string>;
  readonly value: ReadonlySignal<unknown>;
  /** A problem with the input that no schema check would find. */
  readonly problem: ReadonlySignal<string | undefined> = signal(undefined);
  protected readonly parent: NodeParent;

  constructor(schema: SchemaObject, position: NodePosition) {
    this.schema = schema;
    this.parent = position.parent;
    this.nullable = position.nullable ?? false;
    this.depth = position.depth;
    this.key = signal(position.key);
    this.required = signal(position.required);
    this.pointer = computed(() => {
      const key = this.key.value;
      return key === undefined ? this.parent.pointer.value : `${this.parent.pointer.value}/${escapePointer(key)}`;
    });
    this.value = computed(() => valueOf(this.mode.value, () => this.content()));
  }

  protected abstract content(): unknown;
  protected abstract fits(value: unknown): boolean;
  protected abstract take(value: unknown): void;
  /** Sets a sensible initial value. */
  protected abstract fill(): void;

  /** Loads a value from the JSON text, a saved call or a default. Does not count as an edit. */
  load(value: unknown): void {
    if (value === undefined) this.mode.value = { kind: 'unset' };
    else if (value === null && !this.fits(null)) this.mode.value = { kind: 'null' };
    else if (this.fits(value)) {
      this.take(value);
      this.mode.value = { kind: 'set' };
    } else this.mode.value = { kind: 'mismatch', value };
  }

  /** Before any input: a required value with only one sensible beginning is filled in. */
  initialize(): void {
    if (this.required.peek() && this.schema['default'] !== undefined) this.load(this.schema['default']);
    else if (this.required.peek() && this.fillsItself()) this.start();
  }

  protected fillsItself(): boolean {
    return false;
  }

  protected start(): void {
    this.fill();
    this.mode.value = { kind: 'set' };
  }

  set(): void {
    const { default: start } = this.schema;
    if (start !== undefined && this.fits(start)) this.load(start);
    else this.start();
    this.edited();
  }

  unset(): void {
    this.mode.value = { kind: 'unset' };
    this.edited();
  }

  setNull(): void {
    this.mode.value = { kind: 'null' };
    this.edited();
  }

  protected edited(): void {
    this.touched.value = true;
    this.parent.childEdited();
  }
}

function valueOf(mode: Mode, content: () => unknown): unknown {
  switch (mode.kind) {
    case 'unset':
      return undefined;
    case 'null':
      return null;
    case 'mismatch':
      return mode.value;
    case 'set':
      return content();
    default:
      return mode satisfies never;
  }
}

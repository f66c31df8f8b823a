import { computed, signal } from '@preact/signals-core';
import { parseJson, sameJson } from '../../../../src/base/json.ts';
import { t } from '../../../platform/l10n.ts';
import { FieldNode, type NodePosition } from './fieldNode.ts';
import type { SchemaObject } from '../../../../src/base/schema/document/schema.ts';

export class TextNode extends FieldNode {
  readonly kind = 'text';
  readonly text = signal('');

  setText(text: string): void {
    this.text.value = text;
    this.mode.value = { kind: 'set' };
    this.edited();
  }

  protected content(): unknown {
    return this.text.value;
  }

  protected fits(value: unknown): boolean {
    return typeof value === 'string';
  }

  protected take(value: unknown): void {
    this.text.value = value as string;
  }

  protected fill(): void {
    this.text.value = '';
  }
}

/** Also `.25`, `5.` and `+3`, which JSON does not have but people write; never `007`, which may be no number. */
const typedNumber = /^[+-]?(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Input stays as typed: "abc" is sent as text if the user insists, 99 is never clamped to 10. */
export class NumberNode extends FieldNode {
  readonly kind = 'number';
  readonly text = signal('');
  override readonly problem = computed(() =>
    this.mode.value.kind === 'set' ? precisionProblem(this.text.value) : undefined,
  );

  /** An empty box means "not set": a number has no empty value. */
  setText(text: string): void {
    this.text.value = text;
    this.mode.value = text.trim() === '' ? { kind: 'unset' } : { kind: 'set' };
    this.edited();
  }

  protected content(): unknown {
    const text = this.text.value.trim();
    return typedNumber.test(text) ? Number(text) : this.text.value;
  }

  protected fits(value: unknown): boolean {
    return (
      typeof value === 'number' || (typeof value === 'string' && value.trim() !== '' && !typedNumber.test(value.trim()))
    );
  }

  protected take(value: unknown): void {
    // "1e3" stays "1e3" when the JSON text says 1000.
    if (this.mode.peek().kind !== 'set' || this.content() !== value) this.text.value = String(value);
  }

  protected fill(): void {
    this.text.value = String(this.schema['minimum'] ?? 0);
  }
}

function precisionProblem(text: string): string | undefined {
  const digits = text.trim();
  if (!/^-?\d{16,}$/.test(digits) || Number.isSafeInteger(Number(digits)) || !typedNumber.test(digits))
    return undefined;
  return t('Exceeds the safe integer range: {0} is sent', String(Number(digits)));
}

export class BooleanNode extends FieldNode {
  readonly kind = 'boolean';
  readonly on = signal(false);

  setBoolean(on: boolean): void {
    this.on.value = on;
    this.mode.value = { kind: 'set' };
    this.edited();
  }

  protected content(): unknown {
    return this.on.value;
  }

  protected fits(value: unknown): boolean {
    return typeof value === 'boolean';
  }

  protected take(value: unknown): void {
    this.on.value = value === true;
  }

  protected fill(): void {
    this.on.value = true;
  }
}

interface Choice {
  readonly value: unknown;
  readonly label: string;
}

/** One of a list of values, of any type; a constant is a list of one. */
export class ChoiceNode extends FieldNode {
  readonly kind = 'choice';
  readonly choices: readonly Choice[];
  readonly index = signal(0);

  constructor(schema: SchemaObject, choices: readonly Choice[], position: NodePosition) {
    super(schema, position);
    this.choices = choices;
  }

  choose(index: number): void {
    this.index.value = index;
    this.mode.value = { kind: 'set' };
    this.edited();
  }

  protected content(): unknown {
    return this.choices[this.index.value]?.value;
  }

  protected fits(value: unknown): boolean {
    return this.#find(value) >= 0;
  }

  protected take(value: unknown): void {
    this.index.value = this.#find(value);
  }

  protected fill(): void {
    this.index.value = 0;
  }

  protected override fillsItself(): boolean {
    return this.choices.length === 1;
  }

  #find(value: unknown): number {
    return this.choices.findIndex((choice) => sameJson(choice.value, value));
  }
}

/** Any number of a list of values, each at most once. */
export class MultiChoiceNode extends FieldNode {
  readonly kind = 'choices';
  readonly choices: readonly Choice[];
  /** Indexes, in the order in which they were picked. */
  readonly picked = signal<readonly number[]>([]);

  constructor(schema: SchemaObject, choices: readonly Choice[], position: NodePosition) {
    super(schema, position);
    this.choices = choices;
  }

  pick(index: number, on: boolean): void {
    const rest = this.mode.peek().kind === 'set' ? this.picked.peek().filter((other) => other !== index) : [];
    this.picked.value = on ? [...rest, index] : rest;
    this.mode.value = { kind: 'set' };
    this.edited();
  }

  protected content(): unknown {
    return this.picked.value.map((index) => this.choices[index]?.value);
  }

  protected fits(value: unknown): boolean {
    return Array.isArray(value) && new Set(this.#find(value)).size === value.length && !this.#find(value).includes(-1);
  }

  protected take(value: unknown): void {
    this.picked.value = this.#find(value as unknown[]);
  }

  protected fill(): void {
    this.picked.value = [];
  }

  protected override fillsItself(): boolean {
    return true;
  }

  #find(values: readonly unknown[]): number[] {
    return values.map((value) => this.choices.findIndex((choice) => sameJson(choice.value, value)));
  }
}

/** Where the schema is unusable: any JSON, as text. */
export class RawNode extends FieldNode {
  readonly kind = 'raw';
  /** What is wrong with the schema here. */
  readonly reason: string;
  readonly text = signal('');
  readonly #lastGood = signal<unknown>(undefined);
  override readonly problem = computed(() => {
    if (this.mode.value.kind !== 'set') return undefined;
    const parsed = parseJson(this.text.value);
    return parsed.ok ? undefined : t('Not valid JSON: {0}', parsed.reason);
  });

  constructor(schema: SchemaObject, reason: string, position: NodePosition) {
    super(schema, position);
    this.reason = reason;
  }

  setText(text: string): void {
    const parsed = parseJson(text);
    this.text.value = text;
    if (parsed.ok) this.#lastGood.value = parsed.value;
    this.mode.value = text.trim() === '' ? { kind: 'unset' } : { kind: 'set' };
    this.edited();
  }

  protected content(): unknown {
    return this.#lastGood.value;
  }

  protected fits(): boolean {
    return true;
  }

  protected take(value: unknown): void {
    const now = parseJson(this.text.peek());
    if (!now.ok || !sameJson(now.value, value)) this.text.value = JSON.stringify(value, undefined, 2);
    this.#lastGood.value = value;
  }

  protected fill(): void {
    this.take(null);
  }
}

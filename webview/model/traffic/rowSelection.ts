import { computed, signal } from '@preact/signals-core';

export interface SelectionModifiers {
  /** Adds the row to the selection, or removes it. */
  readonly toggle?: boolean;
  /** From the row that was picked last to this one. */
  readonly range?: boolean;
}

/** The row that is shown in full, and the rows chosen together with it for a comparison or an export. */
export class RowSelection {
  readonly active = signal<number | undefined>(undefined);
  readonly marked = signal<ReadonlySet<number>>(new Set());
  /** The rows that an action applies to; a single row is no selection to compare or export. */
  readonly chosen = computed<readonly number[]>(() => [...this.marked.value].toSorted((a, b) => a - b));
  #anchor: number | undefined;

  /** `between` names the rows from one shown row to another. */
  pick(seq: number, how: SelectionModifiers, between: (from: number, to: number) => readonly number[]): void {
    const before = this.#anchor ?? this.active.value;
    if (how.range && before !== undefined) {
      this.marked.value = new Set(between(before, seq));
    } else if (how.toggle) {
      this.#toggle(seq);
      this.#anchor = seq;
    } else {
      this.marked.value = new Set();
      this.#anchor = seq;
    }
    this.active.value = seq;
  }

  clear(): void {
    this.active.value = undefined;
    this.marked.value = new Set();
    this.#anchor = undefined;
  }

  isChosen(seq: number): boolean {
    return this.active.value === seq || this.marked.value.has(seq);
  }

  /** The active row joins the selection: the first of two rows is picked with a plain click. */
  #toggle(seq: number): void {
    const next = new Set(this.marked.value);
    const { value: alone } = this.active;
    if (next.size === 0 && alone !== undefined && alone !== seq) next.add(alone);
    if (!next.delete(seq)) next.add(seq);
    this.marked.value = next;
  }
}

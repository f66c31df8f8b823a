import { Emitter } from '../../src/base/event.ts';
import type { ListedRow, RowKey, StorePort, StoreRow } from '../../src/core/ports/ports.ts';
import { MemoryRows } from '../../src/core/store/memoryRows.ts';
import { keepText } from './sinks.ts';

/** A store in memory; it outlives what is opened over it, as the file does. */
export class FakeStore implements StorePort {
  readonly #rows = new MemoryRows();
  readonly #changed = new Emitter<ReadonlySet<string>>();
  readonly onDidChange = this.#changed.event;
  /** Everything that was ever written, as text. */
  text = '';

  get(row: RowKey): unknown {
    return this.#rows.get(row);
  }

  body(row: RowKey): unknown {
    return this.#rows.body(row);
  }

  keys(kind: string, scope: string): readonly string[] {
    return this.#rows.keys(kind, scope);
  }

  list(kind: string, scope: string): readonly ListedRow[] {
    return this.#rows.list(kind, scope);
  }

  put(rows: readonly StoreRow[]): void {
    this.#keep(rows);
    this.#rows.put(rows);
  }

  add(rows: readonly StoreRow[], mark?: string): void {
    this.#keep(rows);
    this.#rows.add(rows, mark);
  }

  update(row: RowKey, change: (value: unknown) => unknown): void {
    this.put([{ ...row, value: change(this.get(row)) }]);
  }

  quietly<T>(work: () => T): T {
    return work();
  }

  /** As if another process had written these. */
  putElsewhere(rows: readonly StoreRow[]): void {
    this.put(rows);
    this.#changed.fire(new Set(rows.map(({ kind }) => kind)));
  }

  dispose(): void {}

  #keep(rows: readonly StoreRow[]): void {
    const text = JSON.stringify(rows);
    this.text += text;
    keepText('store', text);
  }
}

import type { ListedRow, RowKey, StoreRow } from '../ports/ports.ts';
import { type ReadableRows, type Rows, markRow, parseValue } from './rows.ts';

interface Kept {
  readonly key: string;
  /** `undefined` where the row was removed. */
  readonly value: string | undefined;
  readonly body: string | undefined;
}

/** Rows that end with the process, over what can be read of a file that must not be written. */
export class MemoryRows implements Rows {
  readonly #scopes = new Map<string, Map<string, Kept>>();
  readonly #under: ReadableRows | undefined;

  constructor(under?: ReadableRows) {
    this.#under = under;
  }

  get(row: RowKey): unknown {
    const kept = this.#find(row);
    return kept ? parseValue(kept.value) : this.#under?.get(row);
  }

  body(row: RowKey): unknown {
    const kept = this.#find(row);
    return kept ? parseValue(kept.body) : this.#under?.body(row);
  }

  keys(kind: string, scope: string): readonly string[] {
    return this.list(kind, scope).map(({ key }) => key);
  }

  list(kind: string, scope: string): readonly ListedRow[] {
    const own = this.#scope(kind, scope);
    const under = this.#under?.list(kind, scope).filter(({ key }) => !own.has(key)) ?? [];
    const kept = [...own.values()].filter(({ value }) => value !== undefined);
    return [
      ...under,
      ...kept.map(({ key, value, body }) => ({ key, value: parseValue(value), hasBody: body !== undefined })),
    ];
  }

  put(rows: readonly StoreRow[]): void {
    for (const { kind, scope, key, value, body } of rows)
      this.#scope(kind, scope).set(key, { key, value: textOf(value), body: textOf(body) });
  }

  add(rows: readonly StoreRow[], mark?: string): void {
    const all = mark === undefined ? rows : [markRow(mark), ...rows];
    if (mark !== undefined && this.get(markRow(mark)) !== undefined) return;
    this.put(all.filter((row) => this.get(row) === undefined));
  }

  update(row: RowKey, change: (value: unknown) => unknown): void {
    this.put([{ ...row, value: change(this.get(row)) }]);
  }

  dispose(): void {
    this.#scopes.clear();
    this.#under?.dispose();
  }

  #find({ kind, scope, key }: RowKey): Kept | undefined {
    return this.#scope(kind, scope).get(key);
  }

  #scope(kind: string, scope: string): Map<string, Kept> {
    const name = JSON.stringify([kind, scope]);
    let found = this.#scopes.get(name);
    if (!found) this.#scopes.set(name, (found = new Map()));
    return found;
  }
}

function textOf(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}

import type { ListedRow, RowKey, StoreRow } from '../ports/ports.ts';
import { largestRow, limitOf, rowsBetweenPrunes } from './limits.ts';
import { type Rows, markRow, parseValue } from './rows.ts';
import { type Database, type Statement, inTransaction, withCheckpoint } from './sqlite.ts';

const statements = {
  get: 'select value from remembered where kind = ? and scope = ? and key = ?',
  body: 'select body from remembered where kind = ? and scope = ? and key = ?',
  keys: 'select key from remembered where kind = ? and scope = ? order by rowid',
  list: 'select key, value, body is not null as held from remembered where kind = ? and scope = ? order by rowid',
  add: 'insert or ignore into remembered (kind, scope, key, value, body, size, used) values (?, ?, ?, ?, ?, ?, ?)',
  // What is written again unchanged is no news, but counts as used once a day.
  put: `insert into remembered (kind, scope, key, value, body, size, used) values (?, ?, ?, ?, ?, ?, ?)
        on conflict do update set value = excluded.value, body = excluded.body, size = excluded.size, used = excluded.used
        where value is not excluded.value or body is not excluded.body or used < excluded.used - 86400000`,
  remove: 'delete from remembered where kind = ? and scope = ? and key = ?',
  changed: 'insert into changes values (?, 1) on conflict do update set count = count + 1',
  changes: 'select kind, count from changes',
  version: 'pragma data_version',
  total: 'select count(*) as rows, sum(size) as bytes from remembered where kind = ?',
  oldest: 'select rowid as id, size from remembered where kind = ? order by used, rowid',
  surplus: `delete from remembered where rowid in
            (select rowid from remembered where kind = ? and scope = ? order by used desc, rowid desc limit -1 offset ?)`,
  removeId: 'delete from remembered where rowid = ?',
} as const;

type Name = keyof typeof statements;

/** Statements are compiled once, at their first use. */
class Compiled {
  readonly #db: Database;
  readonly #compiled = new Map<Name, Statement>();

  constructor(db: Database) {
    this.#db = db;
  }

  of(name: Name): Statement {
    let found = this.#compiled.get(name);
    if (!found) this.#compiled.set(name, (found = this.#db.prepare(statements[name])));
    return found;
  }
}

/** The rows of one open file. All rows of a write are one transaction; knows which kinds other connections have changed. */
export class SqliteRows implements Rows {
  readonly #db: Database;
  readonly #sql: Compiled;
  readonly #now: () => number;
  /** By kind: how often it was changed, as far as we know. */
  readonly #counts: Map<string, number>;
  readonly #written = new Map<string, number>();
  #version: unknown;

  constructor(db: Database, now: () => number) {
    this.#db = db;
    this.#sql = new Compiled(db);
    this.#now = now;
    this.#version = this.#dataVersion();
    this.#counts = this.#readCounts();
  }

  get({ kind, scope, key }: RowKey): unknown {
    return parseValue(this.#sql.of('get').get(kind, scope, key)?.['value']);
  }

  body({ kind, scope, key }: RowKey): unknown {
    return parseValue(this.#sql.of('body').get(kind, scope, key)?.['body']);
  }

  keys(kind: string, scope: string): readonly string[] {
    return this.#sql
      .of('keys')
      .all(kind, scope)
      .map(({ key }) => String(key));
  }

  list(kind: string, scope: string): readonly ListedRow[] {
    return this.#sql
      .of('list')
      .all(kind, scope)
      .map(({ key, value, held }) => ({ key: String(key), value: parseValue(value), hasBody: held === 1 }));
  }

  dispose(): void {
    this.#db.close();
  }

  put(rows: readonly StoreRow[]): void {
    this.#write(rows, 'put');
  }

  add(rows: readonly StoreRow[], mark?: string): void {
    if (mark === undefined) return this.#write(rows, 'add');
    if (this.get(markRow(mark)) === undefined) this.#write([markRow(mark), ...rows], 'add', markRow(mark));
  }

  update(row: RowKey, change: (value: unknown) => unknown): void {
    this.#inTransaction(() => this.#writeRows([{ ...row, value: change(this.get(row)) }], 'put'));
  }

  /** The kinds that another connection has changed since the last look. Costs a few microseconds where none has. */
  takeChanges(): ReadonlySet<string> {
    const version = this.#dataVersion();
    if (version === this.#version) return new Set();
    this.#version = version;
    const now = this.#readCounts();
    const kinds = [...now].filter(([kind, count]) => this.#counts.get(kind) !== count).map(([kind]) => kind);
    for (const [kind, count] of now) this.#counts.set(kind, count);
    return new Set(kinds);
  }

  /** With `unless`, nothing is written where that row is there by now. */
  #write(rows: readonly StoreRow[], how: 'put' | 'add', unless?: RowKey): void {
    if (rows.length === 0) return;
    this.#inTransaction(() => {
      if (unless && this.get(unless) !== undefined) return;
      this.#writeRows(rows, how);
    });
  }

  #inTransaction(work: () => void): void {
    withCheckpoint(this.#db, () => inTransaction(this.#db, work));
  }

  #writeRows(rows: readonly StoreRow[], how: 'put' | 'add'): void {
    const changed = new Set<string>();
    for (const row of rows) if (this.#writeRow(row, how)) changed.add(row.kind);
    for (const kind of changed) this.#count(kind);
    for (const { kind, scope } of rows) this.#prune(kind, scope);
  }

  #writeRow({ kind, scope, key, value, body }: StoreRow, how: 'put' | 'add'): boolean {
    if (value === undefined) return this.#sql.of('remove').run(kind, scope, key).changes !== 0;
    const text = JSON.stringify(value);
    const bodyText = body === undefined ? null : JSON.stringify(body);
    const size = key.length + text.length + (bodyText?.length ?? 0);
    if (size > largestRow) throw new Error(`a row of ${size} characters is too large`);
    return this.#sql.of(how).run(kind, scope, key, text, bodyText, size, this.#now()).changes !== 0;
  }

  /** Ours are counted too, so that the next look finds the others' only. */
  #count(kind: string): void {
    this.#sql.of('changed').run(kind);
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
  }

  #prune(kind: string, scope: string): void {
    const limit = limitOf(kind);
    if (!limit) return;
    const written = (this.#written.get(kind) ?? rowsBetweenPrunes) + 1;
    this.#written.set(kind, written > rowsBetweenPrunes ? 0 : written);
    if (written <= rowsBetweenPrunes) return;
    if (limit.rowsPerScope !== undefined) this.#sql.of('surplus').run(kind, scope, limit.rowsPerScope);
    const total = this.#sql.of('total').get(kind);
    let rows = Number(total?.['rows']) - (limit.rows ?? Number.POSITIVE_INFINITY);
    let bytes = Number(total?.['bytes']) - (limit.bytes ?? Number.POSITIVE_INFINITY);
    if (rows <= 0 && bytes <= 0) return;
    for (const { id, size } of this.#sql.of('oldest').all(kind)) {
      if (rows <= 0 && bytes <= 0) return;
      this.#sql.of('removeId').run(Number(id));
      rows -= 1;
      bytes -= Number(size);
    }
  }

  #dataVersion(): unknown {
    return this.#sql.of('version').get()?.['data_version'];
  }

  #readCounts(): Map<string, number> {
    return new Map(
      this.#sql
        .of('changes')
        .all()
        .map(({ kind, count }) => [String(kind), Number(count)]),
    );
  }
}

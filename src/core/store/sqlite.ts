import type { DatabaseSync, StatementSync } from 'node:sqlite';

export type Database = DatabaseSync;
export type Statement = StatementSync;

/** Loaded at the first look-up. Node 22 warns that the module is young: that is no news for a user. */
export function openSqlite(file: string, options: { readonly readOnly?: boolean } = {}): Database {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    const sqlite = process.getBuiltinModule('node:sqlite');
    return new sqlite.DatabaseSync(file, options);
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** SQLite's primary result code: the low byte of the extended one. */
function resultCode(error: unknown): number | undefined {
  const { errcode } = error as { readonly errcode?: unknown };
  return typeof errcode === 'number' ? errcode & 0xff : undefined;
}

const corrupt = 11;
const notADatabase = 26;

export function isBroken(error: unknown): boolean {
  const code = resultCode(error);
  return code === corrupt || code === notADatabase;
}

const full = 13;

/** The log ahead of the file takes room too: once it is merged, a write that found a full disk may find room. */
export function withCheckpoint<T>(db: Database, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (resultCode(error) !== full) throw error;
    db.exec('pragma wal_checkpoint(truncate)');
    return work();
  }
}

const systemCodes: Readonly<Record<number, string>> = { 3: 'EACCES', 8: 'EROFS', 13: 'ENOSPC' };

/** The failure with the code that the system has for it, so that it gets the same sentence as one of a file. */
export function asSystemError(error: unknown): unknown {
  const code = systemCodes[resultCode(error) ?? 0];
  return code === undefined || !(error instanceof Error) ? error : Object.assign(new Error(error.message), { code });
}

/** A second process waits for its turn. */
export function inTransaction<T>(db: Database, work: () => T): T {
  db.exec('begin immediate');
  try {
    const result = work();
    db.exec('commit');
    return result;
  } catch (error) {
    rollBack(db);
    throw error;
  }
}

function rollBack(db: Database): void {
  try {
    db.exec('rollback');
  } catch {
    return; // after a full disk SQLite has done it by itself
  }
}

import { statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { currentVersion, migrate, versionOf } from './schema.ts';
import { type Database, openSqlite } from './sqlite.ts';
import { isOnNetwork, preparePrivateFile } from './storeFile.ts';

/** How long a statement waits for another process. */
const busyMs = 10_000;
/** A look at every page costs half a millisecond a megabyte: a larger file shows its damage when it is used. */
const mostCheckedBytes = 4 * 1024 * 1024;

type Opened = { readonly kind: 'current'; readonly db: Database } | { readonly kind: 'later'; readonly db: Database };

/** Throws what SQLite or the system says. */
export function openDatabase(file: string): Opened {
  preparePrivateFile(file);
  const db = openSqlite(file);
  try {
    db.exec(`pragma busy_timeout = ${busyMs}`);
    if (versionOf(db) > currentVersion) return { kind: 'later', db: reopenReadOnly(db, file) };
    chooseJournal(db, file);
    if (statSync(file).size <= mostCheckedBytes) check(db);
    migrate(db);
    return { kind: 'current', db };
  } catch (error) {
    db.close();
    throw error;
  }
}

export function openReadOnly(file: string): Database {
  const db = openSqlite(file, { readOnly: true });
  db.exec(`pragma busy_timeout = ${busyMs}`);
  return db;
}

/**
 * Where not even the small files beside it can be made: on a read-only disk. A log ahead of the file would be passed
 * over, and with it what was approved or withdrawn last.
 */
export function openImmutable(file: string): Database {
  if (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size)
    throw new Error(`${file} has a log that cannot be read`);
  const url = pathToFileURL(file);
  url.searchParams.set('immutable', '1');
  return openSqlite(url.href, { readOnly: true });
}

function reopenReadOnly(db: Database, file: string): Database {
  const readOnly = openReadOnly(file);
  db.close();
  return readOnly;
}

/**
 * With a write-ahead log, `normal` is enough: what was committed has been handed to the system and outlives our
 * process; a loss of power may take the last commits, never the file. The old journal needs `full` for the latter.
 */
function chooseJournal(db: Database, file: string): void {
  const wanted = isOnNetwork(file) ? 'delete' : 'wal';
  const mode = db.prepare(`pragma journal_mode = ${wanted}`).get()?.['journal_mode'];
  if (wanted === 'wal' && mode !== 'wal') db.exec('pragma journal_mode = delete');
  db.exec(mode === 'wal' ? 'pragma synchronous = normal' : 'pragma synchronous = full');
}

class DamagedDatabase extends Error {
  readonly errcode = 11; // as SQLite itself reports it
}

function check(db: Database): void {
  const found = String(db.prepare('pragma quick_check(1)').get()?.['quick_check']);
  if (found !== 'ok') throw new DamagedDatabase(found);
}

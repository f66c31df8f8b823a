import { type Database, inTransaction } from './sqlite.ts';

/** Step n leads from version n to n + 1. A step that was released is never changed: a new one is added. */
const steps: readonly string[] = [
  `create table remembered (
     kind text not null, scope text not null, key text not null,
     value text not null, body text, size integer not null, used integer not null,
     unique (kind, scope, key)
   ) strict;
   create index remembered_by_use on remembered (kind, used, size);
   create table changes (kind text primary key, count integer not null) strict, without rowid;`,
];

export const currentVersion = steps.length;

export function versionOf(db: Database): number {
  return Number(db.prepare('pragma user_version').get()?.['user_version']);
}

/** Two processes that open a new file at once: the second waits and finds it done. */
export function migrate(db: Database): void {
  if (versionOf(db) >= currentVersion) return;
  inTransaction(db, () => {
    const version = versionOf(db);
    if (version >= currentVersion) return;
    for (const step of steps.slice(version)) db.exec(step);
    db.exec(`pragma user_version = ${currentVersion}`);
  });
}

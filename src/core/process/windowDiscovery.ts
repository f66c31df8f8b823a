import { chmodSync, lstatSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseJson } from '../../base/json.ts';
import { type Disposable, disposable } from '../../base/lifetime.ts';
import { makeFolder } from './userStateDir.ts';
import { isAlive } from './signals.ts';

/** What every running window publishes to other processes of the same user; subtypes add what their readers need. */
export interface WindowRecord {
  readonly pid: number;
  readonly folders: readonly string[];
}

/** A folder with one file per running window, readable and writable by this user alone. */
export class WindowDirectory<T extends WindowRecord> {
  readonly #dir: string;
  readonly #isRecord: (value: unknown) => value is T;

  constructor(dir: string, isRecord: (value: unknown) => value is T) {
    this.#dir = dir;
    this.#isRecord = isRecord;
  }

  /** Publishes this window's address until disposed. */
  announce(record: T): Disposable {
    makeFolder(this.#dir, 0o700);
    chmodSync(this.#dir, 0o700);
    const file = path.join(this.#dir, `${record.pid}.json`);
    writeFileSync(`${file}.part`, JSON.stringify(record), { mode: 0o600 });
    renameSync(`${file}.part`, file); // whole or not at all
    this.#forgetTheDead();
    return disposable(() => rmSync(file, { force: true }));
  }

  /** Those that still run. */
  windows(): readonly T[] {
    return this.#names()
      .flatMap((name) => this.#read(path.join(this.#dir, name)) ?? [])
      .filter(({ pid }) => isAlive(pid));
  }

  /** The window that has `cwd` open; of several the one with the closest folder. */
  windowOn(cwd: string): T | undefined {
    const fits = this.windows()
      .map((record) => ({ record, depth: depthOf(record, cwd) }))
      .filter(({ depth }) => depth > 0);
    return fits.toSorted((a, b) => b.depth - a.depth || b.record.pid - a.record.pid)[0]?.record;
  }

  /** A window that was killed could not remove its file. */
  #forgetTheDead(): void {
    for (const name of this.#names())
      if (!isAlive(Number(name.slice(0, -'.json'.length)))) rmSync(path.join(this.#dir, name), { force: true });
  }

  #names(): readonly string[] {
    try {
      return isPrivate(this.#dir) ? readdirSync(this.#dir).filter((name) => name.endsWith('.json')) : [];
    } catch {
      return []; // no window ever ran here
    }
  }

  /** A file that another user could have written might lead to that user's process. */
  #read(file: string): T | undefined {
    try {
      const parsed = isPrivate(file) ? parseJson(readFileSync(file, 'utf8')) : undefined;
      return parsed?.ok && this.#isRecord(parsed.value) ? parsed.value : undefined;
    } catch {
      return undefined; // it was removed meanwhile
    }
  }
}

function isPrivate(file: string): boolean {
  if (process.platform === 'win32') return true; // a home folder there is private by its own rules
  const { mode, uid } = lstatSync(file);
  return uid === process.getuid?.() && (mode & 0o077) === 0;
}

function depthOf({ folders }: WindowRecord, cwd: string): number {
  return Math.max(0, ...folders.map((folder) => (isWithin(cwd, folder) ? folder.length : 0)));
}

function isWithin(inner: string, outer: string): boolean {
  const step = path.relative(outer, inner);
  return step === '' || !(step.startsWith('..') || path.isAbsolute(step));
}

import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { isAlive } from '../process/signals.ts';

const pollMs = 20;
const mostPolls = 250;
const namelessMs = 1_000;

/**
 * Renames a broken file and what belongs to it, unless another process was quicker: then a new file is in its place.
 * `inode` is the one that was found broken. Answers with the new name, or nothing.
 */
export function setAside(file: string, inode: number, now: number): string | undefined {
  const lock = `${file}.lock`;
  takeLock(lock);
  try {
    if (inodeOf(file) !== inode) return undefined;
    const aside = freeName(`${file}.broken-${new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '')}`);
    renameSync(file, aside);
    for (const part of ['-wal', '-shm', '-journal']) if (existsSync(file + part)) renameSync(file + part, aside + part);
    return aside;
  } finally {
    rmSync(lock, { force: true });
  }
}

export function inodeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.ino;
}

function freeName(name: string): string {
  let free = name;
  for (let number = 2; existsSync(free); number++) free = `${name}-${number}`;
  return free;
}

/** Look-ups are synchronous, so is this; a broken file is rare enough to wait for it. */
function takeLock(lock: string): void {
  for (let polls = 0; polls < mostPolls; polls++) {
    try {
      const handle = openSync(lock, 'wx', 0o600);
      writeFileSync(handle, String(process.pid));
      return closeSync(handle);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      if (isAbandoned(lock)) rmSync(lock, { force: true });
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pollMs);
    }
  }
  throw new Error(`${lock} is held by another process`);
}

function isAbandoned(lock: string): boolean {
  try {
    const owner = readFileSync(lock, 'utf8');
    if (owner === '') return Date.now() - statSync(lock).mtimeMs > namelessMs; // it died before it wrote its name
    return !isAlive(Number(owner));
  } catch {
    return false; // it was released meanwhile
  }
}

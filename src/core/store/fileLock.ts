import { closeSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { isAlive } from '../process/signals.ts';

const pollMs = 2;
const patienceMs = 30_000;
const namelessMs = 1_000;

/**
 * One process at a time. Look-ups are synchronous, so is this. A disk that takes no new file, or a process that was
 * stopped while it held the lock, must not keep us from working: then it is done without.
 */
export function withFileLock<T>(lock: string, work: () => T): T {
  const isHeld = takeLock(lock);
  try {
    return work();
  } finally {
    if (isHeld) rmSync(lock, { force: true });
  }
}

function takeLock(lock: string): boolean {
  const end = performance.now() + patienceMs;
  while (performance.now() < end) {
    try {
      const handle = openSync(lock, 'wx', 0o600);
      writeFileSync(handle, String(process.pid));
      closeSync(handle);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false;
      if (isAbandoned(lock)) rmSync(lock, { force: true });
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pollMs);
    }
  }
  return false;
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

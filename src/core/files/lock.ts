import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sleep } from '../../base/async.ts';
import { makeFolder } from '../process/userStateDir.ts';
import { isAlive } from '../process/signals.ts';

const abandonedMs = 10_000;

interface LockOptions {
  /** Where the locks of this user are. */
  readonly lockDir: string;
  readonly signal?: AbortSignal;
  readonly pollMs?: number;
  /** Called once, when the lock is not free. */
  onWait?(): void;
}

/** Shared by all processes of this user: extension hosts and command lines. */
export function userLockDir(env: Readonly<Record<string, string | undefined>>, homeDir: string): string {
  return join(env['XDG_CACHE_HOME'] || join(homeDir, '.cache'), 'mcp-switchboard', 'locks');
}

/** One at a time for a file or folder, across processes. */
export async function withLock<T>(
  path: string,
  { lockDir, signal, pollMs = 200, onWait }: LockOptions,
  work: () => Promise<T>,
): Promise<T> {
  makeFolder(lockDir, 0o700);
  const lock = join(lockDir, `${createHash('sha256').update(path).digest('hex').slice(0, 24)}.lock`);
  for (let waited = false; !(await tryLock(lock)); await sleep(pollMs, signal)) {
    await breakIfStale(lock);
    if (!waited) onWait?.();
    waited = true;
  }
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

async function tryLock(lock: string): Promise<boolean> {
  try {
    const handle = await open(lock, 'wx', 0o600);
    try {
      await handle.writeFile(String(process.pid));
    } catch (error) {
      await rm(lock, { force: true }); // a full disk: a lock without an owner would block other processes for a while
      throw error;
    } finally {
      await handle.close();
    }
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Two processes that find the same dead owner must not remove each other's new lock: only one may check and remove. */
async function breakIfStale(lock: string): Promise<void> {
  if (!(await isStale(lock))) return;
  const breaker = `${lock}.break`;
  try {
    await mkdir(breaker);
  } catch {
    const age = await ageOf(breaker);
    if (age > abandonedMs) await rmdir(breaker).catch(() => {}); // another was quicker
    return;
  }
  try {
    if (await isStale(lock)) await rm(lock, { force: true });
  } finally {
    await rmdir(breaker);
  }
}

/** Its owner is gone, or died before it wrote its name. */
async function isStale(lock: string): Promise<boolean> {
  const owner = await readFile(lock, 'utf8').catch(() => undefined);
  if (owner === undefined) return false;
  if (owner === '') return (await ageOf(lock)) > abandonedMs;
  return !isAlive(Number(owner));
}

async function ageOf(path: string): Promise<number> {
  return stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => 0,
  );
}

import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sleep } from '../../../base/async.ts';
import { isAlive } from '../../process/signals.ts';

const pollMs = 200;
const abandonedMs = 10_000;

/** One at a time in a folder, across processes: an editor and a server for another agent may share it. */
export async function withFolderLock<T>(
  lockDir: string,
  folder: string,
  signal: AbortSignal,
  onWait: () => void,
  work: () => Promise<T>,
): Promise<T> {
  await mkdir(lockDir, { recursive: true, mode: 0o700 });
  const lock = join(lockDir, `${createHash('sha256').update(folder).digest('hex').slice(0, 24)}.lock`);
  for (let told = false; !(await tryLock(lock)); await sleep(pollMs, signal)) {
    await breakIfStale(lock);
    if (!told) onWait();
    told = true;
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
    await handle.writeFile(String(process.pid));
    await handle.close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Two that find the same dead owner must not remove each other's new lock: only one may look and remove. */
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

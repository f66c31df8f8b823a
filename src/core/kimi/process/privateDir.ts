import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs `work` with a folder that only this user can enter, and removes it afterwards. */
export async function withPrivateDir<T>(work: (dir: string) => Promise<T>): Promise<T> {
  const dir = await realpath(await mkdtemp(join(tmpdir(), 'switchboard-kimi-')));
  try {
    return await work(dir);
  } finally {
    // What is linked in here is not followed. A late writer must not fail the run.
    await rm(dir, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 }).catch(() => {});
  }
}

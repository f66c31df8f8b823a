import { type Stats, existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { sleep } from '../../../base/async.ts';

export const segmentEnding = '.mcptrace';
/** In the folder of a session that ended normally; for a crashed one only its process id shows that it ended. */
export const endedMark = 'ended';
const sessionName = /^(\d+)-(\d+)$/;
const forgottenMs = 7 * 24 * 3_600_000;

/**
 * The folder of a new session. What the last one left, whether it ended or crashed, moves into it,
 * so that no two windows can take the same; what older ones left is deleted.
 */
export async function claimFolder(root: string, nowMs: number, maxWaitMs = 0, pid = process.pid): Promise<string> {
  await mkdir(root, { recursive: true, mode: 0o700 });
  const mine = path.join(root, `${nowMs}-${pid}`);
  await untilLastEnded(root, nowMs, maxWaitMs);
  const left = (await leftSessions(root, nowMs)).toSorted((a, b) => b.startedMs - a.startedMs);
  let claimed = false;
  for (const { folder } of left) {
    if (claimed) await rm(folder, { recursive: true, force: true });
    else claimed = await tryRename(folder, mine);
  }
  await mkdir(mine, { recursive: true, mode: 0o700 });
  await rm(path.join(mine, endedMark), { force: true });
  return mine;
}

/** A reloaded window ends while the next one starts: without waiting for it, its rows would be lost. */
async function untilLastEnded(root: string, nowMs: number, maxWaitMs: number): Promise<void> {
  const isOver = async (): Promise<boolean> => {
    const all = (await readdir(root)).filter((name) => sessionName.test(name));
    return all.length === 0 || (await leftSessions(root, nowMs)).length > 0;
  };
  for (const end = performance.now() + maxWaitMs; performance.now() < end && !(await isOver());) await sleep(50);
}

interface LeftSession {
  readonly folder: string;
  readonly startedMs: number;
}

async function leftSessions(root: string, nowMs: number): Promise<readonly LeftSession[]> {
  const left: LeftSession[] = [];
  for (const name of await readdir(root)) {
    const parts = sessionName.exec(name);
    if (!parts) continue;
    const folder = path.join(root, name);
    if (await isLeft(folder, Number(parts[2]), nowMs)) left.push({ folder, startedMs: Number(parts[1]) });
  }
  return left;
}

async function isLeft(folder: string, pid: number, nowMs: number): Promise<boolean> {
  if (existsSync(path.join(folder, endedMark)) || !isAlive(pid)) return true;
  const about: Stats | undefined = await stat(folder).catch(() => undefined); // another window was faster
  return about !== undefined && nowMs - about.mtimeMs > forgottenMs; // its number belongs to something else by now
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function tryRename(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch {
    return false; // another window took it
  }
}

import { chmodSync, lstatSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { isRecord, parseJson } from '../../base/json.ts';
import { type Disposable, disposable } from '../../base/lifetime.ts';

/** How another process of the same user reaches the servers of a running window. */
export interface WindowRecord {
  readonly pid: number;
  readonly folders: readonly string[];
  /** The endpoint of all chosen servers. */
  readonly url: string;
  readonly token: string;
}

export function windowsDir(env: Readonly<Record<string, string | undefined>>, homeDir: string): string {
  const state = env['XDG_STATE_HOME'] || path.join(homeDir, '.local', 'state');
  return path.join(state, 'mcp-switchboard', 'windows');
}

/** Tells where this window can be reached, until it ends. The token is in there: for this user only. */
export function announceWindow(dir: string, record: WindowRecord): Disposable {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  chmodSync(dir, 0o700);
  const file = path.join(dir, `${record.pid}.json`);
  writeFileSync(`${file}.part`, JSON.stringify(record), { mode: 0o600 });
  renameSync(`${file}.part`, file); // whole or not at all
  forgetTheDead(dir);
  return disposable(() => rmSync(file, { force: true }));
}

/** A window that was killed could not take its file away. */
function forgetTheDead(dir: string): void {
  for (const name of namesIn(dir))
    if (!isAlive(Number(name.slice(0, -'.json'.length)))) rmSync(path.join(dir, name), { force: true });
}

/** The living window whose folder holds `cwd`; of several the one with the closest folder. */
export function findWindow(dir: string, cwd: string): WindowRecord | undefined {
  const fits = namesIn(dir)
    .flatMap((name) => readRecord(path.join(dir, name)) ?? [])
    .filter(({ pid }) => isAlive(pid))
    .map((record) => ({ record, depth: depthOf(record, cwd) }))
    .filter(({ depth }) => depth > 0);
  return fits.toSorted((a, b) => b.depth - a.depth || b.record.pid - a.record.pid)[0]?.record;
}

function namesIn(dir: string): readonly string[] {
  try {
    return isPrivate(dir, 0o077) ? readdirSync(dir).filter((name) => name.endsWith('.json')) : [];
  } catch {
    return []; // no window ever ran here
  }
}

/** A file that another could have written would send every call to that other. */
function readRecord(file: string): WindowRecord | undefined {
  try {
    if (!isPrivate(file, 0o077)) return undefined;
    const parsed = parseJson(readFileSync(file, 'utf8'));
    return parsed.ok && isWindowRecord(parsed.value) ? parsed.value : undefined;
  } catch {
    return undefined; // it went away meanwhile
  }
}

function isPrivate(file: string, others: number): boolean {
  if (process.platform === 'win32') return true; // a home folder there is private by its own rules
  const { mode, uid } = lstatSync(file);
  return uid === process.getuid?.() && (mode & others) === 0;
}

function isWindowRecord(value: unknown): value is WindowRecord {
  if (!isRecord(value)) return false;
  const { pid, folders, url, token } = value;
  const isLocal = typeof url === 'string' && /^http:\/\/127\.0\.0\.1:\d+\//.test(url);
  return isLocal && Number.isSafeInteger(pid) && typeof token === 'string' && Array.isArray(folders);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function depthOf({ folders }: WindowRecord, cwd: string): number {
  const depths = folders.map((folder) => {
    const inside = path.relative(String(folder), cwd);
    const isInside = inside === '' || !(inside.startsWith('..') || path.isAbsolute(inside));
    return isInside ? String(folder).length : 0;
  });
  return Math.max(0, ...depths);
}

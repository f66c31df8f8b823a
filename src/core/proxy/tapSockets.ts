import { lstatSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { isRecord, parseJson } from '../../base/json.ts';
import { type Disposable, disposable } from '../../base/lifetime.ts';

/** A window that takes copies. */
interface TapWindow {
  readonly pid: number;
  readonly socket: string;
  readonly folders: readonly string[];
  /** Wall time in milliseconds since 1970. */
  readonly since: number;
}

type Env = Readonly<Record<string, string | undefined>>;

/** Where windows of this user say where they listen. Nobody else may write there: what is copied is private. */
export function tapFolder(env: Env): string {
  const runtime = env['XDG_RUNTIME_DIR'];
  if (runtime) return path.join(runtime, 'mcp-switchboard');
  return path.join(tmpdir(), `mcp-switchboard-${process.getuid?.() ?? userInfo().username}`);
}

export function newSocketPath(folder: string): string {
  if (process.platform === 'win32') return `\\\\.\\pipe\\mcp-switchboard-tap-${process.pid}-${Date.now()}`;
  return path.join(folder, `${process.pid}.sock`);
}

/** Tells taps where this window listens, until disposed. */
export function announceTapSocket(folder: string, place: TapWindow): Disposable {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, `${place.pid}.json`);
  writeFileSync(file, JSON.stringify(place), { mode: 0o600 });
  return disposable(() => rmSync(file, { force: true }));
}

/** The window that has this folder open, else the one that was opened last. */
export function findTapWindow(folder: string, cwd: string): TapWindow | undefined {
  const places = readPlaces(folder).toSorted((a, b) => b.since - a.since);
  return places.find(({ folders }) => folders.some((each) => isWithin(cwd, each))) ?? places[0];
}

function readPlaces(folder: string): readonly TapWindow[] {
  if (!isPrivate(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => readPlace(path.join(folder, name)));
}

function readPlace(file: string): readonly TapWindow[] {
  try {
    const parsed = parseJson(readFileSync(file, 'utf8'));
    if (!parsed.ok || !isRecord(parsed.value)) return [];
    const { pid, socket, folders, since } = parsed.value;
    if (typeof pid !== 'number' || typeof socket !== 'string' || typeof since !== 'number') return [];
    process.kill(pid, 0); // throws for a window that is gone
    const open = Array.isArray(folders) ? folders.filter((each) => typeof each === 'string') : [];
    return [{ pid, socket, since, folders: open }];
  } catch {
    return []; // gone meanwhile, or left behind by a crash
  }
}

/** In a shared temporary folder another user could have been first, and would get our copies. */
function isPrivate(folder: string): boolean {
  try {
    const about = lstatSync(folder);
    if (!about.isDirectory()) return false;
    return process.platform === 'win32' || (about.uid === process.getuid?.() && (about.mode & 0o077) === 0);
  } catch {
    return false;
  }
}

function isWithin(inner: string, outer: string): boolean {
  const step = path.relative(outer, inner);
  return step === '' || (!step.startsWith('..') && !path.isAbsolute(step));
}

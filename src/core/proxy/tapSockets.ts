import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { isRecord, isTextList } from '../../base/json.ts';
import { WindowDirectory, type WindowRecord } from '../process/windowDiscovery.ts';

/** A window that takes copies. */
interface TapWindow extends WindowRecord {
  readonly socket: string;
  /** Wall time in milliseconds since 1970. */
  readonly since: number;
}

type Env = Readonly<Record<string, string | undefined>>;

/** Where windows of this user publish their sockets. No other user may write there: the copies are private. */
export function tapFolder(env: Env): string {
  const runtime = env['XDG_RUNTIME_DIR'];
  if (runtime) return path.join(runtime, 'mcp-switchboard');
  return path.join(tmpdir(), `mcp-switchboard-${process.getuid?.() ?? userInfo().username}`);
}

export function tapWindows(folder: string): WindowDirectory<TapWindow> {
  return new WindowDirectory(folder, isTapWindow);
}

export function newSocketPath(folder: string): string {
  if (process.platform === 'win32') return `\\\\.\\pipe\\mcp-switchboard-tap-${process.pid}-${Date.now()}`;
  return path.join(folder, `${process.pid}.sock`);
}

/** The window that has this folder open, else the one that was opened last. */
export function findTapWindow(folder: string, cwd: string): TapWindow | undefined {
  const windows = tapWindows(folder);
  return windows.windowOn(cwd) ?? windows.windows().toSorted((a, b) => b.since - a.since)[0];
}

function isTapWindow(value: unknown): value is TapWindow {
  if (!isRecord(value)) return false;
  const { pid, socket, folders, since } = value;
  const isWindow = Number.isSafeInteger(pid) && isTextList(folders);
  return isWindow && typeof socket === 'string' && typeof since === 'number';
}

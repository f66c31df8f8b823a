import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from './until.ts';

export type Vscode = typeof import('vscode');

interface Announcement {
  readonly pid: number;
  readonly port: number;
  readonly token: string;
  readonly folder?: string;
  readonly logDir: string;
  readonly startedAt: number;
}

/** Runs code in the extension host of one window. */
export interface Driver {
  readonly pid: number;
  /** Where the extensions of this host keep their logs. */
  readonly logDir: string;
  /** `body` is sent as text: it sees `vscode`, `argument` and `require`, and nothing from where it was written. */
  run<R, A>(
    body: (vscode: Vscode, argument: A, require: NodeJS.Require) => R | PromiseLike<R>,
    argument: A,
  ): Promise<R>;
  run<R>(body: (vscode: Vscode) => R | PromiseLike<R>): Promise<R>;
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function announcements(dir: string): Announcement[] {
  const files = readdirSync(dir).filter((name) => name.endsWith('.json'));
  return files.map((name) => JSON.parse(readFileSync(join(dir, name), 'utf8')) as Announcement);
}

/** The newest living extension host on that folder: a reloaded window has a new one while the old one still ends. */
function newestOn(folder: string, dir: string, other: Driver | undefined): Announcement | undefined {
  const ours = announcements(dir).filter(({ folder: of, pid }) => of === folder && pid !== other?.pid && isAlive(pid));
  return ours.toSorted((a, b) => b.startedAt - a.startedAt)[0];
}

/** Nothing that a test asks for takes so long: what hangs is a failure of its step, with a picture, not of the whole run. */
const longestMs = 120_000;

async function call(at: Announcement, source: string, argument: unknown): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${at.port}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${at.token}` },
    body: JSON.stringify({ source, argument }),
    signal: AbortSignal.timeout(longestMs),
  });
  const answer = (await response.json()) as { value?: unknown; error?: string };
  if (answer.error !== undefined) throw new Error(`In the extension host: ${answer.error}`);
  return answer.value;
}

/** Of a window on that folder that is not the one of `other`. */
export async function connectDriver(folder: string, dir: string, other?: Driver, timeoutMs?: number): Promise<Driver> {
  const at = await until(() => newestOn(folder, dir, other), `the driver extension of ${folder}`, timeoutMs);
  const run = (body: (...args: never[]) => unknown, argument?: unknown) => call(at, body.toString(), argument);
  return { pid: at.pid, logDir: at.logDir, run: run as Driver['run'] };
}

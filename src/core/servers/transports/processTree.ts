import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';

/** A process, told apart from a later one with the same number by when it began. */
export interface ProcessRef {
  readonly pid: number;
  readonly begun: string;
}

const windows = process.platform === 'win32';

/** Everything below `pid` right now, also what left its group. Best effort: a list, never a failure. */
export async function descendantsOf(pid: number): Promise<readonly ProcessRef[]> {
  if (windows) return []; // taskkill /T walks the tree itself
  const childrenOf = process.platform === 'linux' ? linuxChildren : childrenIn(await processTable());
  const found: ProcessRef[] = [];
  const todo = [pid];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const children = await childrenOf(next);
    found.push(...children);
    todo.push(...children.map((child) => child.pid));
  }
  return found;
}

/** Signals the whole group that a detached child leads, or its tree on Windows. False when nobody was left. */
export function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  if (windows) return signal !== 0 && endWindowsTree(pid);
  try {
    process.kill(-pid, signal);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Ends what outlived its server. A number that was given to another process meanwhile is left alone. */
export async function endSurvivors(refs: readonly ProcessRef[]): Promise<void> {
  if (refs.length === 0) return;
  const table = process.platform === 'linux' ? undefined : await processTable();
  for (const { pid, begun } of refs) {
    const now = table ? table.find((row) => row.pid === pid)?.begun : await linuxBeginning(pid);
    if (now === begun) endOne(pid);
  }
}

function endOne(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    return; // it ended in between, or is not ours to end
  }
}

function endWindowsTree(pid: number): boolean {
  execFile('taskkill', ['/pid', String(pid), '/T', '/F'], { windowsHide: true }, () => {});
  return true;
}

async function linuxChildren(pid: number): Promise<readonly ProcessRef[]> {
  // Each thread has its own children: Go forks from any of them, Node only from the first.
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const texts = await Promise.all(threads.map((thread) => readOrNothing(`/proc/${pid}/task/${thread}/children`)));
  const refs = texts
    .join(' ')
    .split(' ')
    .filter(Boolean)
    .map(async (each) => ({ pid: Number(each), begun: await linuxBeginning(Number(each)) }));
  return (await Promise.all(refs)).filter((ref): ref is ProcessRef => ref.begun !== undefined);
}

async function linuxBeginning(pid: number): Promise<string | undefined> {
  const stat = await readOrNothing(`/proc/${pid}/stat`);
  // The name in brackets may hold spaces and brackets itself: the fields start after the last one.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
}

async function readOrNothing(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    return ''; // the process is gone
  }
}

interface ProcessRow extends ProcessRef {
  readonly parent: number;
}

function processTable(): Promise<readonly ProcessRow[]> {
  return new Promise((resolve) => {
    execFile('ps', ['-A', '-o', 'pid=,ppid=,lstart='], (error, text) => resolve(error ? [] : rowsOf(text)));
  });
}

function rowsOf(text: string): readonly ProcessRow[] {
  return text.split('\n').flatMap((line) => {
    const row = /^\s*(\d+)\s+(\d+)\s+(.+)$/.exec(line);
    return row ? [{ pid: Number(row[1]), parent: Number(row[2]), begun: row[3]!.trim() }] : [];
  });
}

function childrenIn(table: readonly ProcessRow[]): (pid: number) => Promise<readonly ProcessRef[]> {
  return (pid) => Promise.resolve(table.filter((row) => row.parent === pid));
}

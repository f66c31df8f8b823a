import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** A process, told apart from a later one that got the same number. */
interface ProcessMark {
  readonly pid: number;
  readonly started: string;
}

interface Row extends ProcessMark {
  readonly parent: number;
}

/** Everything below `pid`, also what left its process group: Kimi gives each command a session of its own. */
export function descendants(pid: number): readonly ProcessMark[] {
  const rows = listProcesses();
  const found: Row[] = [];
  const parents = [pid];
  for (const parent of parents) {
    for (const row of rows) {
      if (row.parent !== parent || parents.includes(row.pid)) continue;
      found.push(row);
      parents.push(row.pid);
    }
  }
  return found;
}

/** Ends those that are still the same processes. */
export function killMarked(marks: readonly ProcessMark[]): void {
  if (marks.length === 0) return;
  const alive = new Map(listProcesses().map((row) => [row.pid, row.started]));
  for (const { pid, started } of marks) {
    if (alive.get(pid) === started) signalQuietly(pid, 'SIGKILL');
  }
}

export function signalQuietly(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false; // already gone
  }
}

/** Windows has no gentle way that reaches a console program without its console. */
export function killTreeOnWindows(pid: number): void {
  try {
    execFileSync('taskkill', ['/PID', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true });
  } catch {
    // it fails when the process is already gone, which is what was wanted
  }
}

function listProcesses(): readonly Row[] {
  try {
    return process.platform === 'linux' ? listFromProc() : listFromPs();
  } catch {
    return []; // without a list only the process group can be ended
  }
}

function listFromProc(): readonly Row[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(readProc);
}

function readProc(pid: string): readonly Row[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may hold blanks and brackets itself: the fields start after the last one.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? [] : [{ pid: Number(pid), parent: Number(fields[1]), started: fields[19] ?? '' }];
  } catch {
    return []; // it ended while we were looking
  }
}

function listFromPs(): readonly Row[] {
  const text = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,lstart='], { encoding: 'utf8' });
  return text.split('\n').flatMap((line) => {
    const [, pid, parent, started] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), started: started ?? '' }];
  });
}

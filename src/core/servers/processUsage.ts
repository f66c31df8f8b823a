import { readFile } from 'node:fs/promises';
import { descendantsOf } from '../process/processTable.ts';
import { runProgram, systemProgram } from '../process/spawnProgram.ts';

/** What a process and all that it started use right now. */
interface ProcessUsage {
  readonly memoryBytes: number;
  /** Processor time since its start. */
  readonly cpuMs: number;
}

/** `undefined` where it cannot be had cheaply (Windows starts a shell for it), or when the process is gone. */
export async function processUsage(pid: number): Promise<ProcessUsage | undefined> {
  if (process.platform === 'win32') return undefined;
  const pids = [pid, ...(await descendantsOf(pid)).map((ref) => ref.pid)];
  const parts = process.platform === 'linux' ? await Promise.all(pids.map(linuxUsage)) : await psUsage(pids);
  const found = parts.filter((part) => part !== undefined);
  if (found.length === 0) return undefined;
  return {
    memoryBytes: found.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0),
    cpuMs: found.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
  };
}

/** The kernel reports in ticks of 10 ms to every program, whatever its own clock. */
const tickMs = 10;

async function linuxUsage(pid: number): Promise<ProcessUsage | undefined> {
  try {
    const [stat, status] = await Promise.all(
      ['stat', 'status'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8')),
    );
    return usageInProc(stat ?? '', status ?? '');
  } catch {
    return undefined; // it has ended meanwhile
  }
}

export function usageInProc(stat: string, status: string): ProcessUsage | undefined {
  // The name in brackets may hold spaces and brackets itself: the fields start after the last one.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  const kilobytes = Number(/^VmRSS:\s*(\d+)/m.exec(status)?.[1]);
  return Number.isNaN(ticks + kilobytes) ? undefined : { memoryBytes: kilobytes * 1_024, cpuMs: ticks * tickMs };
}

async function psUsage(pids: readonly number[]): Promise<readonly ProcessUsage[]> {
  const asked = await runProgram(systemProgram('ps'), ['-o', 'rss=,time=', '-p', pids.join(',')], {}).catch(() => {});
  return asked ? usageInPs(asked.stdout.toString('utf8')) : [];
}

/** Lines such as `  20480   0:01.25` or `1024 2-03:04:05`. */
export function usageInPs(text: string): readonly ProcessUsage[] {
  return text.split('\n').flatMap((line) => {
    const [, kilobytes, days = '0', time = ''] = /^\s*(\d+)\s+(?:(\d+)-)?([\d:.]+)\s*$/.exec(line) ?? [];
    if (kilobytes === undefined) return [];
    const seconds = time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) + Number(days) * 86_400;
    return [{ memoryBytes: Number(kilobytes) * 1_024, cpuMs: Math.round(seconds * 1_000) }];
  });
}

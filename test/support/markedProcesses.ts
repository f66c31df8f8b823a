import { readFileSync, readdirSync } from 'node:fs';

/** Processes that have a word in their command line; Linux only. */
export function processesWith(word: string): readonly number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => pid !== process.pid && commandLine(pid).includes(word));
}

export function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8'); // empty for a zombie
  } catch {
    return '';
  }
}

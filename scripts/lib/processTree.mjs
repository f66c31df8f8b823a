// @ts-check
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** @typedef {{ pid: number, parent: number }} Row */

/** @returns {Row[]} */
function rowsFromProc() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(rowOf);
}

/** @param {string} pid */
function rowOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may hold spaces and brackets itself: the fields start after the last one.
    const parent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
    return [{ pid: Number(pid), parent: Number(parent) }];
  } catch {
    return []; // it ended while we were looking
  }
}

/** @returns {Row[]} */
function rowsFromPs() {
  const text = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [pid = 0, parent = 0] = line.trim().split(/\s+/).map(Number);
      return { pid, parent };
    });
}

/**
 * Every process below `pid`, also those that left its process group (terminals, detached servers).
 * @param {number} pid
 * @returns {number[]}
 */
export function descendants(pid) {
  const rows = process.platform === 'linux' ? rowsFromProc() : rowsFromPs();
  const found = [pid];
  for (const id of found) found.push(...rows.filter((row) => row.parent === id).map((row) => row.pid));
  return found.slice(1);
}

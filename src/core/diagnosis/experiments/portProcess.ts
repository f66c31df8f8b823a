import { readFile, readdir, readlink } from 'node:fs/promises';
import process from 'node:process';
import { findOnPath } from '../../process/findOnPath.ts';
import { runProgram } from '../../process/spawnProgram.ts';

const listening = '0A';
const timeoutMs = 4_000;

/** The name and number of the process that listens on a port; `undefined` where it cannot be told. */
export async function processOnPort(port: number): Promise<string | undefined> {
  try {
    return process.platform === 'linux' ? await inProc(port) : await byLsof(port);
  } catch {
    return undefined; // of another user, or gone meanwhile
  }
}

async function inProc(port: number): Promise<string | undefined> {
  const tables = await Promise.all(
    ['/proc/net/tcp', '/proc/net/tcp6'].map((file) => readFile(file, 'utf8').catch(() => '')),
  );
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  const rows = tables.flatMap((table) => table.split('\n').map((row) => row.trim().split(/\s+/)));
  const inodes = rows
    .filter(([, local, , state]) => local?.endsWith(`:${hex}`) && state === listening)
    .map((row) => row[9]);
  if (inodes.length === 0) return undefined;
  const wanted = new Set(inodes.map((inode) => `socket:[${inode}]`));
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    if (await holds(pid, wanted)) return `${(await readFile(`/proc/${pid}/comm`, 'utf8')).trim()} (${pid})`;
  }
  return undefined;
}

async function holds(pid: string, wanted: ReadonlySet<string>): Promise<boolean> {
  const open = await readdir(`/proc/${pid}/fd`).catch(() => []);
  const links = await Promise.all(open.map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')));
  return links.some((link) => wanted.has(link));
}

async function byLsof(port: number): Promise<string | undefined> {
  const lsof = findOnPath('lsof', process.env['PATH'] ?? '');
  if (lsof === undefined) return undefined;
  const { stdout } = await runProgram(lsof, ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc'], { timeoutMs });
  const [, pid, name] = /^p(\d+)\nc([^\n]+)/.exec(stdout.toString('utf8')) ?? [];
  return pid === undefined ? undefined : `${name} (${pid})`;
}

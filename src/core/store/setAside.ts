import { existsSync, renameSync, statSync } from 'node:fs';

/**
 * Renames a broken file and what belongs to it. No process may open the file meanwhile: it would make a new one, and
 * its log would be renamed with the old one's.
 */
export function setAside(file: string, now: number): string {
  const aside = freeName(`${file}.broken-${new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '')}`);
  renameSync(file, aside);
  for (const part of ['-wal', '-shm', '-journal']) if (existsSync(file + part)) renameSync(file + part, aside + part);
  return aside;
}

export function inodeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.ino;
}

function freeName(name: string): string {
  let free = name;
  for (let number = 2; existsSync(free); number++) free = `${name}-${number}`;
  return free;
}

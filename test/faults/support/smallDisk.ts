import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { after } from 'node:test';

export const noDisk = 'a small file system can only be made by root on Linux';

/** A file system of this size in a new folder, where we may make one. */
export function smallDisk(at: string, kilobytes: number): string | undefined {
  mkdirSync(at);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', at], { stdio: 'ignore' });
  } catch {
    return undefined; // not root, or no Linux
  }
  after(() => execFileSync('umount', [at]));
  return at;
}

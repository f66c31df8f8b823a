import { lstat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

interface SocketPlace {
  /** What the user chose; then nothing else is tried. */
  readonly chosen?: string;
  readonly homeDir: string;
  readonly tmpDir?: string;
  readonly platform?: NodeJS.Platform;
}

/** Where the service listens, in the order of trying: in the home folder, else under the user's own name in the temp folder. */
export function socketCandidates(place: SocketPlace): readonly [string, ...string[]] {
  const { chosen, homeDir, tmpDir = os.tmpdir(), platform = process.platform } = place;
  if (chosen !== undefined && chosen !== '') return [expandHome(chosen, homeDir)];
  if (platform === 'win32') return [`\\\\.\\pipe\\tairseach-${os.userInfo().username}`];
  const ownName = `tairseach-${os.userInfo().uid}.sock`;
  // The document says /tmp; where the system's temp folder is another, both are looked at.
  const shared = new Set([path.join(tmpDir, ownName), path.join('/tmp', ownName)]);
  return [path.join(homeDir, '.tairseach', 'tairseach.sock'), ...shared];
}

/** The first that exists; else the first of all, which is shown to the user. */
export async function chooseSocket(candidates: readonly [string, ...string[]]): Promise<string> {
  for (const candidate of candidates) if (await exists(candidate)) return candidate;
  return candidates[0];
}

export function expandHome(file: string, homeDir: string): string {
  return /^~(?=$|[\\/])/.test(file) ? path.join(homeDir, file.slice(1)) : file;
}

async function exists(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    () => false,
  );
}

import { chmodSync, closeSync, mkdirSync, openSync, statSync, statfsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { l10n } from '../../base/l10n.ts';
import { userStateDir } from '../process/userStateDir.ts';

export function userStoreFile(env: Readonly<Record<string, string | undefined>>, homeDir: string): string {
  return path.join(userStateDir(env, homeDir), 'switchboard.db');
}

/** Makes the file where there is none; throws where it, or its folder, is not this user's alone. */
export function preparePrivateFile(file: string): void {
  const folder = path.dirname(file);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  keepPrivate(folder, 0o700);
  closeSync(openSync(file, 'a', 0o600)); // SQLite gives its own files the mode of this one
  keepPrivate(file, 0o600);
}

function keepPrivate(file: string, mode: number): void {
  if (process.platform === 'win32') return; // a home folder there is private by its own rules
  const found = statSync(file);
  if (found.uid !== process.getuid?.()) throw new Error(l10n.t('{0} belongs to another user', file));
  if ((found.mode & 0o077) !== 0) chmodSync(file, mode);
}

/** NFS, SMB (three kinds), CIFS's old name, FUSE, 9P, Ceph, AFS, Lustre, GFS2, OCFS2: the numbers of Linux. */
const networkTypes: ReadonlySet<number> = new Set([
  0x6969, 0x517b, 0xfe534d42, 0xff534d42, 0x65735546, 0x01021997, 0x00c36400, 0x5346414f, 0x0bd00bd0, 0x01161970,
  0x7461636f,
]);

/** A write-ahead log needs memory that all its processes share, which is not there over a network. */
export function isOnNetwork(file: string): boolean {
  if (process.platform === 'win32') return path.resolve(file).startsWith('\\\\');
  return process.platform === 'linux' && networkTypes.has(statfsSync(path.dirname(file)).type);
}

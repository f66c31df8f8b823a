import { chmodSync, closeSync, existsSync, openSync, statSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { l10n } from '../../base/l10n.ts';
import { makeFolder, userStateDir } from '../process/userStateDir.ts';

export function userStoreFile(env: Readonly<Record<string, string | undefined>>, homeDir: string): string {
  return path.join(userStateDir(env, homeDir), 'switchboard.db');
}

export function preparePrivateFolder(folder: string): void {
  makeFolder(folder, 0o700);
  keepPrivate(folder, 0o700);
}

/** Makes the file where there is none. */
export function preparePrivateFile(file: string): void {
  if (!existsSync(file)) create(file);
  keepPrivate(file, 0o600);
}

/** SQLite gives its own files the mode of this one. An existing one is left alone: closing it would end SQLite's locks. */
function create(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Throws where it is another user's. */
function keepPrivate(file: string, mode: number): void {
  if (process.platform === 'win32') return; // a home folder there is private by its own rules
  if (!isOwn(file)) throw new Error(l10n.t('{0} belongs to another user', file));
  if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, mode);
}

/** What another user wrote is not believed: it could approve anything. */
export function isOwn(file: string): boolean {
  return process.platform === 'win32' || statSync(file, { throwIfNoEntry: false })?.uid === process.getuid?.();
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

import { socketUnreachable, socketUnsafe } from '../../../base/faults/productFaults.ts';
import type { Stats } from 'node:fs';
import { lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
import { Fault } from '../../../base/fault.ts';

/*
 * A process that can put a socket where we look gets every argument that a model sends and
 * answers in the service's name. So the socket and the way to it must belong to this
 * user, and no other user may be able to connect to it or to replace it.
 */

export interface SafetyRules {
  /** Absent on Windows, which has no such owners. */
  readonly ownUid: number | undefined;
  readonly platform: NodeJS.Platform;
}

export const systemRules: SafetyRules = { ownUid: process.getuid?.(), platform: process.platform };

const othersBits = 0o077;
const othersMayWrite = 0o022;
const sticky = 0o1000;
const rootUid = 0;

/** The path to connect to, links resolved; throws `socket/unsafe` or `socket/unreachable` with what to do. */
export async function safeSocketPath(socketPath: string, rules: SafetyRules = systemRules): Promise<string> {
  if (rules.platform === 'win32') return localPipe(socketPath);
  const resolved = await reached(socketPath, realpath(socketPath));
  checkLength(resolved, rules.platform);
  const look = (file: string): Promise<Stats> => reached(socketPath, lstat(file));
  checkSocket(resolved, await look(resolved), rules);
  for (let folder = path.dirname(resolved); ; folder = path.dirname(folder)) {
    checkFolder(resolved, folder, await look(folder), rules);
    if (folder === path.dirname(folder)) return resolved;
  }
}

/** What cannot even be looked at is not there for us. */
function reached<T>(socketPath: string, looking: Promise<T>): Promise<T> {
  return looking.catch((error: unknown) => Promise.reject(socketUnreachable(socketPath, error)));
}

function checkSocket(file: string, found: Stats, { ownUid }: SafetyRules): void {
  if (!found.isSocket()) throw unsafe(file, `${file} is not a socket`, 'Correct the socket path.');
  if (found.uid !== ownUid)
    throw unsafe(
      file,
      `${file} belongs to another user (uid ${found.uid}, not ${ownUid})`,
      'Find out who made it, remove it, and start the service as yourself.',
    );
  if ((found.mode & othersBits) !== 0)
    throw unsafe(
      file,
      `${file} has mode ${octal(found)}, so other users can reach it; 0600 is needed`,
      `Run: chmod 600 ${file}`,
    );
}

/** Reading a folder is harmless; write access without the sticky bit allows replacing its files. */
function checkFolder(file: string, folder: string, found: Stats, { ownUid }: SafetyRules): void {
  if (found.uid !== ownUid && found.uid !== rootUid)
    throw unsafe(
      file,
      `the folder ${folder} belongs to another user (uid ${found.uid})`,
      'Use a socket in a folder of your own.',
    );
  if ((found.mode & othersMayWrite) !== 0 && (found.mode & sticky) === 0)
    throw unsafe(
      file,
      `other users can write to the folder ${folder} (mode ${octal(found)})`,
      `Run: chmod 700 ${folder}`,
    );
}

function checkLength(file: string, platform: NodeJS.Platform): void {
  const limit = platform === 'linux' ? 107 : 103;
  const bytes = Buffer.byteLength(file);
  if (bytes > limit)
    throw unsafe(
      file,
      `the path ${file} has ${bytes} bytes; a socket's path has at most ${limit}`,
      'Use a shorter path.',
    );
}

/** A pipe of another machine is not this user's service. Who owns a local one cannot be asked from Node. */
function localPipe(pipe: string): string {
  if (/^\\\\[.?]\\pipe\\[^\\/]+/i.test(pipe)) return pipe;
  throw unsafe(pipe, `${pipe} is not a named pipe of this machine`, 'A pipe is written \\\\.\\pipe\\name.');
}

function unsafe(file: string, reason: string, hint: string): Fault {
  return socketUnsafe(file, `socket refused: ${reason}`, hint);
}

function octal({ mode }: Stats): string {
  return `0${(mode & 0o7777).toString(8)}`;
}

import { constants } from 'node:fs';
import { open, realpath, stat, type FileHandle } from 'node:fs/promises';
import { basename, isAbsolute, join } from 'node:path';
import { isInside } from '../../files/isInside.ts';
import type { PromptFile } from './promptText.ts';

export interface SkippedFile {
  readonly path: string;
  readonly reason: string;
}

interface ReadFiles {
  readonly read: readonly PromptFile[];
  readonly skipped: readonly SkippedFile[];
}

/** The limit of all files together, as a multiple of the limit of one. */
const filesWorth = 8;

/** Reads the named files inside the workspace folders only; the rest is reported, not silently dropped. */
export async function readFiles(
  paths: readonly string[],
  folders: readonly string[],
  maxBytes: number,
): Promise<ReadFiles> {
  const roots = (await Promise.all(folders.map(realpathOrNothing))).filter((root) => root !== undefined);
  const read: PromptFile[] = [];
  const skipped: SkippedFile[] = [];
  let room = maxBytes * filesWorth;
  for (const path of new Set(paths)) {
    const found = await readOne(path, roots, maxBytes);
    if (typeof found === 'string') skipped.push({ path, reason: found });
    else if (found.content.length > room) skipped.push({ path, reason: 'no room beside the other files' });
    else {
      read.push({ path, content: found.content });
      room -= found.content.length;
    }
  }
  return { read, skipped };
}

/** The folder that holds most of what the caller named comes first; without any, the first folder. */
export function folderOf(paths: readonly string[], folders: readonly string[]): string | undefined {
  const named = paths.filter((path) => isAbsolute(path));
  return folders.find((folder) => named.some((path) => isInside(path, folder))) ?? folders[0];
}

async function readOne(path: string, roots: readonly string[], maxBytes: number): Promise<ReadOne> {
  if (path === '' || path.includes('\0')) return 'not a path';
  const real = await locate(path, roots);
  if (real === undefined) return 'not found';
  // Checked by its real path: a link in the workspace must not lead out of it.
  if (!roots.some((root) => isInside(real, root))) return 'outside the workspace';
  if (holdsSecrets(real) || holdsSecrets(path)) return 'may hold secrets';
  return readText(real, maxBytes);
}

type ReadOne = { readonly content: string } | string;

async function locate(path: string, roots: readonly string[]): Promise<string | undefined> {
  if (isAbsolute(path)) return realpathOrNothing(path);
  let found: string | undefined;
  for (const root of roots) {
    const real = await realpathOrNothing(join(root, path));
    if (real !== undefined && isInside(real, root)) return real;
    found ??= real;
  }
  return found;
}

async function realpathOrNothing(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch {
    return undefined; // missing, or not ours to see: both are "not found" to the caller
  }
}

async function readText(real: string, maxBytes: number): Promise<ReadOne> {
  let handle: FileHandle | undefined;
  try {
    // Looked at before it is opened, because opening a pipe waits for its writer.
    if (!(await stat(real)).isFile()) return 'not a regular file';
    handle = await open(real, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    const { size } = await handle.stat();
    if (size > maxBytes) return `larger than ${maxBytes} bytes`;
    return decode(await readAtMost(handle, maxBytes), maxBytes);
  } catch {
    return 'not readable';
  } finally {
    await handle?.close();
  }
}

/** One byte more than allowed, so that a file which grows meanwhile is noticed. */
async function readAtMost(handle: FileHandle, maxBytes: number): Promise<Buffer> {
  const { size } = await handle.stat();
  const buffer = Buffer.alloc(Math.min(size, maxBytes) + 1);
  let length = 0;
  for (;;) {
    const { bytesRead } = await handle.read(buffer, length, buffer.length - length, length);
    length += bytesRead;
    if (bytesRead === 0 || length === buffer.length) return buffer.subarray(0, length);
  }
}

function decode(bytes: Buffer, maxBytes: number): ReadOne {
  if (bytes.length > maxBytes) return `larger than ${maxBytes} bytes`;
  if (bytes.subarray(0, 8192).includes(0)) return 'binary';
  return { content: bytes.toString('utf8').replace(/^\uFEFF/, '') };
}

const secretNames =
  /^(\.env(\..+)?|\.netrc|\.pgpass|\.npmrc|\.pypirc|\.git-credentials|credentials|id_(rsa|dsa|ecdsa|ed25519)([._-].*)?|.*\.(pem|p12|pfx|key|keystore|jks|kdbx))$/i;
const harmlessNames = /^(\.env\.(example|sample|template|dist)|.*\.pub)$/i;

function holdsSecrets(path: string): boolean {
  const name = basename(path);
  return (secretNames.test(name) && !harmlessNames.test(name)) || /[\\/]\.(ssh|gnupg|aws)[\\/]/.test(path);
}

import { randomUUID } from 'node:crypto';
import { type FileHandle, lstat, mkdir, open, readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { notWritten } from '../../base/faults/configFaults.ts';
import { Fault } from '../../base/fault.ts';

/** Bytes, or text that is made while it is written. */
type Content = Uint8Array | AsyncIterable<string>;

interface ReplaceOptions {
  /** Of a new file; an old one keeps its own. */
  readonly mode?: number;
  /** The path has been resolved and checked: a link that has appeared in its place since is replaced, not followed. */
  readonly isResolved?: boolean;
  /** Called right before the old file is replaced: false keeps it, and the result is false. */
  mayReplace?(): Promise<boolean>;
}

/**
 * Puts a whole new file in the place of the old one, or leaves the old one as it is: a full disk, a kill or a
 * short write harms a draft beside it only. Mode, and a symbolic link that leads to the file, stay.
 */
export async function replaceFile(
  file: string,
  content: Content,
  { mode, isResolved = false, mayReplace = async () => true }: ReplaceOptions = {},
): Promise<boolean> {
  try {
    const target = isResolved ? file : await realTarget(file);
    await mkdir(path.dirname(target), { recursive: true });
    const draft = await writeDraft(target, content, mode);
    try {
      if (!(await mayReplace())) return false;
      await rename(draft, target);
      return true;
    } finally {
      await rm(draft, { force: true }); // nothing is there after a rename
    }
  } catch (error) {
    throw Fault.is(error) ? error : notWritten(file, error);
  }
}

/** Where a symbolic link leads, also where nothing is there yet. */
export async function realTarget(file: string): Promise<string> {
  try {
    return await realpath(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    const found = await lstat(file).catch(() => undefined);
    return found?.isSymbolicLink() ? path.resolve(path.dirname(file), await readlink(file)) : path.resolve(file);
  }
}

async function writeDraft(target: string, content: Content, modeIfNew: number | undefined): Promise<string> {
  const draft = path.join(path.dirname(target), `.${path.basename(target)}.${randomUUID().slice(0, 8)}.tmp`);
  const mode = await stat(target).then(
    (found) => found.mode & 0o7777,
    () => modeIfNew,
  );
  const handle = await open(draft, 'wx', mode);
  try {
    await fill(handle, content, mode);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  return draft;
}

async function fill(handle: FileHandle, content: Content, mode: number | undefined): Promise<void> {
  if (mode !== undefined) await handle.chmod(mode); // the umask applies when a file is made
  let length = 0;
  for await (const part of content instanceof Uint8Array ? [content] : content) {
    const bytes = typeof part === 'string' ? new TextEncoder().encode(part) : part;
    await handle.appendFile(bytes);
    length += bytes.byteLength;
  }
  await handle.sync(); // some file systems report a full disk only here
  const { size } = await handle.stat();
  if (size !== length) throw Object.assign(new Error('the file was cut short'), { code: 'ENOSPC' });
}

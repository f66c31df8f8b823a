import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { notRead, notUtf8 } from '../../base/faults/configFaults.ts';

/** A byte order mark stays, so that an edit keeps it. */
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const chunkBytes = 64 * 1024;

/** `undefined` where there is no such file. A repository may name anything, or link to it: only regular files are read. */
export async function readText(file: string, maxBytes = Infinity): Promise<string | undefined> {
  const bytes = await readBytes(file, maxBytes);
  if (bytes === undefined) return undefined;
  if (isUtf16(bytes)) throw notUtf8(file, 'UTF-16');
  try {
    return decoder.decode(bytes);
  } catch (error) {
    throw notUtf8(file, undefined, error);
  }
}

async function readBytes(file: string, maxBytes: number): Promise<Buffer | undefined> {
  let handle: FileHandle | undefined;
  try {
    // A pipe without a writer would wait for one. Windows knows no such flag.
    handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stat = await handle.stat();
    if (!stat.isFile()) throw errorOf(stat.isDirectory() ? 'EISDIR' : 'ENOTFILE');
    if (stat.size > maxBytes) throw errorOf('EFBIG');
    return await readAll(handle, maxBytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw notRead(file, error, maxBytes);
  } finally {
    await handle?.close();
  }
}

/** Files of `/proc` call themselves empty, and a file may grow meanwhile. */
async function readAll(handle: FileHandle, maxBytes: number): Promise<Buffer> {
  if (maxBytes === Infinity) return handle.readFile();
  const chunks: Buffer[] = [];
  for (let size = 0; ;) {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(chunkBytes), 0, chunkBytes);
    if (bytesRead === 0) return Buffer.concat(chunks);
    chunks.push(buffer.subarray(0, bytesRead));
    size += bytesRead;
    if (size > maxBytes) throw errorOf('EFBIG');
  }
}

function errorOf(code: 'EISDIR' | 'ENOTFILE' | 'EFBIG'): NodeJS.ErrnoException {
  return Object.assign(new Error(code), { code });
}

/** Windows PowerShell writes UTF-16 with `>`; read as UTF-8 it would be full of NULs. */
function isUtf16([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

import { readFile } from 'node:fs/promises';
import { notRead, notUtf8 } from '../../base/faults/configFaults.ts';

/** A byte order mark stays, so that an edit keeps it. */
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** `undefined` where there is no such file. */
export async function readText(file: string): Promise<string | undefined> {
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw notRead(file, error);
  }
  if (isUtf16(bytes)) throw notUtf8(file, 'UTF-16');
  try {
    return decoder.decode(bytes);
  } catch (error) {
    throw notUtf8(file, undefined, error);
  }
}

/** Windows PowerShell writes UTF-16 with `>`; read as UTF-8 it would be full of NULs. */
function isUtf16([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

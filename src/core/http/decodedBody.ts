import { type Duplex, Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/** As browsers do: what has arrived is handed on at once, and an end without a checksum is an end. */
const zip = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };
const brotli = { flush: constants.BROTLI_OPERATION_FLUSH, finishFlush: constants.BROTLI_OPERATION_FLUSH };

const decoders: Readonly<Record<string, () => Duplex>> = {
  gzip: () => createGunzip(zip),
  'x-gzip': () => createGunzip(zip),
  deflate: () => createInflate(zip),
  br: () => createBrotliDecompress(brotli),
};

/** The encodings in the order in which they were applied. */
function encodingsOf(header: string): readonly string[] {
  const names = header.split(',').map((name) => name.trim().toLowerCase());
  return names.filter((name) => name !== '' && name !== 'identity');
}

/** More than one is not used in practice, and each multiplies what a small body can become. */
export function canDecode(header: string): boolean {
  const names = encodingsOf(header);
  return names.length === 0 || (names.length === 1 && Object.hasOwn(decoders, names[0]!));
}

/** Decompresses no faster than it is read, so that the limits of the reader hold for what a small body becomes. */
export function decodedBody(body: ReadableStream<Uint8Array>, header: string): ReadableStream<Uint8Array> {
  const [name] = encodingsOf(header);
  if (name === undefined) return body;
  const source = Readable.fromWeb(body as NodeStream);
  const decoder = decoders[name]!();
  source.on('error', (error) => decoder.destroy(error));
  decoder.on('close', () => source.destroy());
  return Readable.toWeb(source.pipe(decoder)) as NodeStream as ReadableStream<Uint8Array>;
}

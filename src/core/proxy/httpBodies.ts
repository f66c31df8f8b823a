import type { IncomingMessage } from 'node:http';
import { PassThrough, type Transform } from 'node:stream';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import type { HttpExchange } from '../../contract/traffic/traffic.ts';
import { LineReader } from '../process/lineReader.ts';
import type { WireDirection } from '../wire/wireMessage.ts';
import type { FrameCopies } from './tapProtocol.ts';

const maxBodyBytes = 64 * 1024 * 1024;

/** Copies the messages in a body: JSON as a whole, an event stream event by event. */
export function copyBody(
  from: IncomingMessage,
  direction: WireDirection,
  copies: FrameCopies,
  about: HttpExchange,
  shown?: (text: string) => void,
): void {
  const type = from.headers['content-type'] ?? '';
  const isEvents = type.startsWith('text/event-stream');
  if (!isEvents && !type.startsWith('application/json')) return;
  const decoder = decoderFor(from.headers['content-encoding']);
  if (!decoder) return copies.state(`a body with the encoding ${from.headers['content-encoding']} is not shown`, about);
  decoder.on('error', () => copies.state('a body could not be decoded for the copy', about));
  const show = (text: string): void => {
    copies.wire(direction, text, about);
    shown?.(text);
  };
  if (isEvents) readEvents(decoder, show, copies);
  else readWhole(decoder, show, copies);
  from.on('data', (chunk: Buffer) => decoder.write(chunk));
  from.once('close', () => decoder.end());
}

function decoderFor(encoding = 'identity'): Transform | undefined {
  switch (encoding.toLowerCase()) {
    case 'identity':
      return new PassThrough();
    case 'gzip':
    case 'deflate':
      return createUnzip({ flush: 2, finishFlush: 2 }); // Z_SYNC_FLUSH: each event as it comes
    case 'br':
      return createBrotliDecompress();
    default:
      return undefined;
  }
}

function readWhole(body: Transform, show: (text: string) => void, copies: FrameCopies): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  body.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= maxBodyBytes) chunks.push(chunk);
    else chunks.length = 0;
  });
  body.once('end', () => {
    if (bytes > maxBodyBytes) copies.state(`a body of ${bytes} bytes passed, too long to be copied`);
    else if (bytes > 0) show(Buffer.concat(chunks).toString('utf8'));
  });
}

/** An event's data may be on several lines; a blank one ends it. */
function readEvents(body: Transform, show: (text: string) => void, copies: FrameCopies): void {
  let data: string[] = [];
  const end = (): void => {
    const text = data.join('\n').trim();
    data = [];
    if (text !== '') show(text);
  };
  const lines = new LineReader(
    maxBodyBytes,
    (line) => {
      const text = line.toString('utf8').replace(/\r$/, '');
      if (text === '') end();
      else if (text.startsWith('data:')) data.push(text.slice(text.startsWith('data: ') ? 6 : 5));
    },
    ({ bytes }) => copies.state(`an event of ${bytes} bytes passed, too long to be copied`),
  );
  body.on('data', (chunk: Buffer) => lines.push(chunk));
  body.once('end', () => {
    lines.flush();
    end();
  });
}

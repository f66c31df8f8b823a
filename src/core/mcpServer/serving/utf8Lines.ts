import { isUtf8 } from 'node:buffer';
import { LineReader } from '../../process/lineReader.ts';

interface Utf8LineSink {
  /** A whole line without its end, never blank; `bytes` is what it took on the wire. */
  line(text: string, bytes: number): void;
  /** A line grew beyond the limit; the rest of it is skipped. Called once per line, at once. */
  oversize(): void;
  /** A line whose bytes are not UTF-8. */
  garbled(bytes: number): void;
}

export function utf8LineReader(sink: Utf8LineSink, maxBytes: number): LineReader {
  let isFirst = true;
  const take = (bytes: Buffer): void => {
    if (bytes.length === 0) return;
    if (!isUtf8(bytes)) return sink.garbled(bytes.length);
    const text = isFirst ? withoutByteOrderMark(bytes.toString('utf8')) : bytes.toString('utf8');
    isFirst = false;
    if (text.trim() !== '') sink.line(text, bytes.length + 1);
  };
  return new LineReader(
    maxBytes,
    take,
    () => {},
    () => sink.oversize(),
  );
}

/** PowerShell pipes a byte order mark before the first line. */
function withoutByteOrderMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

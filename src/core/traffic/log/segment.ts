import { close, closeSync, openSync, read, rmSync, statSync, write, writeSync } from 'node:fs';
import { promisify } from 'node:util';
import { type ReadableFile, indexLines, scanLines } from '../recording/lineScan.ts';
import { type RecordingHeader, headerLine, readHeader, recordingVersion } from '../recording/recordFormat.ts';
import { RecordedFile } from '../recording/recordedFile.ts';

const maxHeaderBytes = 4096;
const readAt = promisify(read);
const writeAt = promisify(write);

/** One file of the spill: a recording whose first row has the number that its header says. */
export class Segment {
  readonly #path: string;
  readonly #fd: number;
  readonly #recorded: RecordedFile;
  /** Where the line after the header begins. */
  readonly #rowsAt: number;
  #bytes: number;
  #indexed: Promise<void> | undefined;

  private constructor(path: string, fd: number, header: RecordingHeader, rowsAt: number, bytes = rowsAt) {
    this.#path = path;
    this.#fd = fd;
    this.#recorded = new RecordedFile(readableFile(fd), header);
    this.#rowsAt = rowsAt;
    this.#bytes = bytes;
  }

  /** Synchronously: opening a file is cheap compared to the megabytes that follow, and the next row needs it. */
  static create(path: string, about: Omit<RecordingHeader, 'version'>): Segment {
    const fd = openSync(path, 'wx+', 0o600);
    const bytes = writeSync(fd, headerLine(about));
    const segment = new Segment(path, fd, { version: recordingVersion, ...about }, bytes);
    segment.#indexed = Promise.resolve();
    return segment;
  }

  /** Of an earlier session; `undefined` for a file that is none. */
  static async find(path: string): Promise<Segment | undefined> {
    const fd = openSync(path, 'r');
    for await (const [first] of scanLines(readableFile(fd), { from: 0, headBytes: maxHeaderBytes })) {
      const header = first && readHeader(first.head.toString('utf8'));
      if (!first || !header?.ok) break;
      return new Segment(path, fd, header.header, first.offset + first.bytes + 1, statSync(path).size);
    }
    closeSync(fd);
    return undefined;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get firstSeq(): number {
    return this.#recorded.header.firstSeq;
  }

  /** Right once it is indexed, as the one that is being written always is. */
  get nextSeq(): number {
    return this.firstSeq + this.#recorded.offsets.count;
  }

  /** The rows, counted. */
  async rows(): Promise<RecordedFile> {
    await (this.#indexed ??= this.#index());
    return this.#recorded;
  }

  /** Gives the next row its place and says where. */
  place(bytes: number): number {
    const at = this.#bytes;
    this.#recorded.offsets.add(at);
    this.#bytes += bytes;
    return at;
  }

  async write(chunk: Buffer, position: number): Promise<void> {
    await writeAt(this.#fd, chunk, 0, chunk.length, position);
  }

  /** Synchronously, at the end of the process. */
  writeNow(chunk: Buffer, position: number): void {
    writeSync(this.#fd, chunk, 0, chunk.length, position);
  }

  remove(): void {
    this.close();
    rmSync(this.#path, { force: true });
  }

  close(): void {
    close(this.#fd, () => {});
  }

  async #index(): Promise<void> {
    const { file, offsets } = this.#recorded;
    // Half a line at the end is what a crash left of it.
    for await (const _ of indexLines(file, offsets, { from: this.#rowsAt, halfLine: false }));
  }
}

function readableFile(fd: number): ReadableFile {
  return { read: (buffer, offset, length, position) => readAt(fd, buffer, offset, length, position) };
}

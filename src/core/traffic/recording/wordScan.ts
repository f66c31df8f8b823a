import { escapePattern } from '../../../base/pattern/escapePattern.ts';
import type { ReadableFile } from './lineScan.ts';

const newline = 0x0a;
const carriageReturn = 0x0d;
const chunkBytes = 1024 * 1024;
/** Longer strings are large objects, which are collected so late that a search of a gigabyte would hold hundreds of megabytes. */
const sliceBytes = 64 * 1024;

/** Printable ASCII that JSON has no other way to write. */
const unescaped = /^[ !#-[\]-~]+$/;

/** Of words that a body must hold, the longest that stands in a file as it is shown. */
export function searchedWord(words: readonly string[]): string | undefined {
  const usable = words.filter((word) => word.length > 1 && unescaped.test(word));
  return usable.toSorted((a, b) => b.length - a.length)[0];
}

interface WordScan {
  /** Where a line begins, and its number among those that are not blank. */
  readonly offset: number;
  readonly line: number;
  readonly signal: AbortSignal;
}

interface WordHits {
  /** Numbers of the lines that hold the word. */
  readonly lines: readonly number[];
  /** All lines before this one were looked at. */
  readonly nextLine: number;
}

/**
 * The lines of a file that hold a word, whatever its case, one batch per chunk read. The bytes are searched as they are,
 * which takes not twice as long as `grep`; the word must be of printable ASCII.
 */
export async function* scanWord(
  file: ReadableFile,
  word: string,
  { offset, line, signal }: WordScan,
): AsyncGenerator<WordHits> {
  const pattern = new RegExp(escapePattern(word), 'gi');
  const buffer = Buffer.allocUnsafe(chunkBytes);
  const counter = new LineCounter(line);
  let tail = '';
  for (let at = offset; !signal.aborted;) {
    const { bytesRead } = await file.read(buffer, 0, chunkBytes, at);
    if (bytesRead === 0) break;
    const lines: number[] = [];
    for (let from = 0; from < bytesRead; from += sliceBytes) {
      const slice = buffer.subarray(from, Math.min(bytesRead, from + sliceBytes));
      const text = tail + slice.toString('latin1');
      // A word over the border of two slices is in the line that is open there.
      const places = Array.from(text.matchAll(pattern), ({ index }) => index - tail.length);
      lines.push(...counter.take(slice, places));
      tail = text.slice(Math.max(0, text.length - (word.length - 1)));
    }
    yield { lines, nextLine: counter.line };
    at += bytesRead;
  }
  yield { lines: [], nextLine: counter.nextAtEnd };
}

/** Counts lines as a recording does: without blank ones. */
class LineCounter {
  line: number;
  /** Of the line that has not ended. */
  #bytes = 0;
  #isReturn = false;
  #last = -1;

  constructor(line: number) {
    this.line = line;
  }

  /** A last line need not be ended. */
  get nextAtEnd(): number {
    return this.line + (this.#isBlank() ? 0 : 1);
  }

  /** The lines of these places, each once. */
  take(chunk: Buffer, places: readonly number[]): readonly number[] {
    const found: number[] = [];
    let place = 0;
    const note = (end: number): void => {
      for (; place < places.length && places[place]! < end; place++)
        if (this.#last !== this.line) found.push((this.#last = this.line));
    };
    let from = 0;
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
      note(at);
      this.#add(chunk, from, at);
      if (!this.#isBlank()) this.line++;
      this.#bytes = 0;
      from = at + 1;
    }
    note(chunk.length);
    this.#add(chunk, from, chunk.length);
    return found;
  }

  #add(chunk: Buffer, from: number, to: number): void {
    if (to === from) return;
    this.#isReturn = this.#bytes === 0 && to - from === 1 && chunk[from] === carriageReturn;
    this.#bytes += to - from;
  }

  #isBlank(): boolean {
    return this.#bytes === 0 || (this.#bytes === 1 && this.#isReturn);
  }
}

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

interface WordLine {
  readonly line: number;
  /** All of it, where it is short and was read at once: then it need not be read again. */
  readonly text: string | undefined;
}

interface WordHits {
  /** The lines that hold the word. */
  readonly hits: readonly WordLine[];
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
  const counter = new HitCounter(line);
  let tail = '';
  for (let at = offset; !signal.aborted;) {
    const { bytesRead } = await file.read(buffer, 0, chunkBytes, at);
    if (bytesRead === 0) break;
    const chunk = buffer.subarray(0, bytesRead);
    counter.begin();
    for (let from = 0; from < bytesRead; from += sliceBytes) {
      const end = Math.min(bytesRead, from + sliceBytes);
      const text = tail + chunk.toString('latin1', from, end);
      // A word over the border of two slices is in the line that is open there.
      const places = Array.from(text.matchAll(pattern), ({ index }) => from + index - tail.length);
      counter.take(chunk, from, end, places);
      tail = text.slice(Math.max(0, text.length - (word.length - 1)));
    }
    yield { hits: counter.hits, nextLine: counter.line };
    at += bytesRead;
  }
  counter.finish();
  yield { hits: counter.hits, nextLine: counter.line };
}

/** Counts lines as a recording does, without blank ones, and keeps those that are hit. */
class HitCounter {
  line: number;
  hits: WordLine[] = [];
  /** Of the line that has not ended. */
  #bytes = 0;
  #isReturn = false;
  #isHit = false;
  /** Where it begins in the chunk; -1 before it. */
  #start = -1;

  constructor(line: number) {
    this.line = line;
  }

  /** A new chunk: the line that is open began before it. */
  begin(): void {
    this.hits = [];
    this.#start = this.#bytes === 0 ? 0 : -1;
  }

  take(chunk: Buffer, from: number, end: number, places: readonly number[]): void {
    let place = 0;
    let begin = from;
    for (let at = chunk.indexOf(newline, begin); at >= 0 && at < end; at = chunk.indexOf(newline, begin)) {
      for (; place < places.length && places[place]! < at; place++) this.#isHit = true;
      this.#add(chunk, begin, at);
      this.#end(chunk, at);
      begin = at + 1;
      this.#start = begin;
    }
    if (place < places.length) this.#isHit = true;
    this.#add(chunk, begin, end);
  }

  /** A last line need not be ended. */
  finish(): void {
    this.hits = [];
    this.#start = -1;
    this.#end(Buffer.alloc(0), 0);
  }

  #end(chunk: Buffer, at: number): void {
    if (!this.#isBlank()) {
      const isHere = this.#start >= 0 && at - this.#start <= sliceBytes;
      if (this.#isHit)
        this.hits.push({ line: this.line, text: isHere ? chunk.toString('utf8', this.#start, at) : undefined });
      this.line++;
    }
    this.#bytes = 0;
    this.#isHit = false;
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

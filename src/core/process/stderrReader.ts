import { StringDecoder } from 'node:string_decoder';
import { plainText } from '../../base/text/plainText.ts';
import { TailText } from './tailText.ts';

const tailLength = 32 * 1024;
const longestPart = 64 * 1024;
const beginKey = '-----BEGIN ';
const endKey = '-----END ';
/** What is logged of it at once and each second. It is read without end, because a full pipe would block the server. */
const burstCharacters = 512 * 1024;
const charactersPerMs = 256;

/**
 * Always reads, or the server would block on a full pipe; keeps the tail, and passes on whole lines. A border between
 * two chunks must not cut a secret: half of it would not be recognized.
 */
export class StderrReader {
  readonly #onText: (text: string) => void;
  readonly #tail = new TailText(tailLength);
  readonly #decoder = new StringDecoder('utf8');
  #open = '';
  #logged = 0;
  #loggedMs = 0;
  #leftOut = 0;
  #isInLongWord = false;

  constructor(onText: (text: string) => void) {
    this.#onText = onText;
  }

  tail(): string {
    return plainText(this.#tail.toString());
  }

  push(chunk: Buffer): void {
    const text = this.#decoder.write(chunk);
    this.#tail.push(text);
    const all = this.#open + this.#behindLongWord(text);
    const cut = placeToCut(all);
    this.#open = all.slice(cut);
    this.#tell(all.slice(0, cut));
    if (this.#open.length > longestPart) this.#leaveOutWord();
  }

  end(): void {
    if (!this.#isInLongWord) this.#tell(this.#open);
    this.#open = '';
  }

  /** A word that does not end is not cut: wherever that is, a secret may be there. */
  #leaveOutWord(): void {
    this.#isInLongWord = true;
    this.#leftOut += this.#open.length;
    this.#open = '';
  }

  #behindLongWord(text: string): string {
    if (!this.#isInLongWord) return text;
    const end = text.search(/\s/);
    this.#leftOut += end < 0 ? text.length : end;
    this.#isInLongWord = end < 0;
    return end < 0 ? '' : text.slice(end);
  }

  #tell(text: string): void {
    if (!this.#mayLog(text.length)) return void (this.#leftOut += text.length);
    const shown = plainText(text).trimEnd();
    if (this.#leftOut > 0) this.#onText(`(${this.#leftOut} characters left out)`);
    this.#leftOut = 0;
    if (shown !== '') this.#onText(shown);
  }

  #mayLog(characters: number): boolean {
    const now = performance.now();
    this.#logged = Math.max(0, this.#logged - (now - this.#loggedMs) * charactersPerMs);
    this.#loggedMs = now;
    if (this.#logged > burstCharacters) return false;
    this.#logged += characters;
    return true;
  }
}

/** After the last whole line, and before a key that has not ended; a line that does not end is cut between two words. */
function placeToCut(text: string): number {
  const begin = text.lastIndexOf(beginKey);
  const isOpen = begin >= 0 && text.indexOf(endKey, begin) < 0;
  const cut = isOpen ? text.lastIndexOf('\n', begin) + 1 : text.lastIndexOf('\n') + 1;
  return text.length - cut <= longestPart ? cut : Math.max(cut, betweenWords(text));
}

/** Not behind the name of a value, which tells that it is a secret. */
const name = /(?:[:=]|\b(?:bearer|basic|token|password))\s*$/i;

function betweenWords(text: string): number {
  let at = text.lastIndexOf(' ');
  for (let tries = 0; tries < 10 && at > 0 && name.test(text.slice(Math.max(0, at - 40), at)); tries++)
    at = text.lastIndexOf(' ', at - 1);
  return at + 1;
}

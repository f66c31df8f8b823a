import { StringDecoder } from 'node:string_decoder';
import { plainText } from '../../../base/plainText.ts';
import type { Tap } from '../../wire/tap.ts';
import { TailText } from '../../process/tailText.ts';

const tailLength = 32 * 1024;
const longestPart = 16 * 1024;

/** Always reads, or the server would block on a full pipe; keeps the tail, and passes whole lines to the tap. */
export class StderrReader {
  readonly #tap: Tap;
  readonly #tail = new TailText(tailLength);
  readonly #decoder = new StringDecoder('utf8');
  #open = '';

  constructor(tap: Tap) {
    this.#tap = tap;
  }

  tail(): string {
    return plainText(this.#tail.toString());
  }

  push(chunk: Buffer): void {
    const text = this.#decoder.write(chunk);
    this.#tail.push(text);
    const all = this.#open + text;
    const cut = all.lastIndexOf('\n');
    this.#open = all.slice(cut + 1);
    if (cut >= 0) this.#tell(all.slice(0, cut));
    if (this.#open.length > longestPart) this.end();
  }

  end(): void {
    this.#tell(this.#open);
    this.#open = '';
  }

  #tell(text: string): void {
    const shown = plainText(text).trimEnd();
    if (shown !== '') this.#tap.stderr(shown);
  }
}

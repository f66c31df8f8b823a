import type { Dice } from './dice.ts';

/** A part that reads what others wrote. */
export interface FuzzTarget {
  readonly name: string;
  /** What holds for every text. */
  readonly promise: string;
  make(dice: Dice): string;
  /** Throws where the promise is broken; a text that is no case for it does nothing. */
  run(input: string): void | Promise<void>;
  /** Ends what it has opened. */
  dispose?(): void;
}

interface Ranged {
  readonly offset: number;
  readonly length: number;
}

export function assertInside(text: string, range: Ranged, what: string): void {
  const { offset, length } = range;
  const fits = Number.isInteger(offset) && offset >= 0 && length >= 0 && offset + length <= text.length;
  if (!fits) throw new Error(`${what} at ${offset}+${length} is outside of a text of ${text.length} characters`);
}

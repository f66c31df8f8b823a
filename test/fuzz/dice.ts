import { randomFrom } from '../../src/core/checks/fuzz/random.ts';

/** Choices that a seed decides. */
export class Dice {
  readonly next: () => number;

  constructor(seed: number) {
    this.next = randomFrom(seed);
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)]!;
  }

  /** True in so many of a hundred cases. */
  chance(percent: number): boolean {
    return this.next() * 100 < percent;
  }

  times<T>(most: number, make: () => T): T[] {
    return Array.from({ length: this.below(most + 1) }, make);
  }
}

/** A seed that only the text decides, so that a kept case runs as it did when it was found. */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

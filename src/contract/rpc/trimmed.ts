import { type Shape, count, listOf, object, text } from './shape.ts';

/** Where a value was cut because it is too large to send; the rest is loaded with `calls/part`. */
export interface Cut {
  /** A JSON pointer into the outcome. */
  readonly at: string;
  readonly kind: 'text' | 'list' | 'object';
  /** Characters or entries in all, and how many of them are here. */
  readonly size: number;
  readonly shown: number;
}

/** A place in an outcome, and from which entry or character on. */
export interface Place {
  readonly at: string;
  readonly from: number;
}

/** What was missing at the first of several places; the others are requested again. */
export interface TrimmedParts {
  readonly values: readonly unknown[];
  readonly cuts: readonly Cut[];
}

/** A value as far as it was sent. */
export interface Trimmed<T = unknown> {
  readonly value: T;
  readonly cuts: readonly Cut[];
}

export const places: Shape<readonly Place[]> = listOf(object({ at: text, from: count }));

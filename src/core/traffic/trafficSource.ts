import type { Event } from '../../base/event.ts';
import type { HttpExchange, TrafficBody, TrafficPage, TrafficRow } from '../../contract/traffic/traffic.ts';

/** A row as it is kept: what the frame was is text, of JSON for a frame and plain for what was none. */
export interface TrafficRecord {
  readonly row: Omit<TrafficRow, 'preview'>;
  readonly body: { readonly kind: 'frame' | 'text'; readonly text: string };
  readonly http?: HttpExchange;
}

/** The numbers from `firstSeq` up to, not including, `nextSeq` can be asked for; what is older was dropped. */
export type TrafficExtent = Omit<TrafficPage, 'rows'>;

/** Rows by number, wherever they are: the running window's log or a recording. */
export interface TrafficSource {
  /** Changes when everything was cleared: rows of another generation are not comparable. */
  readonly generation: number;
  /** The current range. A log first records what is queued. */
  readExtent(): TrafficExtent;
  /** `nextSeq` has grown, or the generation has changed. May fire very often: only set a flag. */
  readonly onDidAppend: Event<void>;
  /** At most as many as asked for, and fewer at the end or where there are too many for one response. */
  page(fromSeq: number, limit: number): Promise<TrafficPage>;
  body(seq: number): Promise<TrafficBody>;
  /** The bodies of rows in order, none longer than `bodyLength`; fewer than asked for where they are long. */
  bodies(fromSeq: number, limit: number): Promise<readonly TrafficText[]>;
  /**
   * The only rows whose bodies can hold all of the words, in order, as far as they have been looked at: much faster than
   * to read all bodies. `undefined` where that cannot be told.
   */
  candidates?(words: readonly string[], fromSeq: number, signal: AbortSignal): AsyncIterable<Candidates> | undefined;
  /** Whole, in order; for export, replay and comparison. */
  records(fromSeq: number, toSeq: number): AsyncIterable<TrafficRecord>;
}

export interface Candidate {
  readonly seq: number;
  /** Where it was read along with the search: another look-up would take far longer. */
  readonly record: TrafficRecord | undefined;
}

export interface Candidates {
  readonly found: readonly Candidate[];
  /** All rows before this one were looked at. */
  readonly nextSeq: number;
}

export interface TrafficText {
  readonly seq: number;
  readonly text: string;
}

export const pageLimit = 5_000;
export const previewLength = 240;
/** What a page may fetch of one body. */
export const bodyLength = 4 * 1024 * 1024;
/** How much of bodies is read at once; one that is longer comes alone. */
export const bodiesLength = 4 * 1024 * 1024;

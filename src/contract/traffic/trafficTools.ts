import { method } from '../rpc/contract.ts';
import { type Shape, anything, count, listOf, nothing, object, oneOf, optional, text } from '../rpc/shape.ts';
import type { TrafficRow } from './traffic.ts';

/** The matches of a search in the host since the last notification. */
export interface TrafficFound {
  /** The number that the page gave to its search. */
  readonly search: number;
  readonly seqs: readonly number[];
  readonly caughtUp: boolean;
  /** A pattern took too long, and the search is over. */
  readonly tooSlow?: boolean;
}

/** One call on the time line. */
export interface CallSpan {
  readonly seq: number;
  readonly at: number;
  readonly server: string;
  readonly direction: TrafficRow['direction'];
  readonly method: string;
  readonly name?: string;
  readonly group?: number;
  readonly status?: Exclude<TrafficRow['status'], 'closed'>;
  /** Its error only says that the server does not support it. */
  readonly isRefused?: true;
  /** Absent while there is no response. */
  readonly durationMs?: number;
}

/** What changed since the page's version; a span that got its response is sent again. */
export interface TrafficSpans {
  readonly generation: number;
  readonly version: number;
  readonly spans: readonly CallSpan[];
  /** More is there than one response holds: ask again. */
  readonly more: boolean;
}

export interface MethodStatistics {
  readonly server: string;
  readonly method: string;
  readonly name?: string;
  readonly count: number;
  readonly answered: number;
  /** With those that got no response. */
  readonly errors: number;
  /** Calls whose connection was lost before their response arrived. */
  readonly lost: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly maxMs: number;
  readonly bytes: number;
  /** Estimated, of requests and responses together. */
  readonly tokens: number;
  /** Answers by latency; the limits are `histogramLimitsMs`. */
  readonly histogram: readonly number[];
}

export interface TrafficStatistics {
  readonly generation: number;
  readonly rows: readonly MethodStatistics[];
  readonly frames: number;
  readonly notifications: number;
  /** Of `frames`, how many were counted so far: a large recording takes a while. */
  readonly counted: number;
}

/** A bar holds what is below its limit; the last holds the rest. */
export const histogramLimitsMs: readonly number[] = [1, 3, 10, 30, 100, 300, 1_000, 3_000, 10_000];

export const trafficToolMethods = {
  'traffic/statistics': method(nothing).answers<TrafficStatistics>(),
  'traffic/spans': method(object({ since: count, generation: count })).answers<TrafficSpans>(),
  'traffic/compare': method(object({ left: count, right: count })).answers<void>(),
  /** The recording on screen with another that the user chooses. */
  'traffic/compareRecording': method(nothing).answers<void>(),
  /** Fills the inspector's form with the arguments of a recorded call. */
  'traffic/resend': method(object({ seq: count })).answers<void>(),
  /** Of the given frames, or of all; the user chooses the file. Returns how many were written. */
  'traffic/export': method(object({ seqs: optional(listOf(count)) })).answers<
    { readonly written: number } | undefined
  >(),
  /** The tool calls that these rows belong to become checks, in a file that the user chooses. */
  'traffic/saveAsChecks': method(object({ seqs: listOf(count) })).answers<void>(),
  'traffic/exportStatistics': method(object({ format: oneOf('csv', 'json') })).answers<void>(),
  /** Opens an editor that pages through every row there is, those of earlier sessions too. */
  'traffic/openAll': method(nothing).answers<void>(),
  /** From any page: shows the traffic panel with this query. */
  'traffic/show': method(object({ query: text })).answers<void>(),
  /** The query that a page asked for before this one was open. */
  'traffic/wanted': method(nothing).answers<{ readonly query?: string }>(),
} as const;

export const trafficToolNotes = {
  'traffic/found': method(anything as Shape<TrafficFound>).answers<void>(),
  'traffic/query': method(object({ query: text })).answers<void>(),
} as const;

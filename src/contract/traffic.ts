import { method } from './contract.ts';
import { type Shape, anything, count, flag, nothing, object } from './shape.ts';

export type TrafficKind = 'request' | 'response' | 'notification' | 'noise' | 'stderr' | 'state' | 'malformed';
export type TrafficDirection = 'toServer' | 'toClient' | 'none';

/**
 * Of a response, how it went. Of a state row: `lost` and `cancelled`, its pair gets no answer; `closed`, nothing
 * that waits on its connection does, or on any where it names none.
 */
export type RowStatus = 'ok' | 'error' | 'toolError' | 'inputRequired' | 'lost' | 'cancelled' | 'closed';

export interface TrafficRow {
  readonly seq: number;
  /** Wall time in milliseconds since 1970. */
  readonly at: number;
  readonly server: string;
  readonly connection: string;
  readonly direction: TrafficDirection;
  readonly kind: TrafficKind;
  /** Method of the frame, or of the request that this frame answers. */
  readonly method?: string;
  readonly id?: string | number;
  readonly status?: RowStatus;
  /** On a response, and where there will be none: since the request. */
  readonly durationMs?: number;
  /** On a response, and where there will be none: the request. */
  readonly pair?: number;
  /** The tool, prompt or address that it is about; on a response, that of its request. */
  readonly name?: string;
  /** The first request of the call that this frame goes on with: a later round, a poll of its task, its progress. */
  readonly group?: number;
  /** Monotonic milliseconds: what differences are taken of. Comparable within one session only. */
  readonly ms?: number;
  /** Where HTTP carried it and its status is known. The headers come with the body. */
  readonly httpStatus?: number;
  /** On the wire; 0 where the transport does not tell. */
  readonly bytes: number;
  /** The beginning of the body, redacted, on one line. */
  readonly preview: string;
}

/** Whether this row says that the connection is over. */
export function isEndOf({ status, connection }: TrafficRow, other: string): boolean {
  return status === 'closed' && (connection === other || connection === '');
}

export interface TrafficPage {
  /** Changes when the log is cleared: rows of another generation are not comparable. */
  readonly generation: number;
  readonly rows: readonly TrafficRow[];
  readonly firstSeq: number;
  readonly nextSeq: number;
  readonly dropped: number;
}

export interface TrafficAppended {
  readonly generation: number;
  readonly rows: readonly TrafficRow[];
  readonly dropped: number;
}

export interface TrafficBody {
  readonly seq: number;
  /** Redacted JSON or text; absent when the ring has dropped it. */
  readonly text?: string;
  readonly truncated: boolean;
  readonly http?: HttpExchange;
}

/** What HTTP said around a frame. Header names are in lower case, values redacted. */
export interface HttpExchange {
  readonly method?: string;
  readonly path?: string;
  readonly status?: number;
  readonly requestHeaders?: Readonly<Record<string, string>>;
  readonly responseHeaders?: Readonly<Record<string, string>>;
}

export const trafficHostMethods = {
  'traffic/page': method(object({ fromSeq: count, limit: count })).answers<TrafficPage>(),
  'traffic/body': method(object({ seq: count })).answers<TrafficBody>(),
  'traffic/clear': method(nothing).answers<void>(),
  'traffic/follow': method(object({ on: flag })).answers<TrafficPage>(),
} as const;

export const trafficWebviewMethods = {
  'traffic/appended': method(anything as Shape<TrafficAppended>).answers<void>(),
  'traffic/cleared': method(object({ generation: count })).answers<void>(),
} as const;

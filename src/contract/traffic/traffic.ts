import { places, type Trimmed, type TrimmedParts } from '../rpc/trimmed.ts';
import { method } from '../rpc/contract.ts';
import { type Shape, anything, count, flag, listOf, nothing, object, text } from '../rpc/shape.ts';
import { ownServers } from './ownServers.ts';
import type { TrafficFieldValues } from './trafficFields.ts';

/** The fields of the table, and what a row has only where it is shown. */
export interface TrafficRow extends TrafficFieldValues {
  /** Its number. A recording does not write it: it follows from the place of the line. */
  readonly seq: number;
  /** The beginning of the body, redacted, on one line. */
  readonly preview: string;
}

export type TrafficKind = TrafficRow['kind'];
export type TrafficDirection = TrafficRow['direction'];

/** Whether this row ends the connection. */
export function isEndOf({ status, connection }: Pick<TrafficRow, 'status' | 'connection'>, other: string): boolean {
  return status === 'closed' && (connection === other || connection === '');
}

/**
 * What we send by ourselves to learn whether a server lives and which protocol it speaks. A server may refuse it, and
 * nothing is wrong then. What agents send to the gateway is theirs.
 */
export function isProbe({ method, server }: { readonly method?: string; readonly server: string }): boolean {
  return (method === 'ping' || method === 'server/discover') && server !== ownServers.gateway;
}

/** A server that has no templates need not know the method: no capability tells. */
const optionalList = 'resources/templates/list';

/** An error by which a server says what it does not support: a normal negotiation, and nothing is wrong. */
export function isRefusal(row: Pick<TrafficRow, 'method' | 'server' | 'status' | 'preview'>): boolean {
  if (row.status !== 'error') return false;
  return isProbe(row) || (row.method === optionalList && /"code": ?-32601\b/.test(row.preview));
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
  /** Redacted JSON or text; absent when the ring has dropped it, and where there is a value. */
  readonly text?: string;
  /** Of a large body, parsed by the host: in the page it would take too long. A text if it is no JSON. */
  readonly value?: Trimmed;
  readonly truncated: boolean;
  readonly http?: HttpExchange;
}

/** The HTTP exchange around a frame. Header names are in lower case, values redacted. */
export interface HttpExchange {
  readonly method?: string;
  readonly path?: string;
  readonly status?: number;
  readonly requestHeaders?: Readonly<Record<string, string>>;
  readonly responseHeaders?: Readonly<Record<string, string>>;
}

/** How many rows a page of the webview asks for at once: few enough to block neither side. */
export const rowsAtOnce = 500;

/** What the rows alone can answer: an editor with a recording asks nothing else until a user wants more. */
export const rowMethods = {
  'traffic/page': method(object({ fromSeq: count, limit: count })).answers<TrafficPage>(),
  'traffic/body': method(object({ seq: count })).answers<TrafficBody>(),
  /** What is missing in the value of a large body. */
  'traffic/parts': method(object({ seq: count, places })).answers<TrimmedParts>(),
  /** The text of a body, also of a large one. */
  'traffic/text': method(object({ seq: count })).answers<TrafficBody>(),
  /** Answers with the first rows of a recording, or with the newest of the running log. */
  'traffic/follow': method(object({ on: flag })).answers<TrafficPage>(),
  /** From this row on, until it is cancelled: what is appended later is searched too. */
  'traffic/search': method(object({ search: count, query: text, pinned: listOf(count), from: count })).answers<void>(),
} as const;

export const trafficHostMethods = {
  ...rowMethods,
  'traffic/clear': method(nothing).answers<void>(),
} as const;

export const trafficWebviewMethods = {
  'traffic/appended': method(anything as Shape<TrafficAppended>).answers<void>(),
  'traffic/cleared': method(object({ generation: count })).answers<void>(),
} as const;

import type { ReadonlySignal, Signal } from '@preact/signals-core';
import { Fault, type FaultShape } from '../../../src/base/fault.ts';
import type { Handlers } from '../../../src/contract/rpc/contract.ts';
import type { WebviewContract } from '../../../src/contract/inspector.ts';
import type { TrafficBody, TrafficRow } from '../../../src/contract/traffic/traffic.ts';
import type { HostLink } from '../../platform/hostLink.ts';
import type { Pins } from './pins.ts';
import type { Rows } from './rowStore.ts';
import type { TrafficView } from './trafficView.ts';

export type TrafficHandlers = Pick<
  Handlers<WebviewContract>,
  'traffic/appended' | 'traffic/cleared' | 'traffic/found' | 'traffic/query'
>;

/** What the view shows: the running log, or a recording. */
export interface TrafficModel {
  readonly kind: 'live' | 'recording';
  readonly link: HostLink;
  readonly rows: Rows;
  readonly view: TrafficView;
  readonly pins: Pins;
  /** Incremented with every visible change; the view reads the rows by position. */
  readonly version: ReadonlySignal<number>;
  readonly dropped: ReadonlySignal<number>;
  /** Number of older rows that this page does not hold, but the host can still read. */
  readonly older: ReadonlySignal<number>;
  readonly paused: ReadonlySignal<boolean>;
  /** Rows that arrived while paused. */
  readonly waiting: ReadonlySignal<number>;
  /** Number of visible rows that the last change removed at the top, so that the list can keep its scroll position. */
  readonly shifted: ReadonlySignal<number>;
  /** A query that another page requested; counted, because the same one may be requested twice. */
  readonly requestedQuery: ReadonlySignal<{ readonly query: string; readonly times: number } | undefined>;
  /** Why the last action of the user failed. */
  readonly failure: Signal<FaultShape | undefined>;
  /** Whether its rows can be sorted by a column; a recording can if all of them fit into memory. */
  readonly canSort: boolean;
  /** Before its rows are sorted: loads those that are not here. */
  loadAll(): Promise<void>;
  begin(): Promise<void>;
  handlers(): TrafficHandlers;
  pause(on: boolean): void;
  clear(): Promise<void>;
  /** The row with this number is visible, and not loaded yet. */
  requestRow(seq: number): void;
  body(seq: number): Promise<TrafficBody>;
  togglePin(row: TrafficRow): void;
}

/** The request of a response, or the response to a request, if it is loaded. */
export function partnerOf(rows: Rows, row: TrafficRow): number | undefined {
  return row.kind === 'request' ? rows.responseOf(row.seq) : row.pair;
}

/** An action of the user: its failure is shown, and the next attempt clears it. */
export function attempt(traffic: TrafficModel, doing: Promise<unknown>): void {
  traffic.failure.value = undefined;
  doing.catch((error: unknown) => (traffic.failure.value = Fault.from(error).toShape()));
}

import type { ReadonlySignal, Signal } from '@preact/signals-core';
import { Fault, type FaultShape } from '../../../src/base/fault.ts';
import type { Handlers } from '../../../src/protocol/contract.ts';
import type { WebviewContract } from '../../../src/protocol/inspector.ts';
import type { TrafficBody, TrafficRow } from '../../../src/protocol/traffic.ts';
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
  /** Goes up with every change of what is shown; the view reads the rest by position. */
  readonly version: ReadonlySignal<number>;
  readonly dropped: ReadonlySignal<number>;
  /** Rows that are too many for this page, but that the host can still read. */
  readonly older: ReadonlySignal<number>;
  readonly paused: ReadonlySignal<boolean>;
  /** Rows that arrived while paused. */
  readonly waiting: ReadonlySignal<number>;
  /** Shown rows that went away at the top with the last change: the list keeps its place by it. */
  readonly shifted: ReadonlySignal<number>;
  /** A query that another page wants to be shown; counted, because the same one may be wanted twice. */
  readonly requestedQuery: ReadonlySignal<{ readonly query: string; readonly times: number } | undefined>;
  /** Why the last thing that a person asked for was not done. */
  readonly failure: Signal<FaultShape | undefined>;
  begin(): Promise<void>;
  handlers(): TrafficHandlers;
  pause(on: boolean): void;
  clear(): Promise<void>;
  /** The row with this number is in view, and not here yet. */
  requestRow(seq: number): void;
  body(seq: number): Promise<TrafficBody>;
  togglePin(row: TrafficRow): void;
}

/** The other half: the request of a response, or what became of a request as far as it is here. */
export function partnerOf(rows: Rows, row: TrafficRow): number | undefined {
  return row.kind === 'request' ? rows.responseOf(row.seq) : row.pair;
}

/** What a person asked for by a click: its failure is shown, and the next try takes it away. */
export function attempt(traffic: TrafficModel, doing: Promise<unknown>): void {
  traffic.failure.value = undefined;
  doing.catch((error: unknown) => (traffic.failure.value = Fault.from(error).toShape()));
}

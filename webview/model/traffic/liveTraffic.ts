import { signal } from '@preact/signals-core';
import type { FaultShape } from '../../../src/base/fault.ts';
import {
  rowsAtOnce,
  type TrafficAppended,
  type TrafficBody,
  type TrafficPage,
  type TrafficRow,
} from '../../../src/contract/traffic/traffic.ts';
import type { HostLink } from '../../platform/hostLink.ts';
import { HostSearches } from './hostSearches.ts';
import type { Scheduler } from '../../platform/scheduler.ts';
import type { TrafficHandlers, TrafficModel } from './trafficModel.ts';
import type { Pins } from './pins.ts';
import { RowStore } from './rowStore.ts';
import { TrafficView } from './trafficView.ts';

const capacity = 100_000;
/** Rows that are not visible are loaded when there is little traffic, one page after the other. */
const quietMs = 250;
const restMs = 30;
const neededRows = 150;
const neededAgainMs = 2_000;
/** While paused: older batches are loaded again on resume. */
const waitingBatches = 20;

/** The running log. Batches wait for the next animation frame and are applied together. */
export class LiveTraffic implements TrafficModel {
  readonly kind = 'live';
  readonly canSort = true;
  readonly rows = new RowStore(capacity);
  readonly view: TrafficView;
  readonly pins: Pins;
  readonly version = signal(0);
  readonly dropped = signal(0);
  readonly older = signal(0);
  readonly paused = signal(false);
  readonly waiting = signal(0);
  readonly shifted = signal(0);
  readonly failure = signal<FaultShape | undefined>(undefined);
  readonly requestedQuery = signal<{ readonly query: string; readonly times: number } | undefined>(undefined);

  readonly link: HostLink;
  readonly #scheduler: Scheduler;
  #generation = -1;
  /** The oldest row that the host can read. */
  #oldest = 0;
  #queue: TrafficAppended[] = [];
  #isScheduled = false;
  #isFilling = false;
  #isNeeding = false;
  #needed = { seq: -1, atMs: -Infinity };
  #lastBatchMs = -Infinity;
  readonly #searches: HostSearches;

  constructor(link: HostLink, scheduler: Scheduler, pins: Pins) {
    this.link = link;
    this.#scheduler = scheduler;
    this.pins = pins;
    this.#searches = new HostSearches(link, () => ({ pinned: [...pins.all.peek().keys()], from: this.rows.firstSeq }));
    this.view = new TrafficView({
      rows: this.rows,
      slicer: scheduler.slices,
      changed: () => this.#bump(),
      isPinned: (seq) => pins.all.peek().has(seq),
      search: this.#searches.run,
    });
  }

  async begin(): Promise<void> {
    this.#restart(await this.link.request('traffic/follow', { on: true }));
    this.#want((await this.link.request('traffic/wanted', undefined)).query);
    this.#fillGaps(0);
  }

  async loadAll(): Promise<void> {} // what is missing comes by itself, and joins the order

  handlers(): TrafficHandlers {
    return {
      'traffic/appended': (batch) => this.#take(batch),
      'traffic/cleared': ({ generation }) => this.#clear(generation),
      'traffic/found': this.#searches.receive,
      'traffic/query': ({ query }) => this.#want(query),
    };
  }

  pause(on: boolean): void {
    this.paused.value = on;
    if (!on) this.#schedule();
  }

  async clear(): Promise<void> {
    await this.link.request('traffic/clear', undefined);
    this.#restart(await this.link.request('traffic/follow', { on: true }));
  }

  body(seq: number): Promise<TrafficBody> {
    return this.link.request('traffic/body', { seq });
  }

  togglePin(row: TrafficRow): void {
    this.pins.toggle(row);
    if (this.view.query.includes('is:')) this.view.rescan();
    else this.#bump();
  }

  #want(query: string | undefined): void {
    if (query !== undefined) this.requestedQuery.value = { query, times: (this.requestedQuery.peek()?.times ?? 0) + 1 };
  }

  #take(batch: TrafficAppended): void {
    this.#lastBatchMs = this.#scheduler.now();
    this.#queue.push(batch);
    if (this.paused.value && this.#queue.length > waitingBatches) this.#queue.shift();
    this.waiting.value = this.paused.value ? this.waiting.value + batch.rows.length : 0;
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled || this.paused.value) return;
    this.#isScheduled = true;
    this.#scheduler.nextFrame(() => {
      this.#isScheduled = false;
      if (!this.paused.value) this.#applyAll();
    });
  }

  #applyAll(): void {
    const batches = this.#queue;
    this.#queue = [];
    this.waiting.value = 0;
    const firstBefore = this.rows.firstSeq;
    for (const batch of batches) this.#apply(batch);
    this.shifted.value = this.view.dropped(firstBefore);
    this.#bump();
    this.#fillGaps(quietMs);
  }

  #apply(batch: TrafficAppended): void {
    if (this.#generation === -1) return; // the pending first page contains these rows
    if (batch.generation !== this.#generation) return void this.#refresh();
    this.dropped.value = batch.dropped;
    this.#put(batch.rows);
  }

  #put(rows: readonly TrafficRow[]): number {
    const fresh = rows.filter((row) => this.rows.put(row));
    this.view.added(fresh);
    return fresh.length;
  }

  #restart(page: TrafficPage): void {
    this.#generation = page.generation;
    this.#oldest = page.firstSeq;
    this.rows.reset(page.firstSeq);
    this.rows.extend(page.nextSeq);
    this.dropped.value = page.dropped;
    for (const row of page.rows) this.rows.put(row);
    this.view.rescan();
  }

  #clear(generation: number): void {
    this.#queue = this.#queue.filter((batch) => batch.generation === generation);
    if (generation !== this.#generation) void this.#refresh();
  }

  async #refresh(): Promise<void> {
    this.#restart(await this.link.request('traffic/page', { fromSeq: 0, limit: rowsAtOnce }));
    this.#fillGaps(0);
  }

  /** A visible hole is loaded at once; one that stays empty is not requested again with every frame. */
  requestRow(seq: number): void {
    const isFresh = this.#scheduler.now() - this.#needed.atMs < neededAgainMs;
    if (this.#isNeeding || seq < 0 || (isFresh && this.#needed.seq === seq)) return;
    this.#isNeeding = true;
    this.#needed = { seq, atMs: this.#scheduler.now() };
    const from = Math.floor(Math.max(this.rows.firstSeq, seq - neededRows / 3));
    this.#scheduler.nextFrame(() => {
      void this.#fill(from, from + neededRows).finally(() => (this.#isNeeding = false));
    });
  }

  /** Loads holes, the newest first. It waits while there is much traffic, which it would only increase. */
  #fillGaps(afterMs: number): void {
    if (this.#isFilling) return;
    this.#isFilling = true;
    this.#scheduler.later(afterMs, () => {
      this.#isFilling = false;
      const gap = this.#isBusy() ? undefined : this.rows.missing(rowsAtOnce);
      if (gap) void this.#fill(gap.from, gap.end).then((isBetter) => isBetter && this.#fillGaps(restMs));
      else if (this.#isBusy()) this.#fillGaps(quietMs);
    });
  }

  #isBusy(): boolean {
    return this.#scheduler.now() - this.#lastBatchMs < quietMs;
  }

  async #fill(from: number, end: number): Promise<boolean> {
    const page = await this.link.request('traffic/page', { fromSeq: from, limit: end - from });
    if (page.generation !== this.#generation) return false;
    const firstBefore = this.rows.firstSeq;
    const fresh = this.#put(page.rows);
    this.#oldest = page.firstSeq;
    this.rows.dropBefore(page.firstSeq);
    this.shifted.value = this.view.dropped(firstBefore);
    this.#bump();
    return fresh > 0 || this.rows.firstSeq > from;
  }

  #bump(): void {
    this.older.value = Math.max(0, this.rows.firstSeq - this.#oldest);
    this.version.value++;
  }
}

import { signal } from '@preact/signals-core';
import type { Handlers } from '../../../src/protocol/contract.ts';
import type { WebviewContract } from '../../../src/protocol/inspector.ts';
import type { TrafficAppended, TrafficPage, TrafficRow } from '../../../src/protocol/traffic.ts';
import type { HostLink } from '../servers.ts';
import { RowStore } from './rowStore.ts';
import { type Slicer, TrafficView } from './view.ts';

export type TrafficHandlers = Pick<Handlers<WebviewContract>, 'traffic/appended' | 'traffic/cleared'>;

/** When to do what can wait: once per animation frame, and in slices. */
export interface Scheduler {
  readonly nextFrame: (run: () => void) => void;
  readonly slices: Slicer;
}

const capacity = 100_000;
const pageRows = 5_000;

/** The log as this page has it. Batches wait for the next frame and are applied together. */
export class Traffic {
  readonly store = new RowStore(capacity);
  readonly view: TrafficView;
  /** Goes up with every change of what is shown; the view reads the rest by position. */
  readonly version = signal(0);
  readonly dropped = signal(0);
  readonly paused = signal(false);
  /** Rows that arrived while paused. */
  readonly waiting = signal(0);
  /** Shown rows that went away at the top with the last change: the list keeps its place by it. */
  readonly shifted = signal(0);

  readonly #link: HostLink;
  readonly #scheduler: Scheduler;
  #generation = -1;
  #queue: TrafficAppended[] = [];
  #isScheduled = false;
  #isFilling = false;

  constructor(link: HostLink, scheduler: Scheduler) {
    this.#link = link;
    this.#scheduler = scheduler;
    this.view = new TrafficView(this.store, scheduler.slices, () => this.#bump());
  }

  async begin(): Promise<void> {
    this.#restart(await this.#link.request('traffic/follow', { on: true }));
    await this.#fillGaps();
  }

  handlers(): TrafficHandlers {
    return {
      'traffic/appended': (batch) => this.#take(batch),
      'traffic/cleared': ({ generation }) => this.#clear(generation),
    };
  }

  pause(on: boolean): void {
    this.paused.value = on;
    if (!on) this.#schedule();
  }

  async clear(): Promise<void> {
    await this.#link.request('traffic/clear', undefined);
    this.#restart(await this.#link.request('traffic/follow', { on: true }));
  }

  body(seq: number): Promise<{ readonly text?: string; readonly truncated: boolean }> {
    return this.#link.request('traffic/body', { seq });
  }

  /** The other half: the request of a response, or the response of a request as far as it is here. */
  partnerOf(row: TrafficRow): number | undefined {
    if (row.kind === 'response') return row.pair;
    if (row.kind !== 'request') return undefined;
    for (let seq = row.seq + 1; seq < this.store.nextSeq; seq++) {
      if (this.store.at(seq)?.pair === row.seq) return seq;
    }
    return undefined;
  }

  #take(batch: TrafficAppended): void {
    this.#queue.push(batch);
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
    const firstBefore = this.store.firstSeq;
    for (const batch of batches) this.#apply(batch);
    this.shifted.value = this.view.dropped(firstBefore);
    this.#bump();
    void this.#fillGaps();
  }

  #apply(batch: TrafficAppended): void {
    if (this.#generation === -1) return; // the first page, which is on its way, holds these rows
    if (batch.generation !== this.#generation) return void this.#refresh();
    this.dropped.value = batch.dropped;
    this.#put(batch.rows);
  }

  #put(rows: readonly TrafficRow[]): number {
    const fresh = rows.filter((row) => this.store.put(row));
    this.view.added(fresh);
    return fresh.length;
  }

  #restart(page: TrafficPage): void {
    this.#generation = page.generation;
    this.store.reset(page.firstSeq);
    this.store.extend(page.nextSeq);
    this.dropped.value = page.dropped;
    for (const row of page.rows) this.store.put(row);
    this.view.rescan();
  }

  #clear(generation: number): void {
    this.#queue = this.#queue.filter((batch) => batch.generation === generation);
    if (generation !== this.#generation) void this.#refresh();
  }

  async #refresh(): Promise<void> {
    this.#restart(await this.#link.request('traffic/page', { fromSeq: 0, limit: pageRows }));
    await this.#fillGaps();
  }

  /** Asks for holes, the newest first, one page at a time. */
  async #fillGaps(): Promise<void> {
    if (this.#isFilling) return;
    this.#isFilling = true;
    try {
      for (let gap = this.store.missing(pageRows); gap; gap = this.store.missing(pageRows)) {
        if (!(await this.#fill(gap.from, gap.end))) break;
      }
    } finally {
      this.#isFilling = false;
    }
  }

  async #fill(from: number, end: number): Promise<boolean> {
    const page = await this.#link.request('traffic/page', { fromSeq: from, limit: end - from });
    if (page.generation !== this.#generation) return false;
    const firstBefore = this.store.firstSeq;
    const fresh = this.#put(page.rows);
    this.store.dropBefore(page.firstSeq);
    this.shifted.value = this.view.dropped(firstBefore);
    this.#bump();
    return fresh > 0 || this.store.firstSeq > from;
  }

  #bump(): void {
    this.version.value++;
  }
}

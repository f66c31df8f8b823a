import { signal } from '@preact/signals-core';
import type { FaultShape } from '../../../src/base/fault.ts';
import type { TrafficBody, TrafficPage, TrafficRow } from '../../../src/contract/traffic/traffic.ts';
import type { HostLink } from '../../platform/hostLink.ts';
import { HostSearches } from './hostSearches.ts';
import type { Scheduler } from '../../platform/scheduler.ts';
import type { TrafficHandlers, TrafficModel } from './trafficModel.ts';
import { PagedRows } from './pagedRows.ts';
import type { Pins } from './pins.ts';
import { TrafficView } from './trafficView.ts';

const growMs = 250;

/** A recording of any length: only visible rows are loaded, and the host searches. */
export class RecordedTraffic implements TrafficModel {
  readonly kind = 'recording';
  readonly link: HostLink;
  readonly rows: PagedRows;
  readonly view: TrafficView;
  readonly pins: Pins;
  readonly version = signal(0);
  readonly dropped = signal(0);
  readonly older = signal(0);
  readonly paused = signal(false);
  readonly waiting = signal(0);
  readonly shifted = signal(0);
  readonly failure = signal<FaultShape | undefined>(undefined);
  readonly requestedQuery = signal(undefined);
  readonly #searches: HostSearches;
  readonly #scheduler: Scheduler;
  #isFetching = false;
  #isGrowing = false;

  constructor(link: HostLink, scheduler: Scheduler, pins: Pins) {
    this.link = link;
    this.pins = pins;
    this.#scheduler = scheduler;
    this.#searches = new HostSearches(link, () => ({ pinned: [...pins.all.peek().keys()], from: this.rows.firstSeq }));
    this.rows = new PagedRows(() => this.#scheduler.nextFrame(() => void this.#fetch()));
    this.view = new TrafficView({
      rows: this.rows,
      slicer: scheduler.slices,
      changed: () => this.version.value++,
      isPinned: (seq) => pins.all.peek().has(seq),
      search: this.#searches.run,
      isPartial: true,
    });
  }

  /** The host is still reading the file when the first rows arrive, so the number of rows grows. */
  async begin(): Promise<void> {
    const page = await this.link.request('traffic/follow', { on: true });
    this.rows.extend(page.firstSeq, page.nextSeq);
    this.rows.begin(page.rows);
    this.#extend(page);
  }

  handlers(): TrafficHandlers {
    return {
      'traffic/appended': () => this.#grow(),
      'traffic/cleared': () => {},
      'traffic/found': this.#searches.receive,
      'traffic/query': () => {},
    };
  }

  get canSort(): boolean {
    return this.rows.fits;
  }

  async loadAll(): Promise<void> {
    for (let want = this.rows.nextMissing(); want && this.canSort; want = this.rows.nextMissing())
      this.rows.put(want.fromSeq, (await this.link.request('traffic/page', want)).rows);
  }

  pause(): void {}

  requestRow(): void {} // asking the rows for it made its page wanted

  async clear(): Promise<void> {}

  body(seq: number): Promise<TrafficBody> {
    return this.link.request('traffic/body', { seq });
  }

  togglePin(row: TrafficRow): void {
    this.pins.toggle(row);
    if (this.view.query.includes('is:')) this.view.rescan();
    else this.version.value++;
  }

  #grow(): void {
    if (this.#isGrowing) return;
    this.#isGrowing = true;
    setTimeout(() => {
      this.#isGrowing = false;
      void this.link.request('traffic/page', { fromSeq: 0, limit: 0 }).then((page) => this.#extend(page));
    }, growMs);
  }

  #extend({ firstSeq, nextSeq, dropped }: TrafficPage): void {
    this.rows.extend(firstSeq, nextSeq);
    this.dropped.value = dropped;
    this.version.value++;
  }

  /** One page at a time; after fast scrolling, only the page where it stops. */
  async #fetch(): Promise<void> {
    if (this.#isFetching) return;
    this.#isFetching = true;
    try {
      for (let want = this.rows.takeWanted(); want; want = this.rows.takeWanted()) {
        const { rows } = await this.link.request('traffic/page', want);
        this.rows.put(want.fromSeq, rows);
        this.version.value++;
      }
    } finally {
      this.#isFetching = false;
    }
  }
}

import { type Signal, signal } from '@preact/signals-core';
import type { ServerEvent } from '../../../src/contract/browse.ts';
import type { HostLink } from '../../platform/hostLink.ts';

interface EventList {
  readonly events: readonly ServerEvent[];
  readonly dropped: number;
}

interface Log {
  readonly list: Signal<EventList>;
  next: number;
  target: number;
  isLoading: boolean;
}

const capacity = 1_000;

/** Notifications of each server. The host stores them; this holds what has been loaded. */
export class EventLog {
  readonly #link: HostLink;
  readonly #logs = new Map<string, Log>();
  /** Number of events since the user last looked, by server. */
  readonly unseen = signal<ReadonlyMap<string, number>>(new Map());

  constructor(link: HostLink) {
    this.#link = link;
  }

  of(server: string): Signal<EventList> {
    return this.#log(server).list;
  }

  /** The host has events up to `nextSeq`; they are loaded at once only where they are shown. */
  advance(server: string, nextSeq: number, isShown: boolean): void {
    const log = this.#log(server);
    log.target = nextSeq;
    if (isShown) void this.load(server);
    else this.unseen.value = new Map(this.unseen.peek()).set(server, nextSeq - log.next);
  }

  async load(server: string): Promise<void> {
    const log = this.#log(server);
    this.#clearUnseen(server);
    if (log.isLoading) return;
    log.isLoading = true;
    try {
      do await this.#pull(server, log);
      while (log.next < log.target);
    } catch {
      log.target = log.next; // the server or the host is gone: the next notification tries again
    } finally {
      log.isLoading = false;
    }
  }

  async clear(server: string): Promise<void> {
    await this.#link.request('events/clear', { server });
    this.#log(server).list.value = { events: [], dropped: 0 };
  }

  async #pull(server: string, log: Log): Promise<void> {
    const { events, nextSeq, dropped } = await this.#link.request('events/page', { server, fromSeq: log.next });
    const all = nextSeq < log.next ? events : [...log.list.peek().events, ...events];
    log.next = nextSeq;
    log.target = Math.max(log.target, nextSeq);
    log.list.value = { events: all.slice(-capacity), dropped };
    if (events.length === 0) log.target = nextSeq;
  }

  #clearUnseen(server: string): void {
    if (!this.unseen.peek().has(server)) return;
    const next = new Map(this.unseen.peek());
    next.delete(server);
    this.unseen.value = next;
  }

  #log(server: string): Log {
    let log = this.#logs.get(server);
    if (!log) {
      const list = signal<EventList>({ events: [], dropped: 0 });
      this.#logs.set(server, (log = { list, next: 0, target: 0, isLoading: false }));
    }
    return log;
  }
}

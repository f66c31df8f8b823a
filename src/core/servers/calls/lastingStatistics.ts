import { type ReadonlySignal, effect } from '@preact/signals-core';
import { isRecord } from '../../../base/json.ts';
import { type Disposable, Lifetime } from '../../../base/lifetime.ts';
import type { ServerStatistics } from '../../../contract/browse.ts';
import type { Clock, RowKey, StorePort } from '../../ports/ports.ts';
import type { ManagedServer } from '../model/server.ts';

const counts = ['connects', 'reconnects', 'calls', 'errors', 'bytesIn', 'bytesOut'] as const;
type Counts = Readonly<Record<(typeof counts)[number], number>>;

/** What a server did in all sessions of all windows and command lines on the folder. */
export interface StatisticsTotal extends Counts {
  /** When the first of it was counted. */
  readonly since: number;
}

interface LastingStatisticsParts {
  readonly store: StorePort;
  readonly clock: Clock;
  readonly scope: () => string;
  readonly servers: ReadonlySignal<readonly ManagedServer[]>;
}

interface Watched {
  /** What of this session is in the store. */
  kept: Counts;
  readonly stop: () => void;
}

const nothing: Counts = { connects: 0, reconnects: 0, calls: 0, errors: 0, bytesIn: 0, bytesOut: 0 };
/** What a killed window may lose. */
const writeEveryMs = 5_000;

/** Adds the counters of each session to those of earlier ones, in the store. */
export class LastingStatistics implements Disposable {
  readonly #parts: LastingStatisticsParts;
  readonly #lifetime = new Lifetime();
  readonly #watched = new Map<ManagedServer, Watched>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: LastingStatisticsParts) {
    this.#parts = parts;
    this.#lifetime.defer(() => this.#watch([]));
    this.#lifetime.defer(effect(() => this.#watch(parts.servers.value)));
  }

  /** With what this session has done since the last write; `undefined` where nothing was ever counted. */
  total(server: ManagedServer): StatisticsTotal | undefined {
    const { store } = this.#parts;
    const stored = toTotal(store.quietly(() => store.get(this.#key(server))));
    const more = minus(server.readStatistics(), this.#watched.get(server)?.kept ?? nothing);
    return stored || counts.some((name) => more[name] > 0) ? this.#sum(stored, more) : undefined;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#lifetime.dispose();
  }

  #watch(servers: readonly ManagedServer[]): void {
    const wanted = new Set(servers);
    for (const [server, { stop }] of this.#watched) {
      if (wanted.has(server)) continue;
      stop();
      this.#write(server);
      this.#watched.delete(server);
    }
    for (const server of wanted) {
      if (this.#watched.has(server)) continue;
      const stop = server.statistics.subscribe(() => this.#writeSoon());
      this.#watched.set(server, { kept: nothing, stop });
    }
  }

  #writeSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      for (const server of this.#watched.keys()) this.#write(server);
    }, writeEveryMs).unref();
  }

  #write(server: ManagedServer): void {
    const watched = this.#watched.get(server);
    if (!watched) return;
    const now = server.readStatistics();
    const more = minus(now, watched.kept);
    if (counts.every((name) => more[name] === 0)) return;
    watched.kept = now; // a write that fails is not made up for: counters are not worth a second try
    const { store } = this.#parts;
    store.quietly(() => store.update(this.#key(server), (value) => this.#sum(toTotal(value), more)));
  }

  #sum(earlier: StatisticsTotal | undefined, more: Counts): StatisticsTotal {
    const since = earlier?.since ?? this.#parts.clock.now();
    return { ...countsOf((name) => (earlier?.[name] ?? 0) + more[name]), since };
  }

  #key({ id }: ManagedServer): RowKey {
    return { kind: 'statistics', scope: this.#parts.scope(), key: id };
  }
}

function countsOf(count: (name: keyof Counts) => number): Counts {
  return Object.fromEntries(counts.map((name) => [name, count(name)])) as Counts;
}

function minus(now: ServerStatistics, before: Counts): Counts {
  return countsOf((name) => now[name] - before[name]);
}

/** It may be from another version. */
function toTotal(value: unknown): StatisticsTotal | undefined {
  if (!isRecord(value) || typeof value['since'] !== 'number') return undefined;
  const number = (name: string): number => (typeof value[name] === 'number' ? value[name] : 0);
  return { ...countsOf(number), since: value['since'] };
}

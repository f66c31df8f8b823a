import { type ReadonlySignal, computed, signal } from '@preact/signals-core';
import type { ServerStatistics } from '../../../contract/browse.ts';
import type { Meter } from '../transports/channel.ts';

const keptLatencies = 512;
const pulseMs = 250;

/** Counters of one server, over all its connections. The snapshot is computed on read. */
export class StatisticsCounter {
  readonly #pulse = signal(0);
  readonly #latencies = new Float64Array(keptLatencies);
  readonly #meters = new Set<Meter>();
  #latencyCount = 0;
  #connects = 0;
  #reconnects = 0;
  #calls = 0;
  #errors = 0;
  #closedIn = 0;
  #closedOut = 0;
  #upSince: number | undefined;
  #isPulseDue = false;

  /** Updated after a change, but a few times a second at most, for views. `read` has the current values. */
  readonly snapshot: ReadonlySignal<ServerStatistics> = computed(() => {
    void this.#pulse.value;
    return this.read();
  });

  #changed(): void {
    if (this.#isPulseDue) return;
    this.#isPulseDue = true;
    setTimeout(() => {
      this.#isPulseDue = false;
      this.#pulse.value++;
    }, pulseMs).unref();
  }

  connected(meter: Meter, at: number, again: boolean): void {
    this.#meters.add(meter);
    this.#connects++;
    if (again) this.#reconnects++;
    this.#upSince = at;
    this.#changed();
  }

  disconnected(meter: Meter): void {
    if (!this.#meters.delete(meter)) return;
    this.#closedIn += meter.bytesIn;
    this.#closedOut += meter.bytesOut;
    this.#upSince = undefined;
    this.#changed();
  }

  called(latencyMs: number, failed: boolean): void {
    this.#calls++;
    if (failed) this.#errors++;
    this.#latencies[this.#latencyCount++ % keptLatencies] = latencyMs;
    this.#changed();
  }

  read(): ServerStatistics {
    let bytesIn = this.#closedIn;
    let bytesOut = this.#closedOut;
    for (const meter of this.#meters) {
      bytesIn += meter.bytesIn;
      bytesOut += meter.bytesOut;
    }
    return {
      connects: this.#connects,
      reconnects: this.#reconnects,
      calls: this.#calls,
      errors: this.#errors,
      bytesIn,
      bytesOut,
      latencyMs: percentiles(this.#latencies.subarray(0, Math.min(this.#latencyCount, keptLatencies))),
      ...(this.#upSince !== undefined && { upSince: this.#upSince }),
    };
  }
}

function percentiles(values: Float64Array): { p50: number; p95: number; p99: number } {
  const sorted = values.toSorted();
  const at = (share: number): number => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

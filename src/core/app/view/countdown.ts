import { type ReadonlySignal, computed, effect, signal } from '@preact/signals-core';
import { type Disposable, Lifetime } from '../../../base/lifetime.ts';
import type { Clock } from '../../ports/ports.ts';
import type { ManagedServer } from '../../servers/model/server.ts';

const stepMs = 1_000;

/** Updates computed values every second, but only while some server connects or waits for its next attempt. */
export class Countdown implements Disposable {
  readonly #tick = signal(0);
  readonly #clock: Clock;
  readonly #lifetime = new Lifetime();

  constructor(servers: ReadonlySignal<readonly ManagedServer[]>, clock: Clock) {
    this.#clock = clock;
    const waits = computed(() => servers.value.some(({ state }) => /^(?:waiting|connecting)$/.test(state.value.kind)));
    this.#lifetime.defer(
      effect(() => {
        if (!waits.value) return undefined;
        const timer = setInterval(() => this.#tick.value++, stepMs);
        timer.unref(); // a countdown keeps no process alive
        return () => clearInterval(timer);
      }),
    );
  }

  /** Whole seconds until then, at least one: zero would show a wait that has already ended. */
  secondsUntil(time: number): number {
    void this.#tick.value; // read again on each tick
    return Math.max(1, Math.ceil((time - this.#clock.now()) / stepMs));
  }

  /** Whole seconds since then. */
  secondsSince(time: number): number {
    void this.#tick.value;
    return Math.max(0, Math.floor((this.#clock.now() - time) / stepMs));
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}

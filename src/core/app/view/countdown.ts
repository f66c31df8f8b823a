import { type ReadonlySignal, computed, effect, signal } from '@preact/signals-core';
import { type Disposable, Lifetime } from '../../../base/lifetime.ts';
import type { Clock } from '../../ports/ports.ts';
import type { ManagedServer } from '../../servers/model/server.ts';

const stepMs = 1_000;

/** Makes what is computed from it move on by seconds, but only while some server waits for its next try. */
export class Countdown implements Disposable {
  readonly #tick = signal(0);
  readonly #clock: Clock;
  readonly #lifetime = new Lifetime();

  constructor(servers: ReadonlySignal<readonly ManagedServer[]>, clock: Clock) {
    this.#clock = clock;
    const waits = computed(() => servers.value.some(({ state }) => state.value.kind === 'waiting'));
    this.#lifetime.defer(
      effect(() => {
        if (!waits.value) return undefined;
        const timer = setInterval(() => this.#tick.value++, stepMs);
        timer.unref(); // a countdown keeps no process alive
        return () => clearInterval(timer);
      }),
    );
  }

  /** Whole seconds until then, at least one: a wait that is over is a wait that ends now. */
  secondsUntil(time: number): number {
    void this.#tick.value; // asked again with each tick
    return Math.max(1, Math.ceil((time - this.#clock.now()) / stepMs));
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}

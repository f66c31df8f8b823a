const minuteMs = 60_000;

/** Counts calls in the last minute, by key. */
export class RateLimit {
  readonly #calls = new Map<string, number[]>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Seconds to wait, or 0 for a call that was admitted and counted. */
  take(key: string, perMinute: number | undefined): number {
    if (perMinute === undefined) return 0;
    const now = this.#now();
    const recent = (this.#calls.get(key) ?? []).filter((at) => at > now - minuteMs);
    this.#calls.set(key, recent);
    if (recent.length < perMinute) {
      recent.push(now);
      return 0;
    }
    const oldest = recent[0] ?? now;
    return Math.max(1, Math.ceil((oldest + minuteMs - now) / 1000));
  }
}

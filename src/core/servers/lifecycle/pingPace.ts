/** A ping takes three to four milliseconds of processor time: this is about a thousandth of it. */
const apartMs = 6_000;

/** Shared by all servers: those at rest are pinged one after the other, so that two hundred cost no more than twenty. */
export class PingPace {
  #next = Number.NEGATIVE_INFINITY;

  /** Takes the next turn, and says how long it is until then. */
  takeTurn(now: number): number {
    const at = Math.max(now, this.#next);
    this.#next = at + apartMs;
    return at - now;
  }
}

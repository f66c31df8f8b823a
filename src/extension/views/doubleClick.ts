const doubleClickMs = 500;

/** VS Code reports no double click of a row, but each of the two clicks. */
export class DoubleClick {
  #last: unknown;
  #at = Number.NEGATIVE_INFINITY;

  /** True for the second click on the same thing. */
  isSecond(clicked: unknown, now = performance.now()): boolean {
    const isSecond = clicked === this.#last && now - this.#at < doubleClickMs;
    this.#last = isSecond ? undefined : clicked;
    this.#at = now;
    return isSecond;
  }
}

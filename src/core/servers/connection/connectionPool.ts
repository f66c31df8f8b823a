import { queueFull } from '../../../base/commonFaults.ts';

/** Limits how many servers run at once. Without a free slot a start fails immediately. */
export class ConnectionPool {
  /** May become smaller than what runs: that goes on, and nothing more starts. */
  size: number;
  readonly #taken = new Set<object>();

  constructor(size: number) {
    this.size = size;
  }

  get running(): number {
    return this.#taken.size;
  }

  take(owner: object): void {
    if (this.#taken.has(owner)) return;
    if (this.#taken.size >= this.size) {
      throw queueFull('servers', this.size);
    }
    this.#taken.add(owner);
  }

  leave(owner: object): void {
    this.#taken.delete(owner);
  }
}

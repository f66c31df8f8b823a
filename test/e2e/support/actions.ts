import assert from 'node:assert/strict';
import { type Journey, journeys } from '../journeys.ts';

/** Counts what a user does. */
export class Actions {
  readonly #done: string[] = [];

  async do(name: string, act: () => Promise<unknown>): Promise<void> {
    this.#done.push(name);
    await act();
  }

  get count(): number {
    return this.#done.length;
  }

  /** As many as docs/journeys.md says: fewer is a reason to change the table, more is a step back. */
  expect(name: keyof typeof journeys): void {
    const { title, actions }: Journey = journeys[name];
    assert.equal(this.count, actions, `${title}: ${this.#done.join(', ')}`);
  }
}

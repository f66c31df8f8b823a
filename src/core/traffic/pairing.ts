import type { CallPlace } from './callGroups.ts';
import type { WireDirection } from './tap.ts';

export interface OpenRequest extends CallPlace {
  readonly seq: number;
  readonly method: string;
  readonly monotonicMs: number;
}

/** Requests waiting for their answer, by (connection, origin, id). A number and a string id differ, as in the protocol. */
export class Pairing {
  readonly #open = { toServer: new Map<unknown, OpenRequest>(), toClient: new Map<unknown, OpenRequest>() };
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  opened(direction: WireDirection, id: unknown, request: OpenRequest): void {
    const open = this.#open[direction];
    if (open.size >= this.#limit) open.delete(open.keys().next().value); // the oldest was never answered
    open.set(id, request);
  }

  /** The request of that direction that still waits for its answer. */
  waiting(direction: WireDirection, id: unknown): OpenRequest | undefined {
    return this.#open[direction].get(id);
  }

  /** `direction` is the answer's: its request went the other way. */
  answered(direction: WireDirection, id: unknown): OpenRequest | undefined {
    const open = this.#open[direction === 'toServer' ? 'toClient' : 'toServer'];
    const request = open.get(id);
    open.delete(id);
    return request;
  }
}

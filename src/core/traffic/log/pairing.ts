import type { CallGroup } from './callGroups.ts';
import { RecentMap } from '../../../base/recentMap.ts';
import type { WireDirection } from '../../wire/wireMessage.ts';

export interface OpenRequest extends CallGroup {
  readonly seq: number;
  readonly method: string;
  readonly monotonicMs: number;
}

/** Pending requests, by (connection, origin, id). A number and a string id differ, as in the protocol. */
export class Pairing {
  readonly #open: Readonly<Record<WireDirection, RecentMap<OpenRequest>>>;

  /** `onFull` is called once when the oldest requests are dropped: their responses will be unpaired. */
  constructor(limit: number, onFull: () => void) {
    let isReported = false;
    const reportOnce = (): void => {
      if (!isReported) onFull();
      isReported = true;
    };
    this.#open = { toServer: new RecentMap(limit, reportOnce), toClient: new RecentMap(limit, reportOnce) };
  }

  opened(direction: WireDirection, id: unknown, request: OpenRequest): void {
    this.#open[direction].set(id, request);
  }

  /** The request of that direction that still waits for its response. */
  waiting(direction: WireDirection, id: unknown): OpenRequest | undefined {
    return this.#open[direction].get(id);
  }

  /** `direction` is the response's: its request went the other way. */
  answered(direction: WireDirection, id: unknown): OpenRequest | undefined {
    const open = this.#open[direction === 'toServer' ? 'toClient' : 'toServer'];
    const request = open.get(id);
    if (request) open.delete(id);
    return request;
  }

  clear(): void {
    for (const open of Object.values(this.#open)) open.drain();
  }
}

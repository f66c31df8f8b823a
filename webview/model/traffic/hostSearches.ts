import type { TrafficFound } from '../../../src/contract/traffic/trafficTools.ts';
import type { HostLink } from '../../platform/hostLink.ts';
import type { Found, HostSearch } from './trafficView.ts';

interface SearchScope {
  readonly pinned: readonly number[];
  /** The first row that the page has. */
  readonly from: number;
}

/** Searches that run in the host. Late results of a stopped one are ignored. */
export class HostSearches {
  readonly #link: HostLink;
  readonly #scope: () => SearchScope;
  readonly #listeners = new Map<number, (found: Found) => void>();
  #count = 0;

  constructor(link: HostLink, scope: () => SearchScope) {
    this.#link = link;
    this.#scope = scope;
  }

  readonly run: HostSearch = (query, tell) => {
    const search = ++this.#count;
    const abort = new AbortController();
    this.#listeners.set(search, tell);
    this.#link
      .request('traffic/search', { search, query, ...this.#scope() }, abort.signal)
      .catch(() => {}) // cancelled, or the host is gone: what was found stays
      .finally(() => this.#listeners.get(search)?.({ seqs: [], caughtUp: true }));
    return () => {
      this.#listeners.delete(search);
      abort.abort();
    };
  };

  readonly receive = ({ search, ...found }: TrafficFound): void => {
    this.#listeners.get(search)?.(found);
  };
}

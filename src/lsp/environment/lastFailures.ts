import { existsSync } from 'node:fs';
import type { LiveServer } from '../../contract/language.ts';
import { type LastFailure, failureKind, readFailures } from '../../core/diagnosis/lastFailures.ts';
import type { StorePort } from '../../core/ports/ports.ts';

/** What our other processes found at the last start of a server, for an editor that has no window of ours. */
export class LastFailures {
  readonly #file: string;
  readonly #changed: () => void;
  #store: StorePort | undefined;
  #isOpening = false;

  constructor(file: string, changed: () => void) {
    this.#file = file;
    this.#changed = changed;
  }

  /** Empty until the store is open, which is then told. Nothing is made where no other process has made it. */
  list(): readonly LiveServer[] {
    if (!this.#store) {
      if (!this.#isOpening && existsSync(this.#file)) void this.#open();
      return [];
    }
    const store = this.#store;
    return (store.quietly(() => readFailures(store, Date.now())) ?? []).map(asLive);
  }

  async #open(): Promise<void> {
    this.#isOpening = true;
    const { Store } = await import('../../core/store/store.ts');
    const store = new Store(this.#file, { now: () => Date.now(), tell: () => {} });
    this.#store = store;
    store.quietly(() => store.list(failureKind, ''));
    store.onDidChange((kinds) => {
      if (kinds.has(failureKind)) this.#changed();
    });
    this.#changed();
  }
}

function asLive({ name, file, fault, diagnosis, entryHash }: LastFailure): LiveServer {
  return {
    id: name,
    name,
    file,
    state: 'error',
    stateText: fault?.message ?? '',
    tools: [],
    pastEntry: entryHash,
    ...(fault && { fault }),
    ...(diagnosis && { diagnosis }),
  };
}

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

  /**
   * Empty until the store is open, which is then told: what is found without it is sent first. Nothing is made where no
   * other process has made it.
   */
  list(): readonly LiveServer[] {
    if (!this.#store) {
      if (!this.#isOpening && existsSync(this.#file)) this.#openSoon();
      return [];
    }
    const store = this.#store;
    return (store.quietly(() => readFailures(store, Date.now())) ?? []).map(asLive);
  }

  #openSoon(): void {
    this.#isOpening = true;
    setImmediate(() => void this.#open());
  }

  async #open(): Promise<void> {
    const { openFailureStore } = await import('./failureStore.ts');
    const store = openFailureStore(this.#file);
    this.#store = store;
    store.onDidChange((kinds) => {
      if (kinds.has(failureKind)) this.#changed();
    });
    if (this.list().length > 0) this.#changed();
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

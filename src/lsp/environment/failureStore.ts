import type { StorePort } from '../../core/ports/ports.ts';
import { Store } from '../../core/store/store.ts';

/** In a file of its own, so that the build gives it the code that it needs and no more. */
export function openFailureStore(file: string): StorePort {
  return new Store(file, { now: () => Date.now(), tell: () => {} });
}

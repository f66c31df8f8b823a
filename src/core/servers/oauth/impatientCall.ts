import { AsyncLocalStorage } from 'node:async_hooks';

/** A call, with all that it causes, that does not wait for a user who signs in. */
interface ImpatientCall {
  /** A sign-in page was opened for it. */
  readonly opened: () => void;
  /** Aborted once it waits no more: its request must not be sent again after the sign-in. */
  readonly signal: AbortSignal;
}

export const impatientCall = new AsyncLocalStorage<ImpatientCall>();

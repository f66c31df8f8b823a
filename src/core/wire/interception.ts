import type { WireMessage } from './wireMessage.ts';

/** What becomes of a request that a rule fits. */
export type RequestOutcome =
  | { readonly kind: 'send'; readonly message: WireMessage }
  /** The server never sees it; the caller gets this. */
  | { readonly kind: 'answer'; readonly message: WireMessage }
  /** The server never sees it, and the caller waits. */
  | { readonly kind: 'drop' };

export interface InterceptionContext {
  /** Fires when the caller has given up or the connection is gone. */
  readonly signal: AbortSignal;
  /** Stops the caller's clocks: a user takes the time that a user takes. */
  whilePaused<T>(work: () => Promise<T>): Promise<T>;
}

/** What is on the way between the callers of one server and that server. */
export interface Interception {
  /** False, nearly always: go on at once. */
  wantsRequest(message: WireMessage): boolean;
  request(message: WireMessage, context: InterceptionContext): Promise<RequestOutcome>;
  /** True for a request whose answer is to be shown to `response` before anyone else gets it. */
  wantsResponse(message: WireMessage): boolean;
  /** The response to hand on; `undefined` drops it. */
  response(request: WireMessage, answer: WireMessage, context: InterceptionContext): Promise<WireMessage | undefined>;
}

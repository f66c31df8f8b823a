import type { WireMessage } from './wireMessage.ts';

/** The outcome of a request that a rule matches. */
export type RequestOutcome =
  | { readonly kind: 'send'; readonly message: WireMessage }
  /** The server never sees it; the caller gets this. */
  | { readonly kind: 'answer'; readonly message: WireMessage }
  /** The server never sees it, and the caller waits. */
  | { readonly kind: 'drop' };

export interface InterceptionContext {
  /** Fires when the caller has cancelled or the connection is gone. */
  readonly signal: AbortSignal;
  /** Suspends the caller's timeouts while a user decides. */
  whilePaused<T>(work: () => Promise<T>): Promise<T>;
}

/** Intercepts messages between the callers of one server and that server. */
export interface Interception {
  /** Nearly always false: then the request is sent at once. */
  wantsRequest(message: WireMessage): boolean;
  request(message: WireMessage, context: InterceptionContext): Promise<RequestOutcome>;
  /** True for a request whose response must pass through `response` first. */
  wantsResponse(message: WireMessage): boolean;
  /** The response to deliver; `undefined` drops it. */
  response(request: WireMessage, answer: WireMessage, context: InterceptionContext): Promise<WireMessage | undefined>;
}

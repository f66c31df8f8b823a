import type { HttpExchange } from '../../contract/traffic/traffic.ts';
import type { Interception } from './interception.ts';
import type { WireDirection, WireMessage } from './wireMessage.ts';

/**
 * The one place per connection where traffic is seen, on the client side and on
 * the embedded server's. Calls are cheap and never throw; no second parse.
 */
export interface Tap {
  /** `bytes` is the size on the wire, if the transport knows it; `http` the HTTP exchange. */
  frame(direction: WireDirection, message: WireMessage, bytes?: number, http?: HttpExchange): void;
  /** A line that is JSON-RPC in no way: stdout noise of a server. */
  noise(text: string): void;
  stderr(text: string): void;
  /** A frame that could not be read, or was refused. */
  malformed(direction: WireDirection, text: string, reason: string): void;
  /** A change worth a row: connected, exit code, HTTP status, stream closed. */
  state(text: string, http?: HttpExchange): void;
  /** A request of the client will get no response, though the connection stays open. */
  lost(id: unknown, reason: string, how?: 'lost' | 'cancelled'): void;
  /** The connection is over: nothing that waits on it will be answered. */
  closed(reason: string): void;
  /** Returns a request as it should be sent; with tracing it carries its trace context. */
  outgoing?(message: WireMessage): WireMessage;
  /** On the client's side: pauses, changes or answers its calls. */
  readonly interception?: Interception | undefined;
}

export interface TapSource {
  /** `server` is the id a user knows; every connection of it gets its own tap. */
  open(server: string): Tap;
}

export const silentTap: Tap = {
  frame: () => {},
  noise: () => {},
  stderr: () => {},
  malformed: () => {},
  state: () => {},
  lost: () => {},
  closed: () => {},
};

import { isRecord } from '../../base/json.ts';
import type { HttpExchange } from '../../contract/traffic/traffic.ts';
import type { Clock } from '../ports/ports.ts';
import type { Interception } from '../wire/interception.ts';
import { RecentMap } from '../../base/recentMap.ts';
import type { Tap } from '../wire/tap.ts';
import type { WireDirection, WireMessage } from '../wire/wireMessage.ts';
import { type FinishedSpan, type OpenSpan, type ServerAddress, type SpanOutcome, versionOf } from './span.ts';
import { type SpanContext, childContext, withSpanContext } from './traceContext.ts';

interface TracedTapParts {
  readonly server: string;
  /** Our client's side, or our server's. */
  readonly kind: 'client' | 'server';
  readonly clock: Clock;
  way(): ServerAddress;
  finished(span: FinishedSpan): void;
}

const openSpans = 10_000;

/** A stream of changes ends with its connection, and that is no failure. */
function isStream({ request }: OpenSpan): boolean {
  return request['method'] === 'subscriptions/listen';
}

/** The same tap; each request and its response also become a span. */
export class TracedTap implements Tap {
  readonly #tap: Tap;
  readonly #parts: TracedTapParts;
  readonly #open = new RecentMap<OpenSpan>(openSpans);
  readonly #places = new RecentMap<SpanContext>(openSpans);
  #version: string | undefined;

  constructor(tap: Tap, parts: TracedTapParts) {
    this.#tap = tap;
    this.#parts = parts;
  }

  get interception(): Interception | undefined {
    return this.#tap.interception;
  }

  /** A request of our client goes on with the trace that it is in, and carries it to the server. */
  outgoing(message: WireMessage): WireMessage {
    const { id, method } = message;
    if (id === undefined || typeof method !== 'string') return message;
    const place = childContext(message);
    this.#places.set(id, place);
    return withSpanContext(message, place);
  }

  frame(direction: WireDirection, message: WireMessage, bytes?: number, http?: HttpExchange): void {
    this.#tap.frame(direction, message, bytes, http);
    const { id, method, params } = message;
    if (method === 'notifications/cancelled' && isRecord(params) && direction === 'toServer')
      this.#lose(params['requestId'], { lost: 'cancelled', reason: 'the caller cancelled' });
    if (id === undefined || id === null) return;
    if (direction === 'toServer' && typeof method === 'string') this.#begin(id, message);
    else if (direction === 'toClient' && method === undefined) this.#end(id, message, http);
  }

  noise(text: string): void {
    this.#tap.noise(text);
  }

  stderr(text: string): void {
    this.#tap.stderr(text);
  }

  malformed(direction: WireDirection, text: string, reason: string): void {
    this.#tap.malformed(direction, text, reason);
  }

  state(text: string, http?: HttpExchange): void {
    this.#tap.state(text, http);
  }

  lost(...[id, reason, how]: Parameters<Tap['lost']>): void {
    this.#tap.lost(id, reason, how);
    this.#lose(id, { lost: how ?? 'lost', reason });
  }

  closed(reason: string): void {
    this.#tap.closed(reason);
    this.#places.drain();
    for (const open of this.#open.drain())
      this.#finish(open, isStream(open) ? { answer: {}, http: undefined } : { lost: 'lost', reason });
  }

  #lose(id: unknown, outcome: SpanOutcome): void {
    const open = this.#open.get(id);
    this.#open.delete(id);
    if (open) this.#finish(open, outcome);
  }

  #begin(id: unknown, request: WireMessage): void {
    const { clock, kind } = this.#parts;
    const place = this.#places.get(id) ?? childContext(request);
    this.#places.delete(id);
    this.#open.set(id, { place, kind, request, startedAt: clock.now(), startedMs: clock.monotonicMs() });
  }

  #end(id: unknown, answer: WireMessage, http: HttpExchange | undefined): void {
    const open = this.#open.get(id);
    if (!open) return;
    this.#open.delete(id);
    this.#version = versionOf(open.request, answer) ?? this.#version;
    this.#finish(open, { answer, http });
  }

  #finish(open: OpenSpan, outcome: SpanOutcome): void {
    const { clock, server, way, finished } = this.#parts;
    const durationMs = clock.monotonicMs() - open.startedMs;
    finished({ open, outcome, durationMs, server, way: way(), protocolVersion: this.#version });
  }
}

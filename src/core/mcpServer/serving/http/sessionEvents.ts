import { randomBytes } from 'node:crypto';
import type { EventStore, JSONRPCMessage } from '@modelcontextprotocol/server';

interface EventLimits {
  readonly maxEvents: number;
  readonly maxBytes: number;
}

interface StoredEvent {
  readonly stream: string;
  readonly text: string;
}

/** What the SDK calls the stream for server-initiated messages. */
const listeningStream = '_GET_stream';

/** Where an event begins a stream, and says nothing yet. */
const priming = '{}';

/** The last events of one session, for a client that lost a stream and comes back with `Last-Event-ID`. */
export class SessionEvents implements EventStore {
  readonly #limits: EventLimits;
  /** In the order of their ids, so that what follows a known event is known too. */
  readonly #events = new Map<string, StoredEvent>();
  /** The id of another session must not name an event of this one. */
  readonly #prefix = randomBytes(6).toString('base64url');
  #count = 0;
  #bytes = 0;

  constructor(limits: EventLimits) {
    this.#limits = limits;
  }

  async storeEvent(stream: string, message: JSONRPCMessage): Promise<string> {
    const id = `${this.#prefix}.${++this.#count}`;
    const event = { stream, text: this.#textOf(message) };
    this.#events.set(id, event);
    this.#bytes += sizeOf(event);
    this.#forgetOldest();
    return id;
  }

  async getStreamIdForEventId(id: string): Promise<string | undefined> {
    return this.#events.get(id)?.stream;
  }

  async replayEventsAfter(
    last: string,
    { send }: { send: (id: string, message: JSONRPCMessage) => Promise<void> },
  ): Promise<string> {
    const stream = this.#events.get(last)?.stream ?? '';
    let isAfter = false;
    for (const [id, event] of this.#events) {
      if (isAfter && event.stream === stream && event.text !== priming)
        await send(id, JSON.parse(event.text) as JSONRPCMessage);
      isAfter ||= id === last;
    }
    return stream;
  }

  has(id: string): boolean {
    return this.#events.has(id);
  }

  /** Whether the event belongs to the stream for server-initiated messages. */
  isOfListening(id: string): boolean {
    return this.#events.get(id)?.stream === listeningStream;
  }

  #forgetOldest(): void {
    const { maxEvents, maxBytes } = this.#limits;
    for (const [id, event] of this.#events) {
      if (this.#events.size <= maxEvents && this.#bytes <= maxBytes) return;
      this.#events.delete(id);
      this.#bytes -= sizeOf(event);
    }
  }

  /** One that is too large would push out all others, itself too: its request still gets an end. */
  #textOf(message: JSONRPCMessage): string {
    const text = JSON.stringify(message);
    if (text.length * 2 <= this.#limits.maxBytes) return text;
    if (!('id' in message) || 'method' in message) return priming;
    const error = { code: -32603, message: 'The response was too large to be kept for a client that reconnects' };
    return JSON.stringify({ jsonrpc: '2.0', id: message.id, error });
  }
}

/** As strings are kept, two bytes a character at most, and what an entry costs beside its text. */
function sizeOf({ text }: StoredEvent): number {
  return text.length * 2 + 200;
}

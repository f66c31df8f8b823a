import { type ReadonlySignal, effect } from '@preact/signals-core';
import { Emitter, type Event } from '../../base/event.ts';
import { clip, isRecord, previewJson } from '../../base/json.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { EventPage, ServerEvent } from '../../contract/browse.ts';
import type { Clock } from '../ports/ports.ts';
import type { ManagedServer } from './model/server.ts';
import type { Redactor } from '../trust/redaction/redact.ts';

interface Kept {
  readonly seq: number;
  readonly at: number;
  readonly method: string;
  readonly params: unknown;
}

interface ServerEventsParts {
  readonly servers: ReadonlySignal<readonly ManagedServer[]>;
  readonly redactor: Redactor;
  readonly clock: Clock;
}

const capacity = 1_000;
const previewLength = 300;
const largestShown = 50_000;

/** Notifications of servers: the newest of each, whether or not a view is open. */
export class ServerEvents implements Disposable {
  readonly #parts: ServerEventsParts;
  readonly #lifetime = new Lifetime();
  readonly #rings = new Map<string, Ring>();
  readonly #appended = this.#lifetime.add(new Emitter<{ readonly server: string; readonly event: Kept }>());

  constructor(parts: ServerEventsParts) {
    this.#parts = parts;
    this.#lifetime.defer(effect(() => this.#listen(parts.servers.value)));
  }

  get onAppended(): Event<{ readonly server: string; readonly event: Kept }> {
    return this.#appended.event;
  }

  nextSeq(server: string): number {
    return this.#rings.get(server)?.next ?? 0;
  }

  /** Redacted on read and not on arrival: most are never shown. */
  page(server: string, fromSeq: number): EventPage {
    const ring = this.#rings.get(server);
    if (!ring) return { events: [], nextSeq: 0, dropped: 0 };
    const events = ring.from(fromSeq).map((kept) => toView(kept, this.#parts.redactor));
    return { events, nextSeq: ring.next, dropped: ring.dropped };
  }

  clear(server: string): void {
    this.#rings.get(server)?.clear();
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  #listen(servers: readonly ManagedServer[]): () => void {
    const listening = servers.map(({ id, onNotification }) =>
      onNotification(({ method, params }) => this.#take(id, method, params)),
    );
    return () => {
      for (const one of listening) one.dispose();
    };
  }

  #take(server: string, method: string, params: unknown): void {
    let ring = this.#rings.get(server);
    if (!ring) this.#rings.set(server, (ring = new Ring()));
    const event = ring.push(this.#parts.clock.now(), method, params);
    this.#appended.fire({ server, event });
  }
}

class Ring {
  readonly #kept: (Kept | undefined)[] = Array.from({ length: capacity });
  #first = 0;
  next = 0;
  dropped = 0;

  push(at: number, method: string, params: unknown): Kept {
    const event = { seq: this.next, at, method, params };
    this.#kept[this.next++ % capacity] = event;
    if (this.next - this.#first > capacity) {
      this.#first++;
      this.dropped++;
    }
    return event;
  }

  from(seq: number): Kept[] {
    const first = Math.max(seq, this.#first);
    return Array.from({ length: Math.max(0, this.next - first) }, (_, at) => this.#kept[(first + at) % capacity]!);
  }

  clear(): void {
    this.#first = this.next;
    this.#kept.fill(undefined);
    this.dropped = 0;
  }
}

function toView({ seq, at, method, params }: Kept, redactor: Redactor): ServerEvent {
  const clean: unknown = redactor.value(params);
  const { level, logger, data } = isRecord(clean) ? clean : {};
  const content = method === 'notifications/message' && data !== undefined ? data : clean;
  const text = typeof content === 'string' ? clip(content, previewLength) : previewJson(content, previewLength);
  const isSmall = previewJson(clean, largestShown).length < largestShown;
  return {
    seq,
    at,
    method,
    preview: content === undefined ? '' : text.replaceAll(/\s+/g, ' '),
    ...(typeof level === 'string' && { level }),
    ...(typeof logger === 'string' && { logger }),
    ...(isSmall && clean !== undefined && { params: clean }),
  };
}

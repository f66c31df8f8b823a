import type { TrafficRow } from '../../protocol/traffic.ts';
import type { CallSpan, TrafficSpans } from '../../protocol/trafficTools.ts';

const mostSpans = 100_000;
const perAnswer = 5_000;

/** The calls in the order in which they changed: a page that has version n asks for what came after. */
export class CallSpans {
  readonly #open = new Map<number, CallSpan>();
  #journal: CallSpan[] = [];
  /** The version of the first entry that is kept. */
  #from = 0;

  take(row: TrafficRow): void {
    if (row.kind === 'request') return this.#begin(row);
    const first = row.kind === 'response' ? row.pair : row.method === 'notifications/cancelled' ? row.group : undefined;
    const span = first === undefined ? undefined : this.#open.get(first);
    if (!span) return;
    this.#open.delete(span.seq);
    this.#note(
      row.kind === 'response' ? answered(span, row) : { ...span, status: 'cancelled', durationMs: row.at - span.at },
    );
  }

  since(version: number): Omit<TrafficSpans, 'generation'> {
    const start = Math.max(0, version - this.#from);
    const spans = this.#journal.slice(start, start + perAnswer);
    const next = this.#from + start + spans.length;
    return { version: next, spans, more: next < this.#from + this.#journal.length };
  }

  #begin({ seq, at, server, direction, method = '', name, group }: TrafficRow): void {
    const about = { ...(name !== undefined && { name }), ...(group !== undefined && { group }) };
    const span = { seq, at, server, direction, method, ...about };
    if (this.#open.size >= mostSpans) this.#open.delete(this.#open.keys().next().value as number);
    this.#open.set(seq, span);
    this.#note(span);
  }

  #note(span: CallSpan): void {
    this.#journal.push(span);
    if (this.#journal.length < 3 * mostSpans) return;
    this.#from += mostSpans;
    this.#journal = this.#journal.slice(mostSpans);
  }
}

function answered(span: CallSpan, { status, durationMs, at }: TrafficRow): CallSpan {
  return { ...span, ...(status !== undefined && { status }), durationMs: durationMs ?? at - span.at };
}

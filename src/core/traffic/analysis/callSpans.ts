import { type TrafficRow, isEndOf, isRefusal } from '../../../contract/traffic/traffic.ts';
import type { CallSpan, TrafficSpans } from '../../../contract/traffic/trafficTools.ts';

const mostSpans = 100_000;
const perAnswer = 5_000;

/** The calls in the order in which they changed: a page that has version n asks for what came after. */
export class CallSpans {
  readonly #open = new Map<number, { readonly span: CallSpan; readonly connection: string }>();
  #journal: CallSpan[] = [];
  /** The version of the first entry that is kept. */
  #from = 0;

  /** Returns the calls that this row ends without a response. */
  take(row: TrafficRow): readonly CallSpan[] {
    if (row.kind === 'request') this.#begin(row);
    else if (row.status === 'closed') return this.#lose(row);
    else if (row.pair !== undefined) return this.#end(row.pair, row.status ?? 'ok', row);
    else if (row.method === 'notifications/cancelled' && row.group !== undefined)
      this.#end(row.group, 'cancelled', row);
    return [];
  }

  since(version: number): Omit<TrafficSpans, 'generation'> {
    const start = Math.max(0, version - this.#from);
    const spans = this.#journal.slice(start, start + perAnswer);
    const next = this.#from + start + spans.length;
    return { version: next, spans, more: next < this.#from + this.#journal.length };
  }

  #lose(row: TrafficRow): readonly CallSpan[] {
    const gone = [...this.#open.values()].filter(({ connection }) => isEndOf(row, connection));
    return gone.flatMap(({ span }) => this.#end(span.seq, isStream(span) ? 'cancelled' : 'lost', row));
  }

  #end(seq: number, status: NonNullable<CallSpan['status']>, row: TrafficRow): readonly CallSpan[] {
    const open = this.#open.get(seq);
    if (!open) return [];
    this.#open.delete(seq);
    const durationMs = row.durationMs ?? row.at - open.span.at;
    const span: CallSpan = { ...open.span, status, durationMs, ...(isRefusal(row) && { isRefused: true }) };
    this.#note(span);
    return status === 'lost' ? [span] : [];
  }

  #begin({ seq, at, server, connection, direction, method = '', name, group }: TrafficRow): void {
    const about = { ...(name !== undefined && { name }), ...(group !== undefined && { group }) };
    const span = { seq, at, server, direction, method, ...about };
    if (this.#open.size >= mostSpans) this.#open.delete(this.#open.keys().next().value as number);
    this.#open.set(seq, { span, connection });
    this.#note(span);
  }

  #note(span: CallSpan): void {
    this.#journal.push(span);
    if (this.#journal.length < 3 * mostSpans) return;
    this.#from += mostSpans;
    this.#journal = this.#journal.slice(mostSpans);
  }
}

/** It ends with its response. */
function isStream({ method }: CallSpan): boolean {
  return method === 'subscriptions/listen';
}

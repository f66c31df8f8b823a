import { isRecord, parseJson } from '../../../base/json.ts';
import { isEndOf } from '../../../contract/traffic/traffic.ts';
import type { WireMessage } from '../../wire/wireMessage.ts';
import type { TrafficRecord } from '../trafficSource.ts';

/** A request and the row that ended it, if one did: its response, or that there will be none. */
export interface Exchange {
  readonly kind: 'exchange';
  readonly request: TrafficRecord;
  readonly end?: TrafficRecord;
}

/** A row that belongs to no request: a notification, a line of stderr, a response whose request was not selected. */
interface LoneRow {
  readonly kind: 'row';
  readonly record: TrafficRecord;
}

export type ExportItem = Exchange | LoneRow;

/** In the order in which they ended; those that did not end come last. Only pending requests are held in memory. */
export async function* exchangesOf(records: AsyncIterable<TrafficRecord>): AsyncGenerator<ExportItem> {
  const open = new Map<number, TrafficRecord>();
  for await (const record of records) {
    const { row } = record;
    if (row.kind === 'request') {
      open.set(row.seq, record);
      continue;
    }
    const request = row.pair === undefined ? undefined : open.get(row.pair);
    if (request) {
      open.delete(request.row.seq);
      yield { kind: 'exchange', request, end: record };
      continue;
    }
    if (row.status === 'closed') yield* endAll(open, record);
    yield { kind: 'row', record };
  }
  for (const request of open.values()) yield { kind: 'exchange', request };
}

function* endAll(open: Map<number, TrafficRecord>, end: TrafficRecord): Generator<Exchange> {
  for (const [seq, request] of open) {
    if (!isEndOf(end.row, request.row.connection)) continue;
    open.delete(seq);
    yield { kind: 'exchange', request, end };
  }
}

export function statusOf({ end }: Exchange): string {
  if (!end) return 'pending';
  return end.row.status === 'closed' ? 'lost' : (end.row.status ?? 'ok');
}

export function durationOf({ request, end }: Exchange): number {
  return end ? Math.max(0, end.row.durationMs ?? end.row.at - request.row.at) : 0;
}

export function messageOf({ body }: TrafficRecord): WireMessage {
  const parsed = body.kind === 'frame' ? parseJson(body.text) : undefined;
  return parsed?.ok && isRecord(parsed.value) ? parsed.value : {};
}

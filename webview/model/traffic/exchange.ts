import type { TrafficRow } from '../../../src/contract/traffic/traffic.ts';
import type { Rows } from './rowStore.ts';

/** What ended a request: its response, or the row that says why there is none. */
export function endOf(row: TrafficRow, rows: Rows): TrafficRow | undefined {
  const seq = row.kind === 'request' ? rows.responseOf(row.seq) : undefined;
  return seq === undefined ? undefined : rows.at(seq);
}

/** Where an exchange is one row, this one is shown as part of its request. */
export function isEnd({ pair }: TrafficRow, rows: Rows): boolean {
  return pair !== undefined && pair >= rows.firstSeq;
}

/** In ascending order. The frames that rows of exchanges stand for: with their responses, progress and later rounds. */
export function framesOf(seqs: readonly number[], rows: Rows): readonly number[] {
  const all = new Set(seqs);
  for (let seq = seqs[0] ?? rows.nextSeq; seq < rows.nextSeq; seq++) {
    const row = rows.at(seq);
    if (row && (all.has(row.pair ?? -1) || all.has(rows.parentOf(row) ?? -1))) all.add(seq);
  }
  return [...all].toSorted((a, b) => a - b);
}

type SortField = 'time' | 'server' | 'name' | 'status' | 'latency' | 'size';

export interface RowOrder {
  readonly field: SortField;
  readonly descending: boolean;
}

/** What a column is sorted by; nothing comes last. */
export function sortValue(field: SortField, row: TrafficRow, rows: Rows): string | number {
  const end = endOf(row, rows);
  switch (field) {
    case 'time':
      return row.at;
    case 'server':
      return row.server;
    case 'name':
      return row.name ?? row.method ?? row.kind;
    case 'status':
      return (end ?? row).status ?? '';
    case 'latency':
      return (end ?? row).durationMs ?? -1;
    case 'size':
      return row.bytes + (end?.bytes ?? 0);
    default:
      return field satisfies never;
  }
}

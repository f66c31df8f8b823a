import { clip, previewJson } from '../../../base/json.ts';
import type { HttpExchange, TrafficDirection, TrafficKind, TrafficRow } from '../../../contract/traffic/traffic.ts';
import { type TrafficFieldName, fieldEntries } from '../../../contract/traffic/trafficFields.ts';
import { rowLine } from '../recording/rowText.ts';
import { type TrafficRecord, previewLength } from '../trafficSource.ts';

/** The body is in the file and no longer here. */
export const bodyOnDisk = Symbol('elsewhere');

/** Each field of the table has a slot, so that all entries have one shape. */
type RowSlots = { readonly [K in TrafficFieldName]: TrafficRow[K] | undefined };

/** A row in memory. One shape for all: half a million a second are made of it. */
export class Entry implements RowSlots {
  seq = 0;
  at = 0;
  ms = 0;
  readonly server: string;
  readonly connection: string;
  readonly direction: TrafficDirection;
  readonly kind: TrafficKind;
  readonly bytes: number;
  /** Redacted: a parsed frame, or text. */
  body: unknown;
  method: string | undefined = undefined;
  name: string | undefined = undefined;
  id: string | number | undefined = undefined;
  status: TrafficRow['status'] | undefined = undefined;
  durationMs: number | undefined = undefined;
  pair: number | undefined = undefined;
  group: number | undefined = undefined;
  http: HttpExchange | undefined = undefined;
  /** The body as JSON, where making it takes long. */
  json: string | undefined = undefined;
  /** Kept where the body is not. */
  preview: string | undefined = undefined;
  /** What it counts for in the limit of the ring. */
  weight = 0;
  /** It can be read from the spill. */
  isSpilled = false;

  constructor(
    where: { readonly server: string; readonly connection: string },
    direction: TrafficDirection,
    kind: TrafficKind,
    bytes: number,
    body: unknown,
  ) {
    this.server = where.server;
    this.connection = where.connection;
    this.direction = direction;
    this.kind = kind;
    this.bytes = bytes;
    this.body = body;
  }

  get httpStatus(): number | undefined {
    return this.http?.status;
  }
}

export function toRow(entry: Entry): TrafficRow {
  return { ...metaOf(entry), preview: previewOfEntry(entry) };
}

export function previewOfEntry({ body, preview }: Entry): string {
  if (preview !== undefined) return preview;
  return typeof body === 'string' ? clip(body, previewLength) : previewJson(body, previewLength);
}

export function toRecord(entry: Entry): TrafficRecord {
  const { body, http } = entry;
  const isText = typeof body === 'string';
  return {
    row: metaOf(entry),
    body: { kind: isText ? 'text' : 'frame', text: isText ? body : bodyJson(entry) },
    ...(http && { http }),
  };
}

export function entryLine(entry: Entry): string {
  const { body, http } = entry;
  return rowLine(entry, http, typeof body === 'string' ? 'text' : 'frame', bodyJson(entry));
}

function bodyJson({ json, body }: Entry): string {
  return json ?? JSON.stringify(body) ?? 'null';
}

const names = fieldEntries.map(([name]) => name);

function metaOf(entry: Entry): Omit<TrafficRow, 'preview'> {
  const row: Record<string, unknown> = { seq: entry.seq };
  for (const name of names) {
    const value = entry[name];
    if (value !== undefined) row[name] = value;
  }
  return row as unknown as Omit<TrafficRow, 'preview'>;
}

import { clip, previewJson } from '../../../base/json.ts';
import type { HttpExchange, TrafficDirection, TrafficKind, TrafficRow } from '../../../contract/traffic.ts';
import { type TrafficRecord, previewLength } from '../trafficSource.ts';

/** The body stands in the file and no longer here. */
export const bodyOnDisk = Symbol('elsewhere');

/** A row in memory. One shape for all: half a million a second are made of it. */
export class Entry {
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
  /** Kept where the body is not. */
  preview: string | undefined = undefined;
  /** What it counts for in the limit of the ring. */
  weight = 0;
  /** It can be read from the file. */
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
    body: { kind: isText ? 'text' : 'frame', text: isText ? body : (JSON.stringify(body) ?? 'null') },
    ...(http && { http }),
  };
}

/** What `recordLine` writes, put together by hand: every row of every server goes through here, and this takes a third of the time. */
export function entryLine(entry: Entry): string {
  const { body, http, id, method, name } = entry;
  const more =
    (method === undefined ? '' : `,"method":${quote(method)}`) +
    (name === undefined ? '' : `,"name":${quote(name)}`) +
    (id === undefined ? '' : `,"id":${typeof id === 'string' ? quote(id) : numeral(id)}`) +
    (entry.status === undefined ? '' : `,"status":"${entry.status}"`) +
    (entry.durationMs === undefined ? '' : `,"durationMs":${numeral(entry.durationMs)}`) +
    (entry.pair === undefined ? '' : `,"pair":${entry.pair}`) +
    (entry.group === undefined ? '' : `,"group":${entry.group}`) +
    (http === undefined ? '' : httpMembers(http));
  const isText = typeof body === 'string';
  return (
    `{"at":${numeral(entry.at)},"ms":${numeral(entry.ms)},"server":${quote(entry.server)}` +
    `,"connection":${quote(entry.connection)},"direction":"${entry.direction}","kind":"${entry.kind}"` +
    `,"bytes":${entry.bytes}${more},"${isText ? 'text' : 'frame'}":${JSON.stringify(body) ?? 'null'}}\n`
  );
}

const written = new WeakMap<HttpExchange, string>();

/** Many rows share one exchange. */
function httpMembers(http: HttpExchange): string {
  const known = written.get(http);
  if (known !== undefined) return known;
  const status = http.status === undefined ? '' : `,"httpStatus":${http.status}`;
  const members = `${status},"http":${JSON.stringify(http)}`;
  written.set(http, members);
  return members;
}

const plainText = /^[\w/.$#:() -]*$/;

/** Names need no escapes, nearly always. */
function quote(text: string): string {
  return plainText.test(text) ? `"${text}"` : JSON.stringify(text);
}

/** A microsecond is fine enough, and half the digits. */
function numeral(value: number): string {
  return Number.isInteger(value) ? String(value) : Number.isFinite(value) ? value.toFixed(3) : 'null';
}

function metaOf(entry: Entry): Omit<TrafficRow, 'preview'> {
  const { seq, at, ms, server, connection, direction, kind, bytes } = entry;
  const { method, name, id, status, durationMs, pair, group, http } = entry;
  return {
    seq,
    at,
    ms,
    server,
    connection,
    direction,
    kind,
    bytes,
    ...(method !== undefined && { method }),
    ...(name !== undefined && { name }),
    ...(id !== undefined && { id }),
    ...(status !== undefined && { status }),
    ...(durationMs !== undefined && { durationMs }),
    ...(pair !== undefined && { pair }),
    ...(group !== undefined && { group }),
    ...(http?.status !== undefined && { httpStatus: http.status }),
  };
}

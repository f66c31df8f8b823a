import { l10n } from '../../../base/l10n.ts';
import type { recordingUnreadable } from '../../../base/faults/callFaults.ts';
import { clip, isRecord, parseJson, previewJson } from '../../../base/json.ts';
import type { HttpExchange, TrafficRow } from '../../../contract/traffic/traffic.ts';
import { fieldEntries } from '../../../contract/traffic/trafficFields.ts';
import { rowLine } from './rowText.ts';
import { type TrafficRecord, previewLength } from '../trafficSource.ts';

/*
 * A recording is NDJSON: a header, then one line per row. `frame` (JSON) or `text` is always the
 * last member of a line, so that everything else can be read without its body. docs/mcptrace.md
 * describes the format; a change that old readers cannot read gets a new version.
 */
export const recordingVersion = 1;

export interface RecordingHeader {
  readonly version: number;
  /** Wall time in milliseconds since 1970. */
  readonly created: number;
  readonly product: string;
  /** Secrets were redacted before writing. */
  readonly redacted: boolean;
  /** The number of the first row; 1 in a file that was exported. */
  readonly firstSeq: number;
}

export function headerLine(header: Omit<RecordingHeader, 'version'>): string {
  return `${JSON.stringify({ mcptrace: recordingVersion, ...header })}\n`;
}

type HeaderRead =
  | { readonly ok: true; readonly header: RecordingHeader }
  | { readonly ok: false; readonly problem: Parameters<typeof recordingUnreadable> };

export function readHeader(line: string): HeaderRead {
  const parsed = parseJson(line);
  if (!parsed.ok || !isRecord(parsed.value) || !('mcptrace' in parsed.value))
    return { ok: false, problem: ['noHeader'] };
  const { mcptrace: version, created, product, redacted, firstSeq } = parsed.value;
  if (version !== recordingVersion) return { ok: false, problem: ['version', JSON.stringify(version)] };
  return {
    ok: true,
    header: {
      version,
      created: finite(created) ?? 0,
      product: typeof product === 'string' ? product : '',
      redacted: redacted === true,
      firstSeq: Number.isSafeInteger(firstSeq) && (firstSeq as number) > 0 ? (firstSeq as number) : 1,
    },
  };
}

/** Its number is not written: it follows from its place. */
export function recordLine({ row, body, http }: TrafficRecord): string {
  return rowLine(row, http, body.kind, body.kind === 'frame' ? body.text : JSON.stringify(body.text));
}

interface LineText {
  /** The line, or its beginning. */
  readonly text: string;
  /** It is all of the line. */
  readonly whole: boolean;
}

/** The row of a line. An invalid line is a row too: nothing is left out silently. */
export function readRecord(seq: number, line: LineText, header: Pick<RecordingHeader, 'created'>): TrafficRecord {
  const split = splitLine(line);
  const row = split && readMeta(seq, split.meta);
  if (!split || !row) return unreadable(seq, line, header.created);
  const http = readHttp(split.meta['http']);
  return { row, body: split.body, ...(http && { http }) };
}

/** With the beginning of its body, not longer than a row shows. */
export function rowOf({ row, body }: TrafficRecord): TrafficRow {
  return { ...row, preview: clip(body.text, previewLength) };
}

interface SplitLine {
  readonly meta: Meta;
  readonly body: TrafficRecord['body'];
}

const bodyMark = /,"(frame|text)":/g;

/** The body is cut off, not parsed. Inside a string the mark cannot stand: its quotes would be escaped. */
function splitLine({ text, whole }: LineText): SplitLine | undefined {
  let tries = 0;
  for (const found of text.matchAll(bodyMark)) {
    if (++tries > 8) break;
    const meta = parseJson(`${text.slice(0, found.index)}}`);
    if (!meta.ok || !isRecord(meta.value)) continue; // the mark of something inside
    const kind = found[1] as 'frame' | 'text';
    const raw = text.slice(found.index + found[0].length);
    const body = whole ? raw.slice(0, raw.lastIndexOf('}')) : raw;
    return { meta: meta.value, body: { kind, text: kind === 'text' ? readString(body) : body } };
  }
  return whole ? splitWhole(text) : undefined;
}

/** Another program may have written the body elsewhere. */
function splitWhole(text: string): SplitLine | undefined {
  const parsed = parseJson(text);
  if (!parsed.ok || !isRecord(parsed.value)) return undefined;
  const { frame, text: plain, ...meta } = parsed.value;
  if (frame !== undefined) return { meta, body: { kind: 'frame', text: JSON.stringify(frame) } };
  return { meta, body: { kind: 'text', text: typeof plain === 'string' ? plain : '' } };
}

/** A JSON string, of which the end may be missing. */
function readString(text: string): string {
  if (!text.startsWith('"')) return text;
  const whole = parseJson(text);
  if (whole.ok && typeof whole.value === 'string') return whole.value;
  const cut = parseJson(`${text.replace(/\\(?:u[0-9a-fA-F]{0,3})?$/, '')}"`);
  return cut.ok && typeof cut.value === 'string' ? cut.value : text;
}

type Meta = Readonly<Record<string, unknown>>;
type ReadField = (value: unknown, seq: number) => unknown;

const readers = fieldEntries.map(([name, field]) => ({ name, field, read: readerOf(field) }));

function readMeta(seq: number, meta: Meta): TrafficRecord['row'] | undefined {
  const row: Record<string, unknown> = { seq };
  for (const { name, field, read } of readers) {
    const value = read(meta[name], seq) ?? field.fallback ?? (field.sameAs && row[field.sameAs]);
    if (value !== undefined) row[name] = value;
    else if (field.required) return undefined;
  }
  return row as unknown as TrafficRecord['row'];
}

/** Returns the value, or `undefined` if it is invalid for the field. */
function readerOf({ type, values = {}, orItself }: (typeof fieldEntries)[number][1]): ReadField {
  switch (type) {
    case 'number':
      return finite;
    case 'text':
      return (value) => (typeof value === 'string' ? value : undefined);
    case 'id':
      return (value) => (typeof value === 'string' || typeof value === 'number' ? value : undefined);
    case 'choice':
      return (value) => (typeof value === 'string' && Object.hasOwn(values, value) ? value : undefined);
    case 'row':
      return orItself ? (value, seq) => (value === seq ? seq : earlier(value, seq)) : earlier;
    default:
      return type satisfies never;
  }
}

/** A reference to itself or forward would make a reader loop. */
function earlier(value: unknown, seq: number): number | undefined {
  return Number.isSafeInteger(value) && (value as number) > 0 && (value as number) < seq
    ? (value as number)
    : undefined;
}

function finite(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function readHttp(value: unknown): HttpExchange | undefined {
  if (!isRecord(value)) return undefined;
  const { method, path, status } = value;
  const [requestHeaders, responseHeaders] = [
    readHeaders(value['requestHeaders']),
    readHeaders(value['responseHeaders']),
  ];
  return {
    ...(typeof method === 'string' && { method }),
    ...(typeof path === 'string' && { path }),
    ...(typeof status === 'number' && { status }),
    ...(requestHeaders && { requestHeaders }),
    ...(responseHeaders && { responseHeaders }),
  };
}

function readHeaders(value: unknown): Readonly<Record<string, string>> | undefined {
  if (!isRecord(value)) return undefined;
  const pairs = Object.entries(value).filter((pair): pair is [string, string] => typeof pair[1] === 'string');
  return Object.fromEntries(pairs);
}

function unreadable(seq: number, { text, whole }: LineText, at: number): TrafficRecord {
  const row = {
    seq,
    at,
    server: '',
    connection: '',
    direction: 'none' as const,
    kind: 'malformed' as const,
    bytes: 0,
  };
  const preview = previewJson(text, previewLength);
  const why = whole
    ? l10n.t('This line cannot be read: {0}', preview)
    : l10n.t('This line is too long to be read: {0}', preview);
  return { row, body: { kind: 'text', text: why } };
}

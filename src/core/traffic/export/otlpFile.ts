import { createHash } from 'node:crypto';
import {
  type FinishedSpan,
  type OtlpSpan,
  type SpanOutcome,
  resourceSpans,
  toOtlp,
  versionOf,
} from '../../telemetry/span.ts';
import { type SpanContext, callerContext } from '../../telemetry/traceContext.ts';
import type { WireMessage } from '../../wire/wireMessage.ts';
import { type Exchange, type ExportItem, durationOf, messageOf } from './exchanges.ts';

const spansPerLine = 512;

/** A file of OTLP/JSON: each line is what one request to a collector would hold. */
export async function* otlpText(items: AsyncIterable<ExportItem>, version: string): AsyncGenerator<string> {
  const seen: Seen = { versions: new Map() };
  let spans: OtlpSpan[] = [];
  const line = (): string => `${JSON.stringify(resourceSpans(spans, version))}\n`;
  for await (const item of items) {
    if (item.kind === 'row') continue;
    spans.push(toOtlp(spanOf(item, seen), (text) => text)); // a source of traffic is redacted
    if (spans.length < spansPerLine) continue;
    yield line();
    spans = [];
  }
  if (spans.length > 0) yield line();
}

interface Seen {
  /** The protocol version of each connection. */
  readonly versions: Map<string, string>;
  /** Of the first row: connections of other sessions have the same names. */
  firstAt?: number;
}

function spanOf(exchange: Exchange, seen: Seen): FinishedSpan {
  const { request, end } = exchange;
  const { server, connection, at, ms = 0 } = request.row;
  const [asked, answer] = [messageOf(request), end ? messageOf(end) : {}];
  const protocolVersion = versionOf(asked, answer) ?? seen.versions.get(connection);
  if (protocolVersion !== undefined) seen.versions.set(connection, protocolVersion);
  const place = placeOf(exchange, asked, (seen.firstAt ??= at));
  const http = end?.http ?? request.http;
  return {
    open: { place, kind: 'client', request: asked, startedAt: at, startedMs: ms },
    outcome: end?.row.kind === 'response' ? { answer, http } : outcomeOf(exchange),
    durationMs: durationOf(exchange),
    server,
    way: http ? { transport: 'http' } : {},
    protocolVersion,
  };
}

function outcomeOf({ end }: Exchange): SpanOutcome {
  if (!end) return { lost: 'lost', reason: 'no response was recorded' };
  return { lost: end.row.status === 'cancelled' ? 'cancelled' : 'lost', reason: end.body.text };
}

/** The same rows give the same ids: a file that is imported twice is no second set of spans. */
function placeOf({ request }: Exchange, asked: WireMessage, salt: number): SpanContext {
  const { seq, group = seq, connection } = request.row;
  const id = (row: number, length: number): string =>
    createHash('sha256').update(`${salt} ${connection} ${row}`).digest('hex').slice(0, length);
  const caller = callerContext(asked);
  const parentId = caller?.spanId ?? (group === seq ? undefined : id(group, 16));
  return { traceId: caller?.traceId ?? id(group, 32), spanId: id(seq, 16), ...(parentId && { parentId }) };
}

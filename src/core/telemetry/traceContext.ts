import { randomBytes } from 'node:crypto';
import { isRecord } from '../../base/json.ts';
import { textOr } from '../wire/messageBounds.ts';
import type { WireMessage } from '../wire/wireMessage.ts';

/** The position of a span, as in W3C Trace Context. */
export interface SpanContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId?: string;
}

const pattern = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/;

/** A child of the message's trace context, or the start of a new trace. */
export function childContext(message: WireMessage): SpanContext {
  const spanId = randomBytes(8).toString('hex');
  const caller = callerContext(message);
  if (!caller) return { traceId: randomBytes(16).toString('hex'), spanId };
  return { traceId: caller.traceId, spanId, parentId: caller.spanId };
}

/** What the message says of the span that it belongs to. */
export function callerContext(message: WireMessage): SpanContext | undefined {
  const [, traceId, spanId] = pattern.exec(textOr(metaOf(message)['traceparent'], '')) ?? [];
  if (traceId === undefined || spanId === undefined || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId };
}

/** The message with this span as its trace context. */
export function withSpanContext(message: WireMessage, { traceId, spanId }: SpanContext): WireMessage {
  const params = isRecord(message['params']) ? message['params'] : {};
  const _meta = { ...metaOf(message), traceparent: `00-${traceId}-${spanId}-01` };
  return { ...message, params: { ...params, _meta } };
}

export function metaOf({ params }: WireMessage): Readonly<Record<string, unknown>> {
  const meta = isRecord(params) ? params['_meta'] : undefined;
  return isRecord(meta) ? meta : {};
}

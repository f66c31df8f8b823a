import { Fault } from '../../base/fault.ts';
import { tokensOfLength } from '../../base/tokens.ts';
import { clip, isRecord, previewJson } from '../../base/json.ts';
import type { CallOutcome } from '../../contract/calls.ts';
import type { ToolResult } from '../servers/model/server.ts';
import type { Redactor } from '../trust/redaction/redact.ts';
import { sizeOf } from './trimResult.ts';

export function outcomeOf(result: ToolResult, durationMs: number): CallOutcome {
  const { isError, content, structuredContent, _meta } = result;
  return {
    status: isError ? 'toolError' : 'ok',
    content,
    durationMs,
    ...(structuredContent !== undefined && { structuredContent }),
    ...(_meta && { meta: _meta }),
  };
}

/** A call that failed is an outcome to show, not a broken request. */
export function failedOutcome(error: unknown, durationMs: number, redactor: Redactor): CallOutcome {
  const fault = Fault.from(error, 'server/call-failed');
  const status = fault.code === 'cancelled' ? 'cancelled' : 'failed';
  return { status, content: [], fault: redactor.value(fault.toShape()), durationMs };
}

const looked = 4_000;
const shown = 160;

/** The beginning of a response on one line; redacted before it is cut, because the redactor cannot recognize half a token. */
export function previewOf(outcome: CallOutcome, redactor: Redactor): string {
  const { fault, content, structuredContent } = outcome;
  const [first] = content;
  const text = isRecord(first) && typeof first['text'] === 'string' ? first['text'].slice(0, looked) : undefined;
  const whole = fault?.message ?? text ?? previewJson(structuredContent ?? first ?? '', looked);
  return clip(redactor.text(whole).replaceAll(/\s+/g, ' ').trim(), shown);
}

/** About what it costs a model, which reads the content; images and sound are counted in other ways. */
export function tokensOf({ content, structuredContent }: CallOutcome): number {
  if (content.length === 0) return structuredContent === undefined ? 0 : tokensOfLength(sizeOf(structuredContent));
  return tokensOfLength(content.reduce<number>((sum, block) => sum + textLength(block), 0));
}

function textLength(block: unknown): number {
  if (!isRecord(block)) return 0;
  const { text, resource, data, blob } = block;
  if (typeof text === 'string') return text.length;
  if (isRecord(resource)) return textLength(resource);
  return data === undefined && blob === undefined ? sizeOf(block) : 0;
}

/** What a user copies, saves or compares: the response as the protocol has it. */
export function plainOf({ content, structuredContent, meta, fault, status }: CallOutcome): unknown {
  if (fault) return { status, fault };
  return {
    content,
    ...(structuredContent !== undefined && { structuredContent }),
    ...(status === 'toolError' && { isError: true }),
    ...(meta && { _meta: meta }),
  };
}

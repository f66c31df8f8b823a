import { l10n } from '../../../base/l10n.ts';
import { isRecord, parseJson } from '../../../base/json.ts';
import type { TrafficRecord, TrafficSource } from '../trafficSource.ts';

const longestOutline = 8 * 1024 * 1024;

/**
 * A log as text that can be compared with another: every message in order, with its keys sorted and
 * without what differs from run to run (ids, tokens, times). Cut where it would be too large for an editor.
 */
export async function outlineRecording(source: TrafficSource, signal?: AbortSignal): Promise<string> {
  const parts: string[] = [];
  let length = 0;
  const { firstSeq, nextSeq } = source.readExtent();
  for await (const record of source.records(firstSeq, nextSeq)) {
    signal?.throwIfAborted();
    const block = blockOf(record);
    length += block.length;
    if (length > longestOutline) {
      parts.push(`${l10n.t('… {0} more frames', nextSeq - record.row.seq)}\n`);
      break;
    }
    parts.push(block);
  }
  return parts.join('\n');
}

const arrows = { toServer: '→', toClient: '←', none: '·' } as const;

function blockOf({ row, body }: TrafficRecord): string {
  const head = [arrows[row.direction], row.server, row.kind, row.method, row.name, row.status]
    .filter(Boolean)
    .join(' ');
  if (body.kind === 'text') return `${head}\n${body.text}\n`;
  const parsed = parseJson(body.text);
  const shown = parsed.ok ? JSON.stringify(steady(parsed.value, true), undefined, 2) : body.text;
  return `${head}\n${shown}\n`;
}

const volatile = new Set(['progressToken', 'requestId', 'traceparent', 'tracestate']);

function steady(value: unknown, isMessage = false): unknown {
  if (Array.isArray(value)) return value.map((item) => steady(item));
  if (!isRecord(value)) return value;
  const entries = Object.entries(value)
    .filter(([key]) => !volatile.has(key) && !(isMessage && (key === 'id' || key === 'jsonrpc')))
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return Object.fromEntries(entries.map(([key, inner]) => [key, steady(inner)]));
}

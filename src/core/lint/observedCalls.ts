import { isRecord, parseJson } from '../../base/json.ts';
import type { TrafficRecord, TrafficSource } from '../traffic/trafficSource.ts';
import type { ObservedCall } from './model/lintSubject.ts';

/** The newest rows: what a server did long ago may be mended. */
const newestRows = 5_000;
const mostCalls = 200;

/** The answered tool calls of a server in traffic, with the codes of errors, which the history of calls has not. */
export async function observedCalls(source: TrafficSource, server?: string): Promise<readonly ObservedCall[]> {
  const open = new Map<number, string>();
  const calls: ObservedCall[] = [];
  const { firstSeq, nextSeq } = source.readExtent();
  for await (const record of source.records(Math.max(firstSeq, nextSeq - newestRows), nextSeq)) {
    const { row } = record;
    if (server !== undefined && row.server !== server) continue;
    if (row.kind === 'request' && row.direction === 'toServer' && row.method === 'tools/call' && row.name !== undefined)
      open.set(row.seq, row.name);
    const tool = row.kind === 'response' && row.pair !== undefined ? open.get(row.pair) : undefined;
    if (tool !== undefined) calls.push({ tool, ms: row.durationMs ?? 0, ...endOf(record) });
  }
  return calls.slice(-mostCalls);
}

function endOf({ body }: TrafficRecord): Pick<ObservedCall, 'result' | 'errorCode'> {
  const parsed = body.kind === 'frame' ? parseJson(body.text) : undefined;
  const { error, result } = parsed?.ok && isRecord(parsed.value) ? parsed.value : {};
  if (isRecord(error) && typeof error['code'] === 'number') return { errorCode: error['code'] };
  return { result };
}

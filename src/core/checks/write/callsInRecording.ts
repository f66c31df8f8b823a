import { isRecord, parseJson } from '../../../base/json.ts';
import { mark } from '../../trust/redaction/mark.ts';
import type { TrafficRecord, TrafficSource } from '../../traffic/trafficSource.ts';
import type { CallToCheck } from './addChecks.ts';

interface RecordedCalls {
  readonly calls: readonly CallToCheck[];
  /** Calls with a redacted value cannot be made again. */
  readonly redacted: number;
}

/** More would be no file that a user reads. */
const mostCalls = 500;

/** The answered tool calls of a recording by server, each with the same arguments once; of all, or of those with a chosen row. */
export async function callsInRecording(
  source: Pick<TrafficSource, 'readExtent' | 'records'>,
  chosen?: ReadonlySet<number>,
): Promise<ReadonlyMap<string, RecordedCalls>> {
  const open = new Map<number, { readonly server: string; readonly call: CallToCheck | 'redacted' }>();
  const found = new Map<string, Map<string, CallToCheck>>();
  const redacted = new Map<string, number>();
  const isChosen = ({ seq, pair = seq }: TrafficRecord['row']): boolean =>
    !chosen || chosen.has(seq) || chosen.has(pair);
  const { firstSeq, nextSeq } = source.readExtent();
  for await (const record of source.records(firstSeq, nextSeq)) {
    const { row } = record;
    if (row.kind === 'request' && row.direction === 'toServer' && row.method === 'tools/call') {
      const call = callOf(record);
      if (call) open.set(row.seq, { server: row.server, call });
    } else if (row.kind === 'response' && row.pair !== undefined) {
      const asked = open.get(row.pair);
      open.delete(row.pair);
      if (!asked || !isChosen(row)) continue;
      const { server, call } = asked;
      if (call === 'redacted') redacted.set(server, (redacted.get(server) ?? 0) + 1);
      else keep(found, server, { ...call, ...endOf(record) });
    }
  }
  const servers = [...new Set([...found.keys(), ...redacted.keys()])];
  return new Map(
    servers.map((server) => [
      server,
      { calls: [...(found.get(server)?.values() ?? [])], redacted: redacted.get(server) ?? 0 },
    ]),
  );
}

function keep(found: Map<string, Map<string, CallToCheck>>, server: string, call: CallToCheck): void {
  const own = found.get(server) ?? new Map<string, CallToCheck>();
  found.set(server, own);
  const key = JSON.stringify([call.tool, call.args]);
  if (own.size < mostCalls && !own.has(key)) own.set(key, call);
}

function callOf({ body }: TrafficRecord): CallToCheck | 'redacted' | undefined {
  const params = frameOf(body)?.['params'];
  if (!isRecord(params) || typeof params['name'] !== 'string') return undefined;
  const args = isRecord(params['arguments']) ? params['arguments'] : {};
  return JSON.stringify(args).includes(mark) ? 'redacted' : { tool: params['name'], args };
}

function endOf({ body }: TrafficRecord): Pick<CallToCheck, 'isError' | 'errorCode'> {
  const frame = frameOf(body);
  const { error, result } = frame ?? {};
  if (isRecord(error) && typeof error['code'] === 'number') return { errorCode: error['code'] };
  return { isError: isRecord(result) && result['isError'] === true };
}

function frameOf(body: TrafficRecord['body']): Readonly<Record<string, unknown>> | undefined {
  const parsed = body.kind === 'frame' ? parseJson(body.text) : undefined;
  return parsed?.ok && isRecord(parsed.value) ? parsed.value : undefined;
}

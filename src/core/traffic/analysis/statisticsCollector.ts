import { tokensOfLength } from '../../../base/tokens.ts';
import {
  type CallSpan,
  histogramLimitsMs,
  type MethodStatistics,
  type TrafficStatistics,
} from '../../../contract/traffic/trafficTools.ts';
import { isRefusal, type TrafficRow } from '../../../contract/traffic/traffic.ts';
import { LatencyBuckets } from './latencyBuckets.ts';

type Counted = Omit<MethodStatistics, 'p50' | 'p95' | 'p99' | 'maxMs' | 'histogram'>;
type Tally = { -readonly [K in keyof Counted]: Counted[K] } & { readonly latency: LatencyBuckets };

/** A server that invents names must not fill the memory. */
const mostTallies = 5_000;

/** Counts per server, method and tool. A row is counted once, in order, and is not kept. */
export class StatisticsCollector {
  readonly #tallies = new Map<string, Tally>();
  #frames = 0;
  #notifications = 0;

  take(row: TrafficRow): void {
    this.#frames++;
    if (row.kind === 'notification') this.#notifications++;
    if ((row.kind !== 'request' && row.kind !== 'response') || row.method === undefined) return;
    const tally = this.#tally(row.server, row.method, row.name);
    tally.bytes += row.bytes;
    tally.tokens = tokensOfLength(tally.bytes);
    if (row.kind === 'request') tally.count++;
    else if (row.pair !== undefined) answer(tally, row);
  }

  lose({ server, method, name }: CallSpan): void {
    const tally = this.#tally(server, method, name);
    tally.errors++;
    tally.lost++;
  }

  report(): Pick<TrafficStatistics, 'rows' | 'counted' | 'notifications'> {
    const rows = [...this.#tallies.values()].map(({ latency, ...counts }) => Object.assign(counts, latency.report()));
    return { rows, counted: this.#frames, notifications: this.#notifications };
  }

  #tally(server: string, method: string, name: string | undefined): Tally {
    const key = `${server}\n${method}\n${name ?? ''}`;
    let tally = this.#tallies.get(key);
    if (tally) return tally;
    if (this.#tallies.size >= mostTallies && name !== undefined) {
      return this.#tally(server, method, undefined); // one for all that come too late
    }
    const counts = { count: 0, answered: 0, errors: 0, lost: 0, bytes: 0, tokens: 0 };
    tally = { server, method, ...counts, latency: new LatencyBuckets() };
    if (name !== undefined) tally.name = name;
    this.#tallies.set(key, tally);
    return tally;
  }
}

function answer(tally: Tally, row: TrafficRow): void {
  tally.answered++;
  if ((row.status === 'error' || row.status === 'toolError') && !isRefusal(row)) tally.errors++;
  if (row.durationMs !== undefined) tally.latency.add(row.durationMs);
}

const columns = [
  'server',
  'method',
  'name',
  'count',
  'answered',
  'errors',
  'lost',
  'p50',
  'p95',
  'p99',
  'maxMs',
  'bytes',
  'tokens',
] as const;

/** For a spreadsheet: a cell that it would take for a formula is marked as text. */
export function toCsv(rows: readonly MethodStatistics[]): string {
  const limits = [...histogramLimitsMs.map((limit) => `<${limit}ms`), `>=${histogramLimitsMs.at(-1)}ms`];
  const lines = rows.map((row) => [...columns.map((column) => row[column] ?? ''), ...row.histogram]);
  return [[...columns, ...limits], ...lines].map((line) => line.map(csvCell).join(',')).join('\r\n') + '\r\n';
}

function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(Number.isInteger(value) ? value : value.toFixed(3));
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

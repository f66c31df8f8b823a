import { l10n } from '../../../base/l10n.ts';
import { clip, parseJson } from '../../../base/json.ts';
import type { TrafficRecord } from '../trafficSource.ts';
import { type Exchange, type ExportItem, durationOf, statusOf } from './exchanges.ts';
import type { ReportHead, ReportRow, ReportWriter } from './report.ts';

/** More than a user reads; a page of all would not open. */
const maxRows = 5_000;
const maxBody = 100_000;

export async function* trafficReport(
  items: AsyncIterable<ExportItem>,
  version: string,
  writerFor: (head: ReportHead) => ReportWriter,
): AsyncGenerator<string> {
  const writer = writerFor(headOf(version));
  yield writer.start();
  let count = 0;
  for await (const item of items) if (++count <= maxRows) yield writer.row(rowOf(item));
  yield writer.end(count > maxRows ? l10n.t('{0} more rows are not included.', count - maxRows) : undefined);
}

function headOf(version: string): ReportHead {
  return {
    title: l10n.t('MCP traffic'),
    about: l10n.t('Written by MCP Switchboard {0}. Secrets are redacted.', version),
    columns: [l10n.t('Time'), l10n.t('Server'), l10n.t('Message'), l10n.t('Status'), l10n.t('Duration')],
  };
}

const failures: ReadonlySet<string> = new Set(['error', 'toolError', 'lost', 'malformed']);

function rowOf(item: ExportItem): ReportRow {
  if (item.kind === 'exchange') return exchangeRow(item);
  const { row } = item.record;
  const what = [row.kind, row.method, row.name].filter((part) => part !== undefined).join(' ');
  const status = row.status ?? '';
  const details = [detail(l10n.t('Content'), item.record)];
  return { cells: [timeOf(row.at), row.server, what, status, ''], hasFailed: row.kind === 'malformed', details };
}

function exchangeRow(exchange: Exchange): ReportRow {
  const { request, end } = exchange;
  const { at, server, method = '', name } = request.row;
  const status = statusOf(exchange);
  const duration = end ? `${Math.round(durationOf(exchange) * 10) / 10} ms` : '';
  const details = [detail(l10n.t('Request'), request), ...(end ? [detail(l10n.t('Response'), end)] : [])];
  const what = name === undefined ? method : `${method} ${name}`;
  return { cells: [timeOf(at), server, what, status, duration], hasFailed: failures.has(status), details };
}

function timeOf(at: number): string {
  return new Date(at).toISOString();
}

function detail(title: string, { body }: TrafficRecord): ReportRow['details'][number] {
  const parsed = body.kind === 'frame' && body.text.length <= maxBody ? parseJson(body.text) : undefined;
  return { title, text: clip(parsed?.ok ? JSON.stringify(parsed.value, undefined, 2) : body.text, maxBody) };
}

import path from 'node:path';
import type { ReportHead, ReportRow, ReportWriter } from '../../traffic/export/report.ts';
import type { CheckResult, Mismatch } from '../model/checkResult.ts';
import { type CheckReport, countOf, reasonOf, titleOf } from './summary.ts';

/** A document of a run, as HTML or Markdown. */
export function checkDocument(
  report: CheckReport,
  folder: string,
  writerFor: (head: ReportHead) => ReportWriter,
): string {
  const writer = writerFor(headOf(report));
  const mistakes = report.problems.map(({ file, span, message }) => ({
    cells: [path.relative(folder, file), `line ${span.line + 1}`, '', 'mistake', ''],
    hasFailed: true,
    details: [{ title: 'Mistake', text: message }],
  }));
  const rows = [...mistakes, ...report.results.map((result) => rowOf(result, folder))];
  return `${writer.start()}${rows.map((row) => writer.row(row)).join('')}${writer.end()}`;
}

function headOf(report: CheckReport): ReportHead {
  const statuses = ['passed', 'failed', 'broken', 'skipped'] as const;
  const counts = statuses.map((status) => `${countOf(report, status)} ${status}`).join(', ');
  const end = report.isPartial ? ' The run was interrupted.' : '';
  return {
    title: 'Checks of MCP servers',
    about: `${counts} in ${(report.ms / 1_000).toFixed(1)} s.${end} Secrets are redacted.`,
    columns: ['File', 'Check', 'Server', 'Status', 'Duration'],
  };
}

function rowOf(result: CheckResult, folder: string): ReportRow {
  const { file, server, status, ms, mismatches } = result;
  const reason = reasonOf(result);
  const details = mismatches.flatMap(detailsOf);
  return {
    cells: [path.relative(folder, file), titleOf(result), server, status, `${ms} ms`],
    hasFailed: status === 'failed' || status === 'broken',
    details: details.length > 0 || reason === '' ? details : [{ title: 'Reason', text: reason }],
  };
}

function detailsOf({ message, line, expected, actual }: Mismatch): ReportRow['details'] {
  const parts = [
    [`Line ${line + 1}`, message],
    ['Expected', expected],
    ['Actual', actual],
  ] as const;
  return parts.flatMap(([title, text]) => (text === undefined ? [] : [{ title, text }]));
}

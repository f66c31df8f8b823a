import path from 'node:path';
import type { CheckResult } from '../model/checkResult.ts';
import { htmlReport } from '../../traffic/export/htmlReport.ts';
import { markdownReport } from '../../traffic/export/markdownReport.ts';
import { checkDocument } from './documents.ts';
import { githubReport } from './github.ts';
import { junitReport } from './junit.ts';
import { sarifReport } from './sarif.ts';
import { tapReport } from './tap.ts';
import { type CheckReport, countOf, problemLine, titleOf } from './summary.ts';

/** Writes a report; files are named relative to this folder. */
type Reporter = (report: CheckReport, folder: string) => string;

export const reporterNames = ['spec', 'json', 'junit', 'sarif', 'tap', 'github', 'html', 'markdown'] as const;
type ReporterName = (typeof reporterNames)[number];

export const reporters: Readonly<Record<ReporterName, Reporter>> = {
  spec: specReport,
  json: (report, folder) => `${JSON.stringify(jsonReport(report, folder), undefined, 2)}\n`,
  junit: junitReport,
  sarif: sarifReport,
  tap: tapReport,
  github: githubReport,
  html: (report, folder) => checkDocument(report, folder, htmlReport),
  markdown: (report, folder) => checkDocument(report, folder, markdownReport),
};

const signs = { passed: '✔', failed: '✖', broken: '✖', skipped: '-' } as const;

function specReport(report: CheckReport, folder: string): string {
  const files = Map.groupBy(report.results, ({ file }) => file);
  const lines = [...files].flatMap(([file, results]) => {
    const head = `${path.relative(folder, file)} (${results[0]?.server})`;
    return [head].concat(results.flatMap(specLines));
  });
  const problems = report.problems.map((problem) => problemLine(problem, folder));
  const counts = (['passed', 'failed', 'broken', 'skipped'] as const)
    .map((status) => [countOf(report, status), status] as const)
    .filter(([count, status]) => count > 0 || status === 'passed' || status === 'failed')
    .map(([count, status]) => `${count} ${status === 'broken' ? 'could not run' : status}`);
  const end = `${counts.join(', ')} in ${(report.ms / 1_000).toFixed(1)} s${report.isPartial ? ' (interrupted)' : ''}`;
  return `${[...problems, ...lines, end].join('\n')}\n`;
}

function specLines(result: CheckResult): readonly string[] {
  const { status, ms, snapshot, mismatches, reason } = result;
  const kept = snapshot ? `, snapshot ${snapshot}` : '';
  const title = `  ${signs[status]} ${titleOf(result)} (${ms} ms${kept})`;
  const why = reason === undefined ? [] : [`      ${reason}`];
  return [title, ...why, ...mismatches.flatMap(mismatchLines)];
}

function mismatchLines({ message, line, expected, actual }: CheckResult['mismatches'][number]): readonly string[] {
  const part = (name: string, text: string | undefined): readonly string[] =>
    text === undefined ? [] : [`      ${name}: ${text.replaceAll('\n', '\n        ')}`];
  return [`      line ${line + 1}: ${message}`, ...part('expected', expected), ...part('actual', actual)];
}

function jsonReport(report: CheckReport, folder: string): object {
  const { results, problems, ms, isPartial } = report;
  return {
    passed: countOf(report, 'passed'),
    failed: countOf(report, 'failed'),
    broken: countOf(report, 'broken'),
    skipped: countOf(report, 'skipped'),
    ms: Math.round(ms),
    isPartial,
    results: results.map(({ file, check, server, status, ms: took, mismatches, reason, snapshot }) => ({
      file: path.relative(folder, file),
      id: check.id,
      line: check.span.line + 1,
      server,
      status,
      ms: took,
      mismatches,
      reason,
      snapshot,
    })),
    problems: problems.map(({ file, span, message }) => ({
      file: path.relative(folder, file),
      line: span.line + 1,
      column: span.column + 1,
      message,
    })),
  };
}

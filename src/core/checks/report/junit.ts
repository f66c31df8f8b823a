import path from 'node:path';
import type { CheckResult } from '../model/checkResult.ts';
import { type CheckReport, reasonOf, titleOf } from './summary.ts';

/** XML has no way to write most control characters, not even as references. */
// oxlint-disable-next-line no-control-regex
const forbidden = /[\0-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;

function escape(text: string): string {
  return text
    .replaceAll(forbidden, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(3);

export function junitReport({ results, problems, ms }: CheckReport, folder: string): string {
  const suites = [...Map.groupBy(results, ({ file }) => file)].map(([file, own]) =>
    suiteOf(path.relative(folder, file), own),
  );
  const mistakes = problems.map(
    ({ file, span, message }) =>
      `  <testsuite name="${escape(path.relative(folder, file))}" tests="1" failures="0" errors="1" skipped="0" time="0">\n    <testcase classname="${escape(path.basename(file))}" name="line ${span.line + 1}" time="0"><error message="${escape(message)}" type="check-file"/></testcase>\n  </testsuite>`,
  );
  const head = `<testsuites tests="${results.length + problems.length}" failures="${count(results, 'failed')}" errors="${count(results, 'broken') + problems.length}" skipped="${count(results, 'skipped')}" time="${seconds(ms)}">`;
  return `${['<?xml version="1.0" encoding="UTF-8"?>', head, ...suites, ...mistakes, '</testsuites>'].join('\n')}\n`;
}

function count(results: readonly CheckResult[], status: CheckResult['status']): number {
  return results.filter((result) => result.status === status).length;
}

function suiteOf(file: string, results: readonly CheckResult[]): string {
  const time = seconds(results.reduce((sum, { ms }) => sum + ms, 0));
  const counts = `tests="${results.length}" failures="${count(results, 'failed')}" errors="${count(results, 'broken')}" skipped="${count(results, 'skipped')}"`;
  const cases = results.map((result) => caseOf(file, result));
  return [`  <testsuite name="${escape(file)}" ${counts} time="${time}">`, ...cases, '  </testsuite>'].join('\n');
}

function caseOf(file: string, result: CheckResult): string {
  const { check, ms, server } = result;
  const head = `    <testcase classname="${escape(server)}" name="${escape(titleOf(result))}" time="${seconds(ms)}" file="${escape(file)}" line="${check.span.line + 1}"`;
  const body = bodyOf(result);
  return body === '' ? `${head}/>` : `${head}>${body}</testcase>`;
}

function bodyOf(result: CheckResult): string {
  const reason = escape(reasonOf(result));
  switch (result.status) {
    case 'passed':
      return '';
    case 'skipped':
      return `<skipped message="${reason}"/>`;
    case 'broken':
      return `<error message="${reason}" type="broken"/>`;
    case 'failed':
      return `<failure message="${reason}" type="${escape(result.mismatches[0]?.expectation ?? '')}">${escape(detailsOf(result))}</failure>`;
    default:
      return result.status satisfies never;
  }
}

function detailsOf({ mismatches }: CheckResult): string {
  return mismatches
    .map(({ message, line, expected, actual }) =>
      [
        `line ${line + 1}: ${message}`,
        ...(expected === undefined ? [] : [`expected: ${expected}`]),
        ...(actual === undefined ? [] : [`actual: ${actual}`]),
      ].join('\n'),
    )
    .join('\n');
}

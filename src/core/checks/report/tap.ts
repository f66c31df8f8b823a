import path from 'node:path';
import type { CheckResult } from '../model/checkResult.ts';
import { type CheckReport, problemLine, reasonOf, titleOf } from './summary.ts';

/** TAP 14. A mistake in a check file is a failure too: most readers of TAP look at nothing else. */
export function tapReport({ results, problems, isPartial }: CheckReport, folder: string): string {
  const rows = results.map((result, at) => rowOf(result, at + 1, folder));
  const mistakes = problems.map(
    (problem, at) => `not ok ${results.length + at + 1} - ${onOneLine(problemLine(problem, folder))}`,
  );
  const plan = `1..${results.length + problems.length}`;
  const end = isPartial ? ['Bail out! The run was interrupted'] : [];
  return `${['TAP version 14', plan, ...rows, ...mistakes, ...end].join('\n')}\n`;
}

function rowOf(result: CheckResult, number: number, folder: string): string {
  const { status, file, check } = result;
  const title = onOneLine(titleOf(result));
  if (status === 'passed') return `ok ${number} - ${title}`;
  if (status === 'skipped') return `ok ${number} - ${title} # SKIP ${onOneLine(reasonOf(result))}`;
  const at = `${path.relative(folder, file)}:${check.span.line + 1}`;
  const details = `  ---\n  message: ${JSON.stringify(reasonOf(result))}\n  at: ${JSON.stringify(at)}\n  ...`;
  return `not ok ${number} - ${title}\n${details}`;
}

function onOneLine(text: string): string {
  return text.replaceAll(/[\r\n]+/g, ' ').replaceAll('#', String.raw`\#`);
}

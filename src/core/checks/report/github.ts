import path from 'node:path';
import { type CheckReport, reasonOf, titleOf } from './summary.ts';

/** GitHub shows ten of a kind for a step. */
const mostShown = 10;

const data = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

/** Annotations of a workflow, those of broken files first. */
export function githubReport({ results, problems }: CheckReport, folder: string): string {
  const line = (file: string, at: number, title: string, message: string): string =>
    `::error file=${property(path.relative(folder, file))},line=${at + 1},title=${property(title)}::${data(message)}`;
  const mistakes = problems.map(({ file, span, message }) => line(file, span.line, 'Check file', message));
  const failed = results
    .filter(({ status }) => status === 'failed' || status === 'broken')
    .map((result) =>
      line(result.file, result.mismatches[0]?.line ?? result.check.span.line, titleOf(result), reasonOf(result)),
    );
  const all = [...mistakes, ...failed];
  const more = all.length > mostShown ? [`::notice::${all.length - mostShown} more, see the log`] : [];
  return [...all.slice(0, mostShown - more.length), ...more].map((one) => `${one}\n`).join('');
}

import { type ReportHead, type ReportRow, type ReportWriter, shownText } from './report.ts';

const maxDetail = 4_000;

/** A table of all rows, then the details of those that failed. */
export function markdownReport({ title, about, columns }: ReportHead): ReportWriter {
  const failed: ReportRow[] = [];
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
  return {
    start: () =>
      `# ${escape(title)}\n\n${escape(about)}\n\n${line(columns.map(escape))}${line(columns.map(() => '---'))}`,
    row: (row) => {
      if (row.hasFailed) failed.push(row);
      return line(row.cells.map(escape));
    },
    end: (note = '') => `${note === '' ? '' : `\n${escape(note)}\n`}${failed.map(detailsOf).join('')}`,
  };
}

function detailsOf({ cells, details }: ReportRow): string {
  const parts = details.map(({ title, text }) => `\n${escape(title)}\n\n${fenced(text)}`);
  return `\n## ${cells.map(escape).join(' · ')}\n${parts.join('')}`;
}

/** No text can end the block: the fence is longer than any in it. */
function fenced(text: string): string {
  const shown = shownText(text.length > maxDetail ? `${text.slice(0, maxDetail)}…` : text);
  const longest = Math.max(2, ...[...shown.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${shown}\n${fence}\n`;
}

/** On one line, and nothing in it is markup. */
function escape(text: string): string {
  return shownText(text)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\`*_{}[\]<>#|~&!]/g, String.raw`\$&`);
}

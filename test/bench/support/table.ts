import type { Row } from './row.ts';

/** What of a row is shown and kept. */
export type Figure = Omit<Row, 'samples'>;

export function figureOf(row: Row): Figure {
  return Object.fromEntries(Object.entries(row).filter(([key]) => key !== 'samples')) as unknown as Figure;
}

const heads = ['figure', 'ours', 'peer', 'ratio', 'interval', 'limit', '', 'against'] as const;

function number(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toPrecision(3);
}

function limitText({ limit, unit }: Figure): string {
  if (!limit) return '';
  const ratio = Number.isFinite(limit.ratio) ? [`${limit.ratio}×`] : []; // also as JSON keeps what is infinite
  return [...ratio, ...(limit.ours === undefined ? [] : [`${number(limit.ours)} ${unit}`])].join(', ');
}

function cells(row: Figure): string[] {
  const { name, ours, peer, unit, ratio, interval, verdict, peerName, n, statistic } = row;
  const part = (statistic?.part ?? 0.5) * 100;
  const against =
    n > 1 ? `${peerName} (${part === 50 ? 'median' : `p${part}`} of ${n.toLocaleString('en-US')})` : peerName;
  return [
    name,
    `${number(ours)} ${unit}`,
    `${number(peer)} ${unit}`,
    `${ratio.toFixed(2)}×`,
    interval ? `${interval.low.toFixed(2)}–${interval.high.toFixed(2)}` : '',
    limitText(row),
    verdict,
    against,
  ];
}

export function table(rows: readonly Figure[]): string {
  const lines = [[...heads], ...rows.map(cells)];
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export function markdownTable(rows: readonly Figure[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map((row) => line(cells(row)))].join('\n');
}

import type { Row } from './row.ts';

const heads = ['figure', 'ours', 'peer', 'ratio', 'limit', '', 'against'] as const;

function number(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toPrecision(3);
}

function limitText({ limit, unit }: Row): string {
  const ratio = `${limit.ratio}×`;
  return limit.ours === undefined ? ratio : `${ratio}, ${number(limit.ours)} ${unit}`;
}

function cells(row: Row): string[] {
  const { name, ours, peer, unit, ratio, ok, peerName, n } = row;
  const against = n > 1 ? `${peerName} (median of ${n})` : peerName;
  return [
    name,
    `${number(ours)} ${unit}`,
    `${number(peer)} ${unit}`,
    `${ratio.toFixed(2)}×`,
    limitText(row),
    ok ? 'ok' : 'OVER',
    against,
  ];
}

export function table(rows: readonly Row[]): string {
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

import { serverLabel } from '../../../../src/contract/traffic/ownServers.ts';
import type { CallSpan, MethodStatistics } from '../../../../src/contract/traffic/trafficTools.ts';
import { plotLatency, plotRange } from '../../../model/traffic/latencyPlot.ts';
import { toolOrMethod } from '../../../model/traffic/statisticsTable.ts';
import { isStream, positionOf, ticks, type TimeRange } from '../../../model/traffic/timeline.ts';
import { formatCount, t } from '../../../platform/l10n.ts';
import { formatBytes, formatMs } from '../../../platform/units.ts';
import { drawPlot, type Palette, themePalette } from './canvas.ts';
import { spanPresentation } from './spanPresentation.ts';

const widthPx = 1_200;
const rowPx = 20;
/** A canvas has a limit, and nobody looks at more in a picture. */
const maxRows = 700;
const [nameEnd, latencyEnd] = [300, 370];

/** As base64, of a PNG. */
export function waterfallPicture(spans: readonly CallSpan[], range: TimeRange, nowMs: number): string {
  const rows = spans.slice(0, maxRows);
  return paint((rows.length + 1) * rowPx, (to, palette) => {
    const track = { left: latencyEnd + 10, width: widthPx - latencyEnd - 80 };
    const length = range.toMs - range.fromMs;
    for (const offset of ticks(range)) label(to, formatMs(offset), track.left + (offset / length) * track.width, 0);
    for (const [at, span] of rows.entries()) {
      const top = (at + 1) * rowPx;
      const { left, width } = positionOf(span, range, nowMs);
      to.fillStyle = palette.text;
      label(to, `${serverLabel(span.server)} · ${span.name ?? span.method}`, 8, top, nameEnd);
      label(to, formatMs(span.durationMs ?? Math.max(0, nowMs - span.at)), nameEnd + 20, top);
      to.fillStyle = palette[spanPresentation(span).tone];
      to.globalAlpha = isStream(span, nowMs) ? 0.5 : 1;
      to.fillRect(track.left + left * track.width, top + 4, Math.max(2, width * track.width), rowPx - 8);
      to.globalAlpha = 1;
    }
  });
}

/** The plot of latencies above the table. */
export function statisticsPicture(rows: readonly MethodStatistics[], spans: readonly CallSpan[]): string {
  const plotPx = 200;
  const shown = rows.slice(0, maxRows);
  const titles = [
    t('Server'),
    t('Tool or method'),
    t('Calls'),
    t('Errors'),
    'p50',
    'p95',
    'p99',
    t('Longest'),
    t('Size'),
  ];
  const edges = [8, 200, 560, 640, 720, 810, 900, 990, 1_090];
  return paint(plotPx + (shown.length + 2) * rowPx, (to, palette) => {
    const box = { left: 8, top: 8, width: widthPx - 16, height: plotPx - 16 };
    drawPlot(to, plotLatency(spans, plotRange(spans), widthPx), box, palette);
    to.fillStyle = palette.muted;
    for (const [at, title] of titles.entries()) label(to, title, edges[at] ?? 0, plotPx);
    for (const [at, row] of shown.entries()) {
      const top = plotPx + (at + 1) * rowPx;
      for (const [column, text] of cells(row).entries()) {
        to.fillStyle = column === 3 && row.errors > 0 ? palette.bad : palette.text;
        label(to, text, edges[column] ?? 0, top, (edges[column + 1] ?? widthPx) - (edges[column] ?? 0) - 8);
      }
    }
  });
}

function cells(row: MethodStatistics): readonly string[] {
  const latencies = [row.p50, row.p95, row.p99, row.maxMs].map((ms) => (row.answered > 0 ? formatMs(ms) : '–'));
  const counts = [formatCount(row.count), formatCount(row.errors)];
  return [serverLabel(row.server), toolOrMethod(row), ...counts, ...latencies, formatBytes(row.bytes) || '–'];
}

function paint(heightPx: number, draw: (to: CanvasRenderingContext2D, palette: Palette) => void): string {
  const canvas = document.createElement('canvas');
  const scale = heightPx < 6_000 ? 2 : 1;
  canvas.width = widthPx * scale;
  canvas.height = heightPx * scale;
  const to = canvas.getContext('2d');
  if (!to) return '';
  const palette = themePalette();
  to.scale(scale, scale);
  to.fillStyle = palette.background;
  to.fillRect(0, 0, widthPx, heightPx);
  to.font = palette.font;
  to.fillStyle = palette.muted;
  draw(to, palette);
  return canvas.toDataURL('image/png').slice('data:image/png;base64,'.length);
}

/** Cut where the next column begins. */
function label(to: CanvasRenderingContext2D, text: string, left: number, top: number, maxPx = widthPx): void {
  to.textBaseline = 'middle';
  let shown = text.slice(0, 200);
  while (shown.length > 1 && to.measureText(shown).width > maxPx) shown = `${shown.slice(0, -2)}…`;
  to.fillText(shown, left, top + rowPx / 2);
}

import type { LatencyPlot } from '../../../model/traffic/latencyPlot.ts';
import { formatMs } from '../../../platform/units.ts';

export interface Palette {
  readonly text: string;
  readonly muted: string;
  readonly line: string;
  readonly background: string;
  readonly good: string;
  readonly warn: string;
  readonly bad: string;
  readonly busy: string;
  readonly quiet: string;
  readonly font: string;
}

/** The colours of the theme: a canvas knows no variables. */
export function themePalette(): Palette {
  const style = getComputedStyle(document.body);
  const get = (name: string): string => style.getPropertyValue(`--vscode-${name}`).trim();
  const muted = get('descriptionForeground') || get('foreground');
  return {
    text: get('foreground'),
    muted,
    line: get('contrastBorder') || get('widget-border') || get('panel-border') || muted,
    background: get('editor-background'),
    good: get('charts-green'),
    warn: get('charts-yellow'),
    bad: get('charts-red'),
    busy: get('charts-blue'),
    quiet: muted,
    font: `11px ${get('font-family') || 'sans-serif'}`,
  };
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Left of the points: names of the lines. */
export const scalePx = 52;
/** The height that the name of a line needs. */
const lineNamePx = 14;

/** Points for calls, larger crosses for errors: colour alone says nothing. */
export function drawPlot(to: CanvasRenderingContext2D, plot: LatencyPlot, box: Box, palette: Palette): void {
  const { top, height } = box;
  const left = box.left + scalePx;
  const width = box.width - scalePx;
  drawScale(to, plot, box, palette);
  const place = ({ x, y }: { x: number; y: number }): [number, number] => [left + x * width, top + height * (1 - y)];
  to.fillStyle = palette.busy;
  for (const point of plot.points) {
    const [x, y] = place(point);
    if (!point.isError) to.fillRect(x - 2, y - 2, 4, 4);
  }
  to.strokeStyle = palette.bad;
  to.lineWidth = 2;
  to.beginPath();
  for (const point of plot.points) if (point.isError) cross(to, ...place(point));
  to.stroke();
}

function drawScale(to: CanvasRenderingContext2D, plot: LatencyPlot, box: Box, palette: Palette): void {
  to.font = palette.font;
  to.textBaseline = 'middle';
  to.textAlign = 'right';
  const apartPx = box.height / Math.max(1, plot.lines.length - 1);
  const named = Math.ceil(lineNamePx / apartPx);
  for (const [index, { ms, y }] of plot.lines.entries()) {
    const at = Math.round(box.top + box.height * (1 - y)) - 0.5;
    to.fillStyle = palette.line;
    to.globalAlpha = 0.25;
    to.fillRect(box.left + scalePx, at, box.width - scalePx, 1);
    to.globalAlpha = 1;
    to.fillStyle = palette.muted;
    if (index % named === 0) to.fillText(formatMs(ms), box.left + scalePx - 6, at);
  }
  to.textAlign = 'left';
}

function cross(to: CanvasRenderingContext2D, x: number, y: number): void {
  to.moveTo(x - 4, y - 4);
  to.lineTo(x + 4, y + 4);
  to.moveTo(x - 4, y + 4);
  to.lineTo(x + 4, y - 4);
}

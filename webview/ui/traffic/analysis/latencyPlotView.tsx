import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useReducer, useRef } from 'preact/hooks';
import type { CallSpan } from '../../../../src/contract/traffic/trafficTools.ts';
import { nearestPoint, plotLatency, plotRange } from '../../../model/traffic/latencyPlot.ts';
import { formatCount, t } from '../../../platform/l10n.ts';
import { formatMs, formatTime } from '../../../platform/units.ts';
import { useWidth } from '../../components/rows/useWidth.ts';
import { drawPlot, scalePx, themePalette } from './canvas.ts';

/** Room for half a letter above the highest line and below the lowest. */
const edgePx = 7;

interface LatencyPlotProps {
  readonly spans: readonly CallSpan[];
  readonly onPick: (seq: number) => void;
}

/** Latency over time, errors marked. A click opens the call that is nearest. */
export function LatencyPlotView({ spans, onPick }: LatencyPlotProps): JSX.Element {
  const { ref, px } = useWidth<HTMLDivElement>();
  const heightPx = window.innerHeight < 400 ? 66 : 110; // in a low panel the table is left its room
  const canvas = useRef<HTMLCanvasElement>(null);
  useTheme();
  const range = useMemo(() => plotRange(spans), [spans]);
  const plot = useMemo(() => plotLatency(spans, range, px - scalePx), [spans, range, px]);
  useLayoutEffect(() => {
    const to = canvas.current?.getContext('2d');
    if (!to || px === 0) return;
    to.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    to.clearRect(0, 0, px, heightPx);
    drawPlot(to, plot, { left: 0, top: edgePx, width: px - edgePx, height: heightPx - 2 * edgePx }, themePalette());
  });
  const onClick = ({ offsetX, offsetY }: MouseEvent): void => {
    const found = nearestPoint(plot, {
      x: (offsetX - scalePx) / (px - scalePx - edgePx),
      y: 1 - (offsetY - edgePx) / (heightPx - 2 * edgePx),
    });
    if (found) onPick(found.seq);
  };
  const label = t(
    'Latency over time: {0} calls, {1} with errors, at most {2}',
    formatCount(plot.calls),
    formatCount(plot.errors),
    formatMs(plot.maxMs),
  );
  return (
    <div class="latency-plot">
      <div ref={ref}>
        <canvas
          ref={canvas}
          role="img"
          aria-label={label}
          title={label}
          data-testid="latency-plot"
          data-errors={plot.errors}
          width={px * devicePixelRatio}
          height={heightPx * devicePixelRatio}
          style={{ width: `${px}px`, height: `${heightPx}px` }}
          onClick={onClick}
        />
      </div>
      <div class="latency-axis muted" style={{ paddingLeft: `${scalePx}px` }} aria-hidden="true">
        <span>{formatTime(range.fromMs)}</span>
        <span>{formatTime(range.toMs)}</span>
      </div>
    </div>
  );
}

/** Draws again in another theme: a canvas keeps the colours that it was drawn with. */
function useTheme(): void {
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    const observer = new MutationObserver(() => redraw(undefined));
    observer.observe(document.body, { attributes: true, attributeFilter: ['class', 'data-vscode-theme-id'] });
    return () => observer.disconnect();
  }, []);
}

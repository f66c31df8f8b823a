import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { CallSpan } from '../../../../src/contract/traffic/trafficTools.ts';
import { concurrency, type TimeRange } from '../../../model/traffic/timeline.ts';
import { t } from '../../../platform/l10n.ts';

interface OverviewProps {
  readonly all: readonly CallSpan[];
  readonly whole: TimeRange;
  readonly range: TimeRange;
  readonly nowMs: number;
  /** The user marked a part of the time, or clicked, which marks nothing. */
  readonly onBrush: (range: TimeRange | undefined) => void;
}

/** How many calls ran at once, over all the time. Dragging over it marks a part, which filters the list too. */
export function Overview({ all, whole, range, nowMs, onBrush }: OverviewProps): JSX.Element {
  const bars = useMemo(() => concurrency(all, whole, nowMs), [all, whole]);
  const drag = useSignal<TimeRange | undefined>(undefined);
  const length = whole.toMs - whole.fromMs;
  const timeAt = (event: PointerEvent): number => {
    const { left, width } = (event.currentTarget as HTMLElement).getBoundingClientRect();
    return whole.fromMs + Math.min(1, Math.max(0, (event.clientX - left) / width)) * length;
  };
  const shown = drag.value ? ordered(drag.value) : range;
  return (
    <div
      class="overview"
      role="img"
      aria-label={t('Concurrent calls over time')}
      title={t('Drag to filter by time')}
      data-testid="overview"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.value = { fromMs: timeAt(event), toMs: timeAt(event) };
      }}
      onPointerMove={(event) => {
        if (drag.value) drag.value = { ...drag.value, toMs: timeAt(event) };
      }}
      onPointerUp={() => {
        const marked = drag.value && ordered(drag.value);
        drag.value = undefined;
        onBrush(marked && marked.toMs - marked.fromMs > length / 200 ? marked : undefined);
      }}
    >
      <svg viewBox={`0 0 ${bars.length} 1`} preserveAspectRatio="none">
        {bars.map((share, at) => share > 0 && <rect key={at} x={at} y={1 - share} width="1" height={share} />)}
      </svg>
      <div
        class="overview-window"
        style={{
          left: percent((shown.fromMs - whole.fromMs) / length),
          width: percent((shown.toMs - shown.fromMs) / length),
        }}
      />
    </div>
  );
}

function ordered({ fromMs, toMs }: TimeRange): TimeRange {
  return { fromMs: Math.min(fromMs, toMs), toMs: Math.max(fromMs, toMs) };
}

function percent(share: number): string {
  return `${(share * 100).toFixed(3)}%`;
}

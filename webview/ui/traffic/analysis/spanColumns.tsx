import type { JSX } from 'preact';
import { serverLabel } from '../../../../src/contract/traffic/ownServers.ts';
import type { CallSpan } from '../../../../src/contract/traffic/trafficTools.ts';
import { axisTicks, isStream, positionOf, type TimeRange } from '../../../model/traffic/timeline.ts';
import { t } from '../../../platform/l10n.ts';
import { Icon } from '../../components/icon.tsx';
import { formatMs } from '../../../platform/units.ts';
import type { Column } from '../../components/rows/table.tsx';
import { spanPresentation } from './spanPresentation.ts';

const [serverPx, axisPx, latencyPx] = [560, 500, 320];

/** The axis is the head of the bars' column, so that both have the same edges. */
export function spanColumns(range: TimeRange, nowMs: number, widthPx: number): readonly Column<CallSpan>[] {
  const columns: (Column<CallSpan> | false)[] = [
    widthPx >= serverPx && {
      id: 'server',
      label: t('Server'),
      width: 16,
      fixed: true,
      cell: ({ server }) => <span class="ellipsis muted">{serverLabel(server)}</span>,
    },
    { id: 'name', label: t('Name'), width: nameWidth(widthPx), fixed: true, cell: spanName },
    widthPx >= latencyPx && {
      id: 'latency',
      label: t('Latency'),
      width: 8,
      fixed: true,
      end: true,
      class: 'muted',
      cell: ({ durationMs, at }) => formatMs(durationMs ?? Math.max(0, nowMs - at)),
    },
    {
      id: 'bar',
      label: <Axis range={range} isNarrow={widthPx < axisPx} />,
      width: 10,
      class: 'span-track',
      cell: (span) => <Bar span={span} range={range} nowMs={nowMs} />,
    },
  ];
  return columns.filter((column) => column !== false);
}

/** In characters. A narrow view keeps room for the bars. */
function nameWidth(widthPx: number): number {
  if (widthPx >= serverPx) return 24;
  return widthPx >= latencyPx ? 20 : 14;
}

function spanName(span: CallSpan): JSX.Element {
  const shown = spanPresentation(span);
  return (
    <span class={`state tone-${shown.tone} ellipsis`}>
      <Icon name={shown.icon} />
      <span class="sr-only">{shown.label} </span>
      <span class="ellipsis">{span.name ?? span.method}</span>
    </span>
  );
}

function Axis({ range, isNarrow }: { range: TimeRange; isNarrow: boolean }): JSX.Element {
  const length = range.toMs - range.fromMs;
  return (
    <span class="axis">
      <span class="sr-only">{t('Timeline')}</span>
      {axisTicks(range, isNarrow).map((offset) => (
        <span key={offset} class="tick" aria-hidden="true" style={{ left: `${((offset / length) * 100).toFixed(3)}%` }}>
          {offset === 0 ? '0' : formatMs(offset)}
        </span>
      ))}
    </span>
  );
}

function Bar({ span, range, nowMs }: { span: CallSpan; range: TimeRange; nowMs: number }): JSX.Element {
  const { left, width } = positionOf(span, range, nowMs);
  const { tone } = spanPresentation(span);
  return (
    <>
      <span
        class={`span-bar bar-${tone}${isStream(span, nowMs) ? ' is-stream' : ''}`}
        style={{ left: percent(left), width: percent(width) }}
      />
      {width < tinyShare && <TinyLabel left={left} width={width} text={span.name ?? span.method} />}
    </>
  );
}

const tinyShare = 0.03;

/** Beside a bar of a few pixels, on the side that has room: whose it is could not be told from the bar. */
function TinyLabel({ left, width, text }: { left: number; width: number; text: string }): JSX.Element {
  const isRight = left + width < 0.7;
  const style = isRight ? { left: percent(left + width) } : { right: percent(1 - left) };
  return (
    <span class="span-label muted ellipsis" aria-hidden="true" style={style}>
      {text}
    </span>
  );
}

function percent(share: number): string {
  return `${(share * 100).toFixed(3)}%`;
}

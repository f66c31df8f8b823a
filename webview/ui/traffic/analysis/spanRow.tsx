import type { JSX } from 'preact';
import type { CallSpan } from '../../../../src/contract/traffic/trafficTools.ts';
import { positionOf, type TimeRange } from '../../../model/traffic/timeline.ts';
import { t } from '../../../platform/l10n.ts';
import { Icon } from '../../components/icon.tsx';
import { formatMs } from '../../../platform/units.ts';
import type { Presentation } from '../../components/presentation.ts';
import { outcomePresentation } from '../messages/trafficPresentation.ts';

interface SpanRowProps {
  readonly id: string;
  readonly index: number;
  readonly span: CallSpan;
  readonly range: TimeRange;
  readonly nowMs: number;
  readonly active: boolean;
  readonly onPick: () => void;
}

export function SpanRow({ id, index, span, range, nowMs, active, onPick }: SpanRowProps): JSX.Element {
  const { left, width } = positionOf(span, range, nowMs);
  const shown = spanPresentation(span);
  return (
    <div
      id={id}
      class={`row span-row${active ? ' is-active is-selected' : ''}`}
      role="row"
      aria-rowindex={index + 1}
      aria-selected={active}
      data-call={span.seq}
      onClick={onPick}
    >
      <span role="gridcell" class="cell-server ellipsis">
        {span.server}
      </span>
      <span role="gridcell" class={`span-title tone-${shown.tone}`}>
        <Icon name={shown.icon} />
        <span class="sr-only">{shown.label} </span>
        <span class="ellipsis">{span.name ?? span.method}</span>
      </span>
      <span role="gridcell" class="cell-latency">
        {formatMs(span.durationMs ?? Math.max(0, nowMs - span.at))}
      </span>
      <span role="gridcell" class="span-track">
        <span
          class={`span-bar bar-${shown.tone}`}
          style={{ left: `${(left * 100).toFixed(3)}%`, width: `max(2px, ${(width * 100).toFixed(3)}%)` }}
        />
      </span>
    </div>
  );
}

function spanPresentation({ status, durationMs }: CallSpan): Presentation {
  if (durationMs === undefined) return { icon: 'loading', label: t('Waiting'), tone: 'busy' };
  return outcomePresentation(status ?? 'ok');
}

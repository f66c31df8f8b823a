import type { JSX } from 'preact';
import { isProbe, type TrafficRow } from '../../../../src/contract/traffic/traffic.ts';
import { endOf } from '../../../model/traffic/exchange.ts';
import type { TrafficModel } from '../../../model/traffic/trafficModel.ts';
import { t, tn } from '../../../platform/l10n.ts';
import { formatMs } from '../../../platform/units.ts';
import { Chip } from '../../components/chip.tsx';
import { Elapsed } from '../../components/elapsed.tsx';
import { Icon } from '../../components/icon.tsx';
import { directionPresentation, rowTitle, statusPresentation } from './trafficPresentation.ts';

interface CellProps {
  readonly row: TrafficRow;
  readonly traffic: TrafficModel;
}

interface FrameNameProps extends CellProps {
  readonly isPinned: boolean;
  /** There is a column for what a row says; else those that are no message say it here. */
  readonly hasData: boolean;
}

/**
 * The tool comes first: of a hundred rows named tools/call, that is what tells them apart. It reads no signal: one that
 * does is rendered again only when that changes, and not when frames are folded under its row.
 */
export function FrameName({ row, traffic, isPinned, hasData }: FrameNameProps): JSX.Element {
  const direction = directionPresentation(row.direction);
  const isMessage = row.id !== undefined || row.method !== undefined;
  const title = isMessage || hasData ? rowTitle(row) : row.preview;
  return (
    <>
      <span class={`frame-lead kind-${row.kind}${traffic.view.parentOf(row) === undefined ? '' : ' is-round'}`}>
        <GroupFold row={row} traffic={traffic} />
        <Icon name={direction.icon} class={row.direction === 'none' ? 'muted' : `dir-${row.direction}`} />
        <span class="sr-only">{direction.label} </span>
      </span>
      {row.name !== undefined && <span class="ellipsis">{row.name}</span>}
      <span class={`ellipsis${row.name === undefined ? '' : ' frame-method muted'}`}>{title}</span>
      {isProbe(row) && <Chip title={t('Sent by this extension itself')}>{t('probe')}</Chip>}
      {isPinned && <Icon name="pinned" />}
      {isPinned && <span class="sr-only">{t('pinned')}</span>}
    </>
  );
}

export function FrameStatus({ row, traffic, hasLabel }: CellProps & { hasLabel: boolean }): JSX.Element | null {
  const status = statusPresentation(row, traffic.rows, traffic.view.mode.exchanges);
  if (!status) return null;
  return (
    <span class={`state tone-${status.tone}`} title={status.label}>
      <Icon name={status.icon} />
      <span class={hasLabel ? 'ellipsis' : 'sr-only'}>{status.label}</span>
    </span>
  );
}

/** Shown on the request too, so that the duration is visible without finding the response. */
export function FrameLatency({ row, traffic }: CellProps): JSX.Element {
  if (traffic.kind === 'live' && traffic.rows.isPending(row)) return <Elapsed since={row.at} />;
  const { durationMs } = endOf(row, traffic.rows) ?? row;
  return <>{durationMs === undefined ? '' : formatMs(durationMs)}</>;
}

/** Collapses or expands what belongs to a row: rounds and polls of a call, its progress, equal states. */
function GroupFold({ row, traffic: { view } }: CellProps): JSX.Element | null {
  const size = view.foldSize(row.seq);
  if (size === 0) return null;
  const isFolded = view.isFolded(row.seq);
  const label =
    row.kind === 'state'
      ? tn(size, '{0} more identical row', '{0} more identical rows')
      : tn(size, '{0} more frame of this call', '{0} more frames of this call');
  return (
    <button
      type="button"
      class="group-fold"
      tabIndex={-1}
      title={label}
      aria-label={label}
      aria-expanded={!isFolded}
      data-testid="group-fold"
      onClick={(event) => {
        event.stopPropagation();
        view.fold(row.seq, !isFolded);
      }}
    >
      <Icon name={isFolded ? 'chevron-right' : 'chevron-down'} />
      {isFolded && <span>{`+${view.hiddenSize(row.seq)}`}</span>}
    </button>
  );
}

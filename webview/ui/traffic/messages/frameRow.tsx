import type { JSX } from 'preact';
import type { TrafficRow } from '../../../../src/contract/traffic/traffic.ts';
import type { TrafficModel } from '../../../model/traffic/trafficModel.ts';
import { groupOf } from '../../../model/traffic/rowStore.ts';
import { t, tn } from '../../../platform/l10n.ts';
import { Icon } from '../../components/icon.tsx';
import { formatBytes, formatMs, formatTime } from '../../../platform/units.ts';
import { directionPresentation, rowTitle, statusPresentation } from './trafficPresentation.ts';
import { Elapsed } from '../../components/elapsed.tsx';

interface FrameRowProps {
  readonly id: string;
  readonly index: number;
  readonly row: TrafficRow | undefined;
  readonly traffic: TrafficModel;
  readonly active: boolean;
  readonly chosen: boolean;
  readonly onPick: (event: MouseEvent) => void;
}

export function FrameRow({ id, index, row, traffic, active, chosen, onPick }: FrameRowProps): JSX.Element {
  const isPending = row !== undefined && traffic.rows.isPending(row);
  return (
    <div
      id={id}
      class={`row frame${chosen ? ' is-selected' : ''}${active ? ' is-active' : ''}`}
      role="row"
      aria-rowindex={index + 1}
      aria-selected={chosen}
      data-seq={row?.seq}
      data-kind={row?.kind}
      data-method={row?.method}
      data-pending={isPending ? 'true' : undefined}
      onClick={onPick}
    >
      {row ? (
        <FrameCells row={row} traffic={traffic} isPending={isPending} />
      ) : (
        <span role="gridcell" class="muted">
          …
        </span>
      )}
    </div>
  );
}

interface CellsProps {
  readonly row: TrafficRow;
  readonly traffic: TrafficModel;
  readonly isPending: boolean;
}

function FrameCells({ row, traffic, isPending }: CellsProps): JSX.Element {
  const direction = directionPresentation(row.direction);
  return (
    <>
      <span role="gridcell" class="cell-time">
        {formatTime(row.at)}
      </span>
      <span role="gridcell" class="cell-server ellipsis">
        {row.server}
      </span>
      <span role="gridcell" class={`cell-method kind-${row.kind}${groupOf(row) === undefined ? '' : ' is-round'}`}>
        <GroupFold row={row} traffic={traffic} />
        <Icon name={direction.icon} class={`dir-${row.direction}`} />
        <span class="sr-only">{direction.label} </span>
        <span class="ellipsis">{rowTitle(row)}</span>
        {row.name !== undefined && <span class="cell-name ellipsis muted">{row.name}</span>}
        {traffic.pins.has(row) && <Icon name="pinned" class="pin-mark" />}
        {traffic.pins.has(row) && <span class="sr-only">{t('pinned')}</span>}
      </span>
      <StatusCell row={row} traffic={traffic} />
      <span role="gridcell" class="cell-latency">
        <Latency row={row} traffic={traffic} isPending={isPending} />
      </span>
      <span role="gridcell" class="cell-size">
        {formatBytes(row.bytes)}
      </span>
      <span role="gridcell" class="cell-preview ellipsis">
        {row.preview}
      </span>
    </>
  );
}

function StatusCell({ row, traffic }: Pick<CellsProps, 'row' | 'traffic'>): JSX.Element {
  const status = statusPresentation(row, traffic.rows);
  return (
    <span role="gridcell" class={`cell-status tone-${status?.tone ?? 'quiet'}`}>
      {status && <Icon name={status.icon} />}
      {status && <span class="cell-label">{status.label}</span>}
    </span>
  );
}

/** Shown on the request too, so that the duration is visible without finding the response. */
function Latency({ row, traffic, isPending }: CellsProps): JSX.Element {
  if (isPending && traffic.kind === 'live') return <Elapsed since={row.at} />;
  const answer = row.kind === 'request' ? traffic.rows.responseOf(row.seq) : undefined;
  const durationMs = answer === undefined ? row.durationMs : traffic.rows.at(answer)?.durationMs;
  return <>{durationMs === undefined ? '' : formatMs(durationMs)}</>;
}

/** Collapses or expands the rounds and polls of a call. */
function GroupFold({ row, traffic: { rows, view } }: { row: TrafficRow; traffic: TrafficModel }): JSX.Element | null {
  const size = rows.groupSize(row.seq);
  if (size === 0) return null;
  const isFolded = view.isFolded(row.seq);
  const label = tn(size, '{0} more frame of this call', '{0} more frames of this call');
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
      {isFolded && <span>{`+${size}`}</span>}
    </button>
  );
}

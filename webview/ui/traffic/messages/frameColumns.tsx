import type { JSX } from 'preact';
import type { TrafficRow } from '../../../../src/contract/traffic/traffic.ts';
import { framePreview } from '../../../model/traffic/framePreview.ts';
import type { TrafficModel } from '../../../model/traffic/trafficModel.ts';
import { groupOf } from '../../../model/traffic/rowStore.ts';
import { t, tn } from '../../../platform/l10n.ts';
import { Icon } from '../../components/icon.tsx';
import type { Column } from '../../components/rows/table.tsx';
import { formatBytes, formatMs, formatTime } from '../../../platform/units.ts';
import { directionPresentation, rowTitle, statusPresentation } from './trafficPresentation.ts';
import { Elapsed } from '../../components/elapsed.tsx';

/** From this width on what a message says is shown, from the second one everything else too. */
const [previewPx, allPx] = [520, 760];

type FrameColumn = Column<TrafficRow>;

/** Which columns fit; what a message says goes last, when hardly its name fits. */
export function frameColumns(traffic: TrafficModel, widthPx: number): readonly FrameColumn[] {
  const hasAll = widthPx >= allPx;
  const columns: (FrameColumn | false)[] = [
    hasAll && {
      id: 'time',
      label: t('Time'),
      width: 12,
      fixed: true,
      class: 'muted',
      cell: ({ at }) => formatTime(at),
    },
    widthPx >= previewPx && serverColumn(),
    nameColumn(traffic),
    statusColumn(traffic, hasAll),
    latencyColumn(traffic),
    hasAll && sizeColumn(),
    widthPx >= previewPx && previewColumn(),
  ];
  return columns.filter((column) => column !== false);
}

function serverColumn(): FrameColumn {
  return {
    id: 'server',
    label: t('Server'),
    width: 8,
    fixed: true,
    cell: ({ server }) => (
      <span class="ellipsis muted" title={server}>
        {server}
      </span>
    ),
  };
}

function nameColumn(traffic: TrafficModel): FrameColumn {
  return {
    id: 'name',
    label: t('Name'),
    width: 18,
    cell: (row) => <FrameName row={row} traffic={traffic} />,
  };
}

function statusColumn(traffic: TrafficModel, hasLabel: boolean): FrameColumn {
  return {
    id: 'status',
    label: <span class={hasLabel ? '' : 'sr-only'}>{t('Status')}</span>,
    width: hasLabel ? 14 : 3,
    fixed: true,
    cell: (row) => <Status row={row} traffic={traffic} hasLabel={hasLabel} />,
  };
}

function latencyColumn(traffic: TrafficModel): FrameColumn {
  return {
    id: 'latency',
    label: t('Latency'),
    width: 8,
    fixed: true,
    end: true,
    class: 'muted',
    cell: (row) => <Latency row={row} traffic={traffic} />,
  };
}

function sizeColumn(): FrameColumn {
  const label = t('Size');
  return {
    id: 'size',
    label,
    width: 8,
    fixed: true,
    end: true,
    class: 'muted',
    cell: ({ bytes }) => formatBytes(bytes),
  };
}

function previewColumn(): FrameColumn {
  return {
    id: 'preview',
    label: t('Data'),
    width: 24,
    cell: ({ preview }) => <code class="ellipsis muted">{framePreview(preview)}</code>,
  };
}

interface CellProps {
  readonly row: TrafficRow;
  readonly traffic: TrafficModel;
}

/** The tool comes first: of a hundred rows named tools/call, that is what tells them apart. */
function FrameName({ row, traffic }: CellProps): JSX.Element {
  const direction = directionPresentation(row.direction);
  const isPinned = traffic.pins.has(row);
  return (
    <>
      <span class={`frame-lead kind-${row.kind}${groupOf(row) === undefined ? '' : ' is-round'}`}>
        <GroupFold row={row} traffic={traffic} />
        <Icon name={direction.icon} class={`dir-${row.direction}`} />
        <span class="sr-only">{direction.label} </span>
      </span>
      {row.name !== undefined && <span class="ellipsis">{row.name}</span>}
      <span class={`ellipsis${row.name === undefined ? '' : ' frame-method muted'}`}>{rowTitle(row)}</span>
      {isPinned && <Icon name="pinned" />}
      {isPinned && <span class="sr-only">{t('pinned')}</span>}
    </>
  );
}

function Status({ row, traffic, hasLabel }: CellProps & { hasLabel: boolean }): JSX.Element | null {
  const status = statusPresentation(row, traffic.rows);
  if (!status) return null;
  return (
    <span class={`state tone-${status.tone}`} title={status.label}>
      <Icon name={status.icon} />
      <span class={hasLabel ? 'ellipsis' : 'sr-only'}>{status.label}</span>
    </span>
  );
}

/** Shown on the request too, so that the duration is visible without finding the response. */
function Latency({ row, traffic }: CellProps): JSX.Element {
  if (traffic.kind === 'live' && traffic.rows.isPending(row)) return <Elapsed since={row.at} />;
  const answer = row.kind === 'request' ? traffic.rows.responseOf(row.seq) : undefined;
  const durationMs = answer === undefined ? row.durationMs : traffic.rows.at(answer)?.durationMs;
  return <>{durationMs === undefined ? '' : formatMs(durationMs)}</>;
}

/** Collapses or expands the rounds and polls of a call. */
function GroupFold({ row, traffic: { rows, view } }: CellProps): JSX.Element | null {
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

import type { JSX } from 'preact';
import { serverLabel } from '../../../../src/contract/traffic/ownServers.ts';
import type { TrafficRow } from '../../../../src/contract/traffic/traffic.ts';
import type { ColumnChoice } from '../../../model/traffic/columnChoice.ts';
import { endOf } from '../../../model/traffic/exchange.ts';
import { framePreview } from '../../../model/traffic/framePreview.ts';
import type { TrafficModel } from '../../../model/traffic/trafficModel.ts';
import { t } from '../../../platform/l10n.ts';
import type { Column } from '../../components/rows/table.tsx';
import { formatBytes, formatTime } from '../../../platform/units.ts';
import { FrameLatency, FrameName, FrameStatus } from './frameCells.tsx';

/** From these widths on the latency is shown, then what a message says, then everything else too. */
const [latencyPx, previewPx, allPx] = [260, 520, 760];

type FrameColumn = Column<TrafficRow>;

/** In their order; the name is always there. */
const columnIds = ['time', 'server', 'name', 'status', 'latency', 'size', 'http', 'id', 'preview'] as const;
type ColumnId = (typeof columnIds)[number];

export function columnLabels(): readonly { readonly id: ColumnId; readonly label: string }[] {
  const labels: Readonly<Record<ColumnId, string>> = {
    time: t('Time'),
    server: t('Server'),
    name: t('Name'),
    status: t('Status'),
    latency: t('Latency'),
    size: t('Size'),
    http: t('HTTP status'),
    id: t('Request ID'),
    preview: t('Data'),
  };
  return columnIds.map((id) => ({ id, label: labels[id] }));
}

/** Which columns fit; what a message says goes last, when hardly its name fits. */
export function fittingColumns(widthPx: number): readonly ColumnId[] {
  if (widthPx >= allPx) return ['time', 'server', 'name', 'status', 'latency', 'size', 'preview'];
  if (widthPx >= previewPx) return ['server', 'name', 'status', 'latency', 'preview'];
  return widthPx >= latencyPx ? ['name', 'status', 'latency'] : ['name', 'status'];
}

export function frameColumns(traffic: TrafficModel, widthPx: number, choice: ColumnChoice): readonly FrameColumn[] {
  const shown: readonly string[] = choice.shown ?? fittingColumns(widthPx);
  const isWide = widthPx >= allPx || choice.widths['status'] !== undefined;
  return columnLabels()
    .filter(({ id }) => id === 'name' || shown.includes(id))
    .map(({ id, label }) =>
      Object.assign(shapeOf(id, traffic, isWide, shown.includes('preview')), {
        id,
        label: id === 'status' && !isWide ? <span class="sr-only">{label}</span> : label,
        px: choice.widths[id],
        sortable: traffic.canSort && isSortable(id),
      }),
    );
}

export function isSortable(id: string): id is Exclude<ColumnId, 'http' | 'id' | 'preview'> {
  return ['time', 'server', 'name', 'status', 'latency', 'size'].includes(id);
}

type ColumnShape = Pick<FrameColumn, 'width' | 'fixed' | 'end' | 'class' | 'cell'>;

function shapeOf(id: ColumnId, traffic: TrafficModel, isWide: boolean, hasData: boolean): ColumnShape {
  const figure = { fixed: true, end: true, class: 'muted' };
  switch (id) {
    case 'time':
      return { width: 12, fixed: true, class: 'muted', cell: ({ at }) => formatTime(at) };
    case 'server':
      return { width: isWide ? 14 : 10, fixed: true, cell: serverCell };
    case 'name':
      return {
        width: 22,
        cell: (row) => <FrameName row={row} traffic={traffic} isPinned={traffic.pins.has(row)} hasData={hasData} />,
      };
    case 'status':
      return {
        width: isWide ? 14 : 3,
        fixed: true,
        cell: (row) => <FrameStatus row={row} traffic={traffic} hasLabel={isWide} />,
      };
    case 'latency':
      return { ...figure, width: 9, cell: (row) => <FrameLatency row={row} traffic={traffic} /> };
    case 'size':
      return { ...figure, width: 8, cell: (row) => formatBytes(row.bytes + (answerTo(row, traffic)?.bytes ?? 0)) };
    case 'http':
      return { ...figure, width: 11, cell: (row) => (answerTo(row, traffic) ?? row).httpStatus ?? '' };
    case 'id':
      return { ...figure, width: 10, cell: ({ id: rpcId }) => <span class="ellipsis">{String(rpcId ?? '')}</span> };
    case 'preview':
      return { width: 24, cell: (row) => previewCell(row, traffic) };
    default:
      return id satisfies never;
  }
}

/** The response that this row shows too. */
function answerTo(row: TrafficRow, { rows, view }: TrafficModel): TrafficRow | undefined {
  const end = view.mode.exchanges ? endOf(row, rows) : undefined;
  return end?.kind === 'response' ? end : undefined;
}

function serverCell({ server }: TrafficRow): JSX.Element {
  return (
    <span class="ellipsis muted" title={serverLabel(server)}>
      {serverLabel(server)}
    </span>
  );
}

/** What was sent, then what came back. */
function previewCell(row: TrafficRow, traffic: TrafficModel): JSX.Element {
  const answer = answerTo(row, traffic);
  const sent = framePreview(row.preview);
  return (
    <>
      {sent !== '' && <code class="ellipsis muted frame-sent">{sent}</code>}
      {answer && <code class="ellipsis muted frame-received">{framePreview(answer.preview)}</code>}
    </>
  );
}

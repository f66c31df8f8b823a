import type { TrafficDirection, TrafficRow } from '../../../../src/contract/traffic/traffic.ts';
import type { Rows } from '../../../model/traffic/rowStore.ts';
import { t } from '../../../platform/l10n.ts';
import type { Label, Presentation } from '../../components/presentation.ts';

export function directionPresentation(direction: TrafficDirection): Label {
  switch (direction) {
    case 'toServer':
      return { icon: 'arrow-right', label: t('to the server') };
    case 'toClient':
      return { icon: 'arrow-left', label: t('from the server') };
    case 'none':
      return { icon: 'info', label: t('event') };
    default:
      return direction satisfies never;
  }
}

export function statusPresentation(row: TrafficRow, rows: Rows): Presentation | undefined {
  if (rows.isPending(row)) return { icon: 'loading', label: t('Waiting'), tone: 'busy' };
  return ownPresentation(row.kind === 'request' ? (outcomeOf(row, rows) ?? row) : row);
}

/** For a request without a response: the row that ended it. */
function outcomeOf({ seq }: TrafficRow, rows: Rows): TrafficRow | undefined {
  const answer = rows.responseOf(seq);
  const row = answer === undefined ? undefined : rows.at(answer);
  return row?.kind !== 'state' ? undefined : row.status === 'closed' ? { ...row, status: 'lost' } : row;
}

function ownPresentation(row: TrafficRow): Presentation | undefined {
  if (row.kind === 'malformed') return { icon: 'error', label: t('Malformed'), tone: 'bad' };
  if (row.kind === 'stderr' || row.kind === 'noise') return { icon: 'comment', label: row.kind, tone: 'quiet' };
  return row.status && outcomePresentation(row.status, row.method);
}

/** How an exchange ended. */
export function outcomePresentation(status: NonNullable<TrafficRow['status']>, method?: string): Presentation {
  // The first request asks which protocol a server speaks: an older one refuses it, and nothing is wrong.
  if (status === 'error' && method === 'server/discover')
    return { icon: 'circle-slash', label: t('Not supported'), tone: 'quiet' };
  switch (status) {
    case 'ok':
      return { icon: 'pass', label: t('OK'), tone: 'good' };
    case 'error':
      return { icon: 'error', label: t('Error'), tone: 'bad' };
    case 'toolError':
      return { icon: 'warning', label: t('Tool error'), tone: 'warn' };
    case 'inputRequired':
      return { icon: 'question', label: t('Input required'), tone: 'busy' };
    case 'lost':
      return { icon: 'error', label: t('No response'), tone: 'bad' };
    case 'cancelled':
      return { icon: 'circle-slash', label: t('Cancelled'), tone: 'quiet' };
    case 'closed':
      return { icon: 'debug-stop', label: t('Closed'), tone: 'quiet' };
    default:
      return status satisfies never;
  }
}

export function rowTitle(row: TrafficRow): string {
  return row.method ?? kindText(row);
}

function kindText(row: TrafficRow): string {
  switch (row.kind) {
    case 'stderr':
      return 'stderr';
    case 'noise':
      return t('invalid output');
    case 'state':
      return t('state');
    case 'malformed':
      return t('malformed');
    default:
      return row.kind;
  }
}

import { isRefusal, type TrafficDirection, type TrafficRow } from '../../../../src/contract/traffic/traffic.ts';
import { endOf } from '../../../model/traffic/exchange.ts';
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

/** With `isExchange` a request has the status of its response; without, only of a row that ended it. */
export function statusPresentation(row: TrafficRow, rows: Rows, isExchange: boolean): Presentation | undefined {
  if (rows.isPending(row)) return { icon: 'loading', label: t('Waiting'), tone: 'busy' };
  return ownPresentation(outcomeOf(row, rows, isExchange) ?? row);
}

function outcomeOf(row: TrafficRow, rows: Rows, isExchange: boolean): TrafficRow | undefined {
  const end = endOf(row, rows);
  if (isExchange && row.kind === 'request' && !end) return { ...row, status: 'cancelled' };
  if (end?.status === 'closed') return { ...row, status: 'lost' };
  return isExchange || end?.kind === 'state' ? end : undefined;
}

function ownPresentation(row: TrafficRow): Presentation | undefined {
  if (row.kind === 'malformed') return { icon: 'error', label: t('Malformed'), tone: 'bad' };
  if (row.kind === 'stderr' || row.kind === 'noise') return { icon: 'comment', label: row.kind, tone: 'quiet' };
  return row.status && outcomePresentation(row.status, isRefusal(row));
}

/** How an exchange ended. */
export function outcomePresentation(status: NonNullable<TrafficRow['status']>, isRefused = false): Presentation {
  if (isRefused) return { icon: 'circle-slash', label: t('Not supported'), tone: 'quiet' };
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

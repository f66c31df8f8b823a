import type { TrafficDirection, TrafficRow } from '../../../src/protocol/traffic.ts';
import type { Rows } from '../../model/traffic/rowStore.ts';
import { t } from '../../text.ts';
import type { IconName } from '../icons.ts';

/** Local wall time to the millisecond; built by hand because Intl costs 50 × as much per row. */
export function formatTime(at: number): string {
  const date = new Date(at);
  const pad = (value: number, width: number): string => String(value).padStart(width, '0');
  return `${pad(date.getHours(), 2)}:${pad(date.getMinutes(), 2)}:${pad(date.getSeconds(), 2)}.${pad(date.getMilliseconds(), 3)}`;
}

export interface DirectionLook {
  readonly icon: IconName;
  readonly word: string;
}

export function directionLook(direction: TrafficDirection): DirectionLook {
  switch (direction) {
    case 'toServer':
      return { icon: 'arrow-right', word: t('to the server') };
    case 'toClient':
      return { icon: 'arrow-left', word: t('from the server') };
    case 'none':
      return { icon: 'info', word: t('event') };
    default:
      return direction satisfies never;
  }
}

export interface StatusLook {
  readonly icon: IconName;
  readonly word: string;
  readonly tone: string;
}

export function statusLook(row: TrafficRow, rows: Rows): StatusLook | undefined {
  if (rows.isPending(row)) return { icon: 'loading', word: t('Waiting'), tone: 'busy' };
  return ownLook(row.kind === 'request' ? (endOf(row, rows) ?? row) : row);
}

/** Where a request got no answer: what says so. */
function endOf({ seq }: TrafficRow, rows: Rows): TrafficRow | undefined {
  const answer = rows.answerOf(seq);
  const row = answer === undefined ? undefined : rows.at(answer);
  return row?.kind !== 'state' ? undefined : row.status === 'closed' ? { ...row, status: 'lost' } : row;
}

function ownLook(row: TrafficRow): StatusLook | undefined {
  if (row.kind === 'malformed') return { icon: 'error', word: t('Malformed'), tone: 'bad' };
  if (row.kind === 'stderr' || row.kind === 'noise') return { icon: 'comment', word: row.kind, tone: 'quiet' };
  return row.status && endLook(row.status);
}

/** How an exchange ended. */
export function endLook(status: NonNullable<TrafficRow['status']>): StatusLook {
  switch (status) {
    case 'ok':
      return { icon: 'pass', word: t('OK'), tone: 'good' };
    case 'error':
      return { icon: 'error', word: t('Error'), tone: 'bad' };
    case 'toolError':
      return { icon: 'warning', word: t('Tool error'), tone: 'warn' };
    case 'inputRequired':
      return { icon: 'question', word: t('Input required'), tone: 'busy' };
    case 'lost':
      return { icon: 'error', word: t('No response'), tone: 'bad' };
    case 'cancelled':
      return { icon: 'circle-slash', word: t('Cancelled'), tone: 'quiet' };
    case 'closed':
      return { icon: 'debug-stop', word: t('Closed'), tone: 'quiet' };
    default:
      return status satisfies never;
  }
}

export function rowTitle(row: TrafficRow): string {
  return row.method ?? kindWord(row);
}

function kindWord(row: TrafficRow): string {
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

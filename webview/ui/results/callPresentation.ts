import type { Call } from '../../model/calls/calls.ts';
import { t } from '../../platform/l10n.ts';
import type { IconName } from '../components/icons.ts';

export interface CallLook {
  readonly icon: IconName;
  readonly word: string;
  readonly tone: string;
}

export function callLook(call: Call): CallLook {
  const { state } = call.view.value;
  if (state.kind === 'running') return { icon: 'loading', word: t('Running'), tone: 'busy' };
  if (state.kind === 'lost') return { icon: 'question', word: t('Interrupted'), tone: 'warn' };
  const { status } = state.end;
  switch (status) {
    case 'ok':
      return { icon: 'pass', word: t('Succeeded'), tone: 'good' };
    case 'toolError':
      return { icon: 'warning', word: t('Tool error'), tone: 'warn' };
    case 'failed':
      return { icon: 'error', word: t('Failed'), tone: 'bad' };
    case 'cancelled':
      return { icon: 'circle-slash', word: t('Cancelled'), tone: 'quiet' };
    default:
      return status satisfies never;
  }
}

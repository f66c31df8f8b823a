import type { Call } from '../../model/calls/calls.ts';
import { t } from '../../platform/l10n.ts';
import type { Presentation } from '../components/presentation.ts';

export function callPresentation(call: Call): Presentation {
  const { state } = call.view.value;
  if (state.kind === 'running') return { icon: 'loading', label: t('Running'), tone: 'busy' };
  if (state.kind === 'lost') return { icon: 'question', label: t('Interrupted'), tone: 'warn' };
  const { status } = state.end;
  switch (status) {
    case 'ok':
      return { icon: 'pass', label: t('Succeeded'), tone: 'good' };
    case 'toolError':
      return { icon: 'warning', label: t('Tool error'), tone: 'warn' };
    case 'failed':
      return { icon: 'error', label: t('Failed'), tone: 'bad' };
    case 'cancelled':
      return { icon: 'circle-slash', label: t('Cancelled'), tone: 'quiet' };
    default:
      return status satisfies never;
  }
}

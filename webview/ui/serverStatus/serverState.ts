import type { ServerStateKind } from '../../../src/contract/inspector.ts';
import { t } from '../../platform/l10n.ts';
import type { Presentation } from '../components/presentation.ts';

export function serverStatePresentation(state: ServerStateKind): Presentation {
  switch (state) {
    case 'connected':
      return { icon: 'pass', label: t('Connected'), tone: 'good' };
    case 'connecting':
      return { icon: 'loading', label: t('Connecting'), tone: 'busy' };
    case 'waiting':
      return { icon: 'watch', label: t('Waiting'), tone: 'warn' };
    case 'pending':
      return { icon: 'shield', label: t('Needs approval'), tone: 'warn' };
    case 'error':
      return { icon: 'error', label: t('Failed'), tone: 'bad' };
    case 'disconnected':
      return { icon: 'circle-large', label: t('Stopped'), tone: 'quiet' };
    default:
      return state satisfies never;
  }
}

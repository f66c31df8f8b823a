import type { Era, ServerStateKind } from '../../../src/protocol/inspector.ts';
import { t } from '../../platform/l10n.ts';
import type { IconName } from '../components/icons.ts';

export interface StateLook {
  readonly icon: IconName;
  readonly word: string;
  readonly tone: 'good' | 'bad' | 'warn' | 'busy' | 'quiet';
}

/** Icon, word and tone together: colour alone never says what is going on. */
export function stateLook(state: ServerStateKind): StateLook {
  switch (state) {
    case 'connected':
      return { icon: 'pass', word: t('Connected'), tone: 'good' };
    case 'connecting':
      return { icon: 'loading', word: t('Connecting'), tone: 'busy' };
    case 'waiting':
      return { icon: 'watch', word: t('Waiting'), tone: 'warn' };
    case 'pending':
      return { icon: 'shield', word: t('Needs approval'), tone: 'warn' };
    case 'error':
      return { icon: 'error', word: t('Failed'), tone: 'bad' };
    case 'disconnected':
      return { icon: 'circle-large', word: t('Stopped'), tone: 'quiet' };
    default:
      return state satisfies never;
  }
}

export function eraWord(era: Era): string {
  return era === 'modern' ? t('Modern') : t('Legacy');
}

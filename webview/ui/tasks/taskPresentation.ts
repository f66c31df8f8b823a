import type { TaskStatus } from '../../../src/protocol/tasks.ts';
import { t } from '../../platform/l10n.ts';
import type { StateLook } from '../serverStatus/serverState.ts';

/** Icon and word together: colour alone never says how it stands. */
export function taskLook(status: TaskStatus): StateLook {
  switch (status) {
    case 'working':
      return { icon: 'loading', word: t('Working'), tone: 'busy' };
    case 'input_required':
      return { icon: 'question', word: t('Waits for an answer'), tone: 'warn' };
    case 'completed':
      return { icon: 'pass', word: t('Completed'), tone: 'good' };
    case 'failed':
      return { icon: 'error', word: t('Failed'), tone: 'bad' };
    case 'cancelled':
      return { icon: 'circle-slash', word: t('Cancelled'), tone: 'quiet' };
    default:
      return status satisfies never;
  }
}

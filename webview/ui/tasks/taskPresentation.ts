import type { TaskStatus } from '../../../src/contract/tasks.ts';
import { t } from '../../platform/l10n.ts';
import type { Presentation } from '../components/presentation.ts';

export function taskPresentation(status: TaskStatus): Presentation {
  switch (status) {
    case 'working':
      return { icon: 'loading', label: t('Working'), tone: 'busy' };
    case 'input_required':
      return { icon: 'question', label: t('Input required'), tone: 'warn' };
    case 'completed':
      return { icon: 'pass', label: t('Completed'), tone: 'good' };
    case 'failed':
      return { icon: 'error', label: t('Failed'), tone: 'bad' };
    case 'cancelled':
      return { icon: 'circle-slash', label: t('Cancelled'), tone: 'quiet' };
    default:
      return status satisfies never;
  }
}

import type { CallSpan } from '../../../../src/contract/traffic/trafficTools.ts';
import { t } from '../../../platform/l10n.ts';
import type { Presentation } from '../../components/presentation.ts';
import { outcomePresentation } from '../messages/trafficPresentation.ts';

export function spanPresentation(span: CallSpan): Presentation {
  if (span.durationMs === undefined) return { icon: 'loading', label: t('Waiting'), tone: 'busy' };
  return outcomePresentation(span.status ?? 'ok', span.isRefused);
}

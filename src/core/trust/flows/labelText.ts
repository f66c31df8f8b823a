import { l10n } from '../../../base/l10n.ts';
import { type FlowLabel, flowLabels } from './flowLabels.ts';

export function labelName(label: FlowLabel): string {
  switch (label) {
    case 'private':
      return l10n.t('reads private data');
    case 'untrusted':
      return l10n.t('takes in untrusted content');
    case 'sends':
      return l10n.t('can send data out');
    default:
      return label satisfies never;
  }
}

/** Empty where there is no label. */
export function labelText(labels: ReadonlySet<FlowLabel>): string {
  return flowLabels
    .filter((label) => labels.has(label))
    .map(labelName)
    .join(' · ');
}

import type { PatternSeverity } from '../../../src/contract/knowledge.ts';
import { t } from '../../platform/l10n.ts';

/** A text, because colour alone is not accessible. */
export function severityLabel(severity: PatternSeverity): string {
  const words = { critical: t('critical'), high: t('high'), medium: t('medium'), low: t('low') } as const;
  return words[severity];
}

export function sourceLabel(source: 'builtin' | 'user' | 'workspace'): string {
  return source === 'user' ? t('user') : source === 'workspace' ? t('workspace') : '';
}

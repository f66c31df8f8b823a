import type { PatternSeverity } from '../../../src/protocol/knowledge.ts';
import { t } from '../../text.ts';

/** The word itself: colour alone would tell nothing to many. */
export function severityWord(severity: PatternSeverity): string {
  const words = { critical: t('critical'), high: t('high'), medium: t('medium'), low: t('low') } as const;
  return words[severity];
}

export function sourceWord(source: 'builtin' | 'user' | 'workspace'): string {
  return source === 'user' ? t('user') : source === 'workspace' ? t('workspace') : '';
}

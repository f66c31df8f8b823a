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

/** A user's own category is shown as it is written. */
export function categoryLabel(category: string): string {
  return categoryLabels()[category] ?? category;
}

function categoryLabels(): Readonly<Partial<Record<string, string>>> {
  return {
    authorization: t('authorization'),
    authentication: t('authentication'),
    injection: t('injection'),
    web: t('web'),
    files: t('files'),
    cryptography: t('cryptography'),
    secrets: t('secrets'),
    configuration: t('configuration'),
    'supply-chain': t('supply-chain'),
    availability: t('availability'),
    concurrency: t('concurrency'),
    'logging-privacy': t('logging-privacy'),
    llm: t('llm'),
    mcp: t('mcp'),
    'memory-safety': t('memory-safety'),
  };
}

import { t } from '../../platform/l10n.ts';

/** Who says a message to a model. */
export function roleLabel(role: string): string {
  if (role === 'user') return t('User');
  return role === 'assistant' ? t('Assistant') : role;
}

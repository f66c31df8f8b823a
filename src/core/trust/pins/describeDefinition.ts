import { l10n } from '../../../base/l10n.ts';
import type { DefinitionRef } from './definition.ts';

/** Which definition it is, inside a sentence. */
export function describeDefinition({ kind, key }: DefinitionRef): string {
  switch (kind) {
    case 'tool':
      return l10n.t('tool "{0}"', key);
    case 'instructions':
      return l10n.t('instructions for the model');
    case 'prompt':
      return l10n.t('prompt "{0}"', key);
    case 'resource':
      return l10n.t('resource "{0}"', key);
    case 'template':
      return l10n.t('resource template "{0}"', key);
    default:
      return kind satisfies never;
  }
}

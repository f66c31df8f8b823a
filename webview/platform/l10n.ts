import { groupedNumber } from '../../src/base/groupedNumber.ts';
import { l10n } from '../../src/base/l10n.ts';

/** The short name, because a page has texts in every other line. */
export const { t } = l10n;

/** Both forms are complete sentences, because word order differs between languages. */
export function tn(count: number, one: string, many: string): string {
  return count === 1 ? t(one, count) : t(many, formatCount(count));
}

export function formatCount(count: number): string {
  return groupedNumber(count);
}

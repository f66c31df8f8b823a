import { l10n } from '../../../base/l10n.ts';
import { isRecord } from '../../../base/json.ts';

const longestDelayMs = 10 * 60_000;

/** What is wrong with an action that came from outside; it becomes a `RuleAction` when nothing is. */
export function problemOfAction(action: unknown): string | undefined {
  if (!isRecord(action)) return l10n.t('A rule needs an action');
  switch (action['kind']) {
    case 'pause':
      return action['on'] === 'request' || action['on'] === 'response'
        ? undefined
        : l10n.t('A pause applies to the request or to the response');
    case 'delay':
      return isWithin(action['ms'], 0, longestDelayMs)
        ? undefined
        : l10n.t('A delay is 0 to {0} milliseconds', longestDelayMs);
    case 'fail':
      return Number.isSafeInteger(action['code']) && typeof action['message'] === 'string'
        ? undefined
        : l10n.t('An error needs an integer code and a message');
    case 'answer':
      return typeof action['recording'] === 'string' ? undefined : l10n.t('A response needs a recording');
    default:
      return l10n.t('A rule pauses, delays, fails or responds');
  }
}

function isWithin(value: unknown, min: number, max: number): boolean {
  return typeof value === 'number' && value >= min && value <= max;
}

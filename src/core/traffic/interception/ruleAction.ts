import { isRecord } from '../../../base/json.ts';

const longestDelayMs = 10 * 60_000;

/** What is wrong with an action that came from outside; it becomes a `RuleAction` when nothing is. */
export function problemOfAction(action: unknown): string | undefined {
  if (!isRecord(action)) return 'A rule needs an action';
  switch (action['kind']) {
    case 'pause':
      return action['on'] === 'request' || action['on'] === 'response'
        ? undefined
        : 'A pause is on the request or on the response';
    case 'delay':
      return isWithin(action['ms'], 0, longestDelayMs) ? undefined : `A delay has 0 to ${longestDelayMs} milliseconds`;
    case 'fail':
      return Number.isSafeInteger(action['code']) && typeof action['message'] === 'string'
        ? undefined
        : 'An error has a whole number as its code, and a message';
    case 'answer':
      return typeof action['recording'] === 'string' ? undefined : 'An answer needs a recording';
    default:
      return 'A rule pauses, delays, fails or answers';
  }
}

function isWithin(value: unknown, min: number, max: number): boolean {
  return typeof value === 'number' && value >= min && value <= max;
}

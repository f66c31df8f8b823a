import { l10n } from '../../../../base/l10n.ts';
import { secretsFor } from '../../cures/entryValues.ts';
import { accountStates } from '../../known/accountStates.ts';
import { stdioOf } from '../../model/evidence.ts';
import { advise, tryAgain } from '../../model/remedies.ts';
import { outputRule } from '../../model/rule.ts';

/** The key is right, and what it belongs to is not set up for it. */
export const accountState = outputRule(
  'reported/account',
  accountStates.map(({ says }) => says),
  (match, evidence, line) => {
    const state = accountStates.find(({ says }) => says.test(match[0]));
    if (!stdioOf(evidence) || !state) return undefined;
    const { page } = state;
    return {
      cause: state.cause(match[0].slice(0, 120)),
      remedies: [
        ...(page === undefined
          ? [tryAgain()]
          : [{ text: l10n.t('Open {0}', page), cure: { kind: 'browse', url: page } } as const]),
        ...secretsFor(evidence, line),
        advise(state.advice()),
      ],
      isCertain: evidence.end !== undefined,
    };
  },
);

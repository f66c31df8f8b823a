import { displayName } from '../../../contract/toolName.ts';
import { fitsDialog } from '../../../base/dialogText.ts';
import { revealSentence, revealedJson } from '../../../base/hiddenCharacters.ts';
import { l10n } from '../../../base/l10n.ts';
import type { AskPort } from '../../ports/ports.ts';
import type { CallsParts } from './gatewayCalls.ts';

/** Shows an agent's whole call and asks the user. Only a click on "Allow" allows it. */
export function approveByUser(ask: AskPort): CallsParts['approve'] {
  return async ({ tool: { server, definition, rule }, args }, signal) => {
    const allow = l10n.t('Allow');
    const again = rule.approval === 'once' ? [l10n.t('You are not asked again while this window is open.')] : [];
    const detail = [argumentText(args), ...again].join('\n\n');
    if (!fitsDialog(detail)) return 'tooLong';
    const name = revealSentence(displayName({ server, tool: definition.name }));
    const title = l10n.t('Allow an agent to call "{0}"?', name);
    const answer = await ask.choose({ title, detail, choices: [allow], modal: true }, signal);
    return answer === allow ? 'allowed' : 'denied';
  };
}

/** Indented where that fits. */
function argumentText(args: unknown): string {
  const indented = revealedJson(args);
  return fitsDialog(indented) ? indented : revealedJson(args, 0);
}

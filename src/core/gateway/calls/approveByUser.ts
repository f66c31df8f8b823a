import { displayName } from '../../../contract/toolName.ts';
import { l10n } from '../../../base/l10n.ts';
import { clip } from '../../../base/json.ts';
import type { AskPort } from '../../ports/ports.ts';
import type { CallsParts } from './gatewayCalls.ts';

/** Shows an agent's whole call and asks the user. Only a click on "Allow" allows it. */
export function approveByUser(ask: AskPort): CallsParts['approve'] {
  return async ({ server, definition, rule }, args, signal) => {
    const allow = l10n.t('Allow');
    const again = rule.approval === 'once' ? l10n.t('You are not asked again while this window is open.') : '';
    const detail = [clip(JSON.stringify(args, undefined, 2), 4_000), again].filter(Boolean).join('\n\n');
    const title = l10n.t('Allow an agent to call "{0}"?', displayName({ server, tool: definition.name }));
    return (await ask.choose({ title, detail, choices: [allow], modal: true }, signal)) === allow;
  };
}

import { displayName } from '../../../contract/toolName.ts';
import { clip } from '../../../base/json.ts';
import type { AskPort } from '../../ports/ports.ts';
import type { CallsParts } from './gatewayCalls.ts';

const allowChoice = 'Allow';

/** Shows an agent's call whole and asks. Only a click on "Allow" allows it. */
export function approveByUser(ask: AskPort): CallsParts['approve'] {
  return async ({ server, definition, rule }, args, signal) => {
    const again = rule.approval === 'once' ? 'It is not asked again while this window is open.' : '';
    const detail = [clip(JSON.stringify(args, undefined, 2), 4_000), again].filter(Boolean).join('\n\n');
    const title = `May an agent call "${displayName({ server, tool: definition.name })}"?`;
    return (await ask.choose({ title, detail, choices: [allowChoice], modal: true }, signal)) === allowChoice;
  };
}

import type { OAuthParts } from '../../core/servers/oauth/oauthParts.ts';
import { textQuestions } from '../core/cliPorts.ts';
import { isTerminal } from '../core/givenInputs.ts';
import { askYesNo } from '../support/askYesNo.ts';
import { printLines } from '../support/print.ts';
import type { CliIo } from '../support/verb.ts';
import { openBrowser } from './openBrowser.ts';

/** Who signs in at a terminal. */
export function signInAsk(
  flags: { readonly print: boolean; readonly yes: boolean },
  io: CliIo,
  opened: () => void = () => {},
): OAuthParts['ask'] {
  const canPaste = isTerminal(io);
  return {
    helpsAtOnce: canPaste,
    ...textQuestions(io),
    openExternal: (url) => {
      opened();
      return openBrowser(url, !flags.print, io);
    },
    choose: async ({ title, detail, choices, modal }) => {
      if (!modal) return canPaste ? choices[0] : undefined; // the browser may be on another machine
      printLines(io.stderr, detail);
      return flags.yes || (await askYesNo(title, io)) ? choices[0] : undefined;
    },
  };
}

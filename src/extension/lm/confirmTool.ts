import * as vscode from 'vscode';
import { chatConsentText } from '../../core/kimi/tools/chatConsent.ts';
import { revealHidden } from '../../base/text/hiddenCharacters.ts';

/**
 * A run that changes files is confirmed here, like an agent's other confirmations, if all that Kimi is told can be shown
 * here; else the tool asks. Never waits for the app: an Agent Host gives a tool five seconds to say what must be confirmed.
 */
export function confirmationOf(name: string, input: unknown): vscode.PreparedToolInvocation {
  const text = chatConsentText(name, input);
  if (text === undefined) return {};
  return {
    confirmationMessages: {
      title: vscode.l10n.t('Allow Kimi to change files?'),
      // Plain text: what a model wrote must not become a link or a command.
      message: new vscode.MarkdownString().appendText(
        `${vscode.l10n.t('Kimi runs with your permissions and without a sandbox. It can change files and run commands.')}\n\n${revealHidden(text)}`,
      ),
    },
  };
}

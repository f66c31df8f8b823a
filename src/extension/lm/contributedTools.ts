import * as vscode from 'vscode';
import { chatConsentText } from '../../core/kimi/tools/chatConsent.ts';
import { revealHidden } from '../../base/hiddenCharacters.ts';
import type { App } from '../shell/app.ts';

interface Contribution {
  readonly name: string;
}

/**
 * The tools of package.json, each a shell around the embedded server's tool of the same name.
 * The shell is all that activation loads; the rest comes with the first call.
 */
export function registerContributedTools(
  context: vscode.ExtensionContext,
  load: () => Promise<App>,
): readonly vscode.Disposable[] {
  return contributionsOf(context).map(({ name }) =>
    vscode.lm.registerTool<Record<string, unknown>>(name, {
      prepareInvocation: ({ input }) => prepare(name, input),
      invoke: async ({ input }, token) => {
        const [{ callContributedTool }, app] = await Promise.all([import('./callContributedTool.ts'), load()]);
        return callContributedTool(app, name, input, token);
      },
    }),
  );
}

function contributionsOf({ extension }: vscode.ExtensionContext): readonly Contribution[] {
  return (extension.packageJSON as { contributes: { languageModelTools: readonly Contribution[] } }).contributes
    .languageModelTools;
}

/**
 * A run that changes files is confirmed here, like an agent's other confirmations, if all that Kimi is told can be shown
 * here; else the tool asks. Never waits for anything: an Agent Host gives a tool five seconds to say what must be confirmed.
 */
function prepare(name: string, input: unknown): vscode.PreparedToolInvocation {
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

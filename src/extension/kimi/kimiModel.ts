import { vscode } from '../shell/vscode.ts';
import type { App } from '../shell/app.ts';
import { kimiKeyName } from './kimiKey.ts';

export const kimiVendor = 'mcp-switchboard-kimi';

/** Kimi in VS Code's model picker, once a key is stored. Without one nothing is loaded for it. */
export function registerKimiModel(context: vscode.ExtensionContext, load: () => Promise<App>): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const parts = async () => ({ chat: await import('./kimiChat.ts'), app: await load() });
  const provider = vscode.lm.registerLanguageModelChatProvider(kimiVendor, {
    onDidChangeLanguageModelChatInformation: changed.event,
    provideLanguageModelChatInformation: async ({ silent }, token) => {
      if (!silent && !(await hasKey(context))) await vscode.commands.executeCommand('mcpSwitchboard.setKimiKey');
      if (!(await hasKey(context))) return [];
      const { chat, app } = await parts();
      return chat.listKimiModels(app, token);
    },
    provideLanguageModelChatResponse: async (model, messages, options, progress, token) => {
      const { chat, app } = await parts();
      return chat.answerWithKimi(app, { model: model.id, messages, options, progress, token });
    },
    provideTokenCount: async (_model, text) => (await import('./kimiChat.ts')).countTokens(text),
  });
  const keys = context.secrets.onDidChange(({ key }) => key === kimiKeyName && changed.fire());
  return vscode.Disposable.from(provider, keys, changed);
}

async function hasKey({ secrets }: vscode.ExtensionContext): Promise<boolean> {
  return Boolean(await secrets.get(kimiKeyName));
}

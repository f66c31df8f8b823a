import { vscode } from '../shell/vscode.ts';
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
      prepareInvocation: async ({ input }) => (await import('./confirmTool.ts')).confirmationOf(name, input),
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

import { vscode } from './shell/vscode.ts';
import { createApi } from './api.ts';
import type { SwitchboardApi } from './apiTypes.ts';
import type { SwitchboardApp } from './app.ts';
import { commandIds } from './shell/commandIds.ts';
import { InspectorViews } from './inspector/views.ts';
import { registerContributedTools } from './lm/contributedTools.ts';
import { registerKnowledgeEditor } from './knowledge/editorLanguage.ts';
import { registerKimiModel } from './kimi/kimiModel.ts';
import { McpProvider } from './lm/mcpProvider.ts';
import { watchConfigFiles } from './languageClient/watchFiles.ts';
import { registerChecks } from './testing/registerChecks.ts';
import { DoubleClick } from './views/doubleClick.ts';
import { SleepingTree } from './views/sleepingTree.ts';

let close: () => Promise<void> = async () => {};

/** VS Code waits some seconds for this before it ends the host, so that acknowledged changes are on disk. */
export function deactivate(): Promise<void> {
  return close();
}

/**
 * Registers everything and loads nothing: the app (the SDK, the embedded server,
 * the client manager) is imported when a view opens or a command runs.
 */
export function activate(context: vscode.ExtensionContext): SwitchboardApi {
  let loading: Promise<SwitchboardApp> | undefined;
  const load = (): Promise<SwitchboardApp> => (loading ??= wake());
  const source = { load, peek: () => loading };
  const agents = new McpProvider(context, source);
  const wake = async (): Promise<SwitchboardApp> => {
    const begun = performance.now();
    const [{ createApp }, asleep] = await Promise.all([import('./app.ts'), agents.asleep()]);
    const app = await createApp(context, asleep, begun);
    agents.follow(app);
    return app;
  };

  close = async () => (await loading)?.dispose();
  const tree = new SleepingTree(load);
  const views = new InspectorViews(context, load);
  const servers = vscode.window.createTreeView('mcpSwitchboard.servers', {
    treeDataProvider: tree,
    showCollapseAll: true,
  });
  const checks = registerChecks(load);
  const clicks = new DoubleClick();
  // A click unfolds a server or folds it: two at once are a double click.
  const toggled = ({ element }: vscode.TreeViewExpansionEvent<unknown>): void => {
    if (clicks.isSecond(element)) views.openPanel();
  };
  context.subscriptions.push(
    tree,
    servers,
    servers.onDidChangeSelection(({ selection: [node] }) => tree.showInInspector(node)),
    servers.onDidExpandElement(toggled),
    servers.onDidCollapseElement(toggled),
    vscode.window.registerWebviewViewProvider('mcpSwitchboard.inspector', views.provider('inspector')),
    vscode.window.registerWebviewViewProvider('mcpSwitchboard.traffic', views.provider('traffic')),
    ...views.restored,
    ...registerContributedTools(context, load),
    registerKnowledgeEditor(source),
    agents,
    registerKimiModel(context, load),
    vscode.window.registerCustomEditorProvider('mcpSwitchboard.recording', views.recordings, {
      supportsMultipleEditorsPerDocument: true,
    }),
    checks,
    vscode.debug.registerDebugConfigurationProvider('mcp', { resolveDebugConfiguration: debugConfigured }),
    watchConfigFiles(context, load),
    ...commandIds.map((id) =>
      vscode.commands.registerCommand(id, async (...args: unknown[]) => {
        const { runCommand } = await import('./commands.ts');
        return runCommand(id, { app: await load(), views, checks }, args);
      }),
    ),
    { dispose: () => void loading?.then((app) => app.dispose()) },
  );
  const api = createApi(load);
  context.subscriptions.push(api);
  return api;
}

/** A launch configuration of the type `mcp` is our command: the session is that of the debugger which it attaches. */
function debugConfigured(_folder: unknown, { server, noDebug }: vscode.DebugConfiguration): undefined {
  const command = noDebug === true ? 'mcpSwitchboard.startServer' : 'mcpSwitchboard.debugServer';
  void vscode.commands.executeCommand(command, server);
}

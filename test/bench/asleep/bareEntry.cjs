const vscode = require('vscode');

const nothing = async () => undefined;
const page = { resolveWebviewView() {} };

/**
 * Registers what our entry registers, with handlers that do nothing, from the same manifest: what VS Code's own API takes
 * of any extension that offers as much.
 * @param {vscode.ExtensionContext} context
 */
exports.activate = ({ extension, subscriptions, secrets }) => {
  const { commands, languageModelTools } = extension.packageJSON.contributes;
  const { debug, languages, lm, tests, window, workspace } = vscode;
  const rows = { getChildren: nothing, getTreeItem: (row) => row };
  const restored = { deserializeWebviewPanel: nothing };
  const read = { openCustomDocument: nothing, resolveCustomEditor: nothing };
  const chat = {
    provideLanguageModelChatInformation: async () => [],
    provideLanguageModelChatResponse: nothing,
    provideTokenCount: async () => 0,
  };
  subscriptions.push(
    window.createTreeView('mcpSwitchboard.servers', { treeDataProvider: rows }),
    window.registerWebviewViewProvider('mcpSwitchboard.inspector', page),
    window.registerWebviewViewProvider('mcpSwitchboard.traffic', page),
    window.registerWebviewPanelSerializer('mcpSwitchboard.inspectorPanel', restored),
    window.registerWebviewPanelSerializer('mcpSwitchboard.knowledgePanel', restored),
    window.registerCustomEditorProvider('mcpSwitchboard.recording', read),
    window.onDidChangeVisibleTextEditors(() => {}),
    workspace.onDidChangeConfiguration(() => {}),
    secrets.onDidChange(() => {}),
    languages.registerHoverProvider([{ scheme: 'file' }], { provideHover: nothing }),
    languages.registerCompletionItemProvider([{ scheme: 'file' }], { provideCompletionItems: nothing }),
    lm.registerMcpServerDefinitionProvider('mcpSwitchboard.agents', { provideMcpServerDefinitions: async () => [] }),
    lm.registerLanguageModelChatProvider('mcp-switchboard-kimi', chat),
    debug.registerDebugConfigurationProvider('mcp', { resolveDebugConfiguration: nothing }),
    tests.createTestController('mcpSwitchboard.checks', 'MCP Checks'),
    ...languageModelTools.map(({ name }) => lm.registerTool(name, { invoke: nothing })),
    ...commands.map(({ command }) => vscode.commands.registerCommand(command, nothing)),
  );
};

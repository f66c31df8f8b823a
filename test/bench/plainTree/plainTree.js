import * as vscode from 'vscode';

const rows = Array.from({ length: 50 }, (_, at) => ({ label: `many-${at}` }));

function item({ label, parent }) {
  const { Collapsed, None } = vscode.TreeItemCollapsibleState;
  const shown = new vscode.TreeItem(label, parent ? None : Collapsed);
  shown.iconPath = new vscode.ThemeIcon(parent ? 'tools' : 'pass-filled');
  shown.description = parent ? 'Tool' : '40 tools';
  return shown;
}

/** What VS Code itself takes to show a page. */
function openPage() {
  const panel = vscode.window.createWebviewPanel('plainTreeBench.page', 'Page', vscode.ViewColumn.Active, {
    enableScripts: true,
  });
  panel.webview.html = '<!doctype html><html><body><p data-page="empty">Page</p></body></html>';
}

export function activate(context) {
  const getChildren = (row) =>
    row ? Array.from({ length: 40 }, (_, at) => ({ label: `tool_${at} of ${row.label}`, parent: row })) : rows;
  context.subscriptions.push(
    vscode.window.createTreeView('plainTreeBench.rows', { treeDataProvider: { getChildren, getTreeItem: item } }),
    vscode.commands.registerCommand('plainTreeBench.wake', () => {}),
    vscode.commands.registerCommand('plainTreeBench.page', openPage),
  );
}

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

/** What VS Code itself takes to show a file in an editor of an extension: one row, which is no part of the file. */
const oneRow = {
  openCustomDocument: (uri) => ({ uri, dispose() {} }),
  resolveCustomEditor(_document, { webview }) {
    webview.options = { enableScripts: true }; // else the bench cannot look into it
    webview.html =
      '<!doctype html><html><body><div data-testid="traffic-rows"><p data-seq="1">Row</p></div></body></html>';
  },
};

export function activate(context) {
  const getChildren = (row) =>
    row ? Array.from({ length: 40 }, (_, at) => ({ label: `tool_${at} of ${row.label}`, parent: row })) : rows;
  context.subscriptions.push(
    vscode.window.createTreeView('plainTreeBench.rows', { treeDataProvider: { getChildren, getTreeItem: item } }),
    vscode.window.registerCustomEditorProvider('plainTreeBench.file', oneRow),
    vscode.commands.registerCommand('plainTreeBench.wake', () => {}),
    vscode.commands.registerCommand('plainTreeBench.page', openPage),
  );
}

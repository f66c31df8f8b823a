import { vscode } from '../shell/vscode.ts';
import { kindOfPath } from '../../core/config/model/kindOfPath.ts';
import type { App } from '../shell/app.ts';

/**
 * Starts the language server with the first visible configuration or check file; other files only cost this check.
 * Visible, not merely open: VS Code itself opens mcp.json in the background.
 */
export function watchConfigFiles(context: vscode.ExtensionContext, load: () => Promise<App>): vscode.Disposable {
  let started: Promise<vscode.Disposable> | undefined;
  const look = (editors: readonly vscode.TextEditor[]): void => {
    if (started || !editors.some(({ document }) => isConfigFile(document))) return;
    started = import('./client.ts').then(({ startLanguageClient }) => startLanguageClient(context, load));
  };
  const listening = vscode.window.onDidChangeVisibleTextEditors(look);
  look(vscode.window.visibleTextEditors);
  return { dispose: () => (listening.dispose(), void started?.then((client) => client.dispose())) };
}

const schemes: ReadonlySet<string> = new Set(['file', 'vscode-userdata']);

function isConfigFile(document: vscode.TextDocument): boolean {
  if (document.uri.scheme === 'file' && /\.mcptest\.jsonc?$/i.test(document.uri.path)) return true;
  const kind = schemes.has(document.uri.scheme) ? kindOfPath(document.uri.path) : undefined;
  // These two are mostly about other things and rarely define a server.
  if (kind === 'codeWorkspace' || kind === 'devcontainer') return document.getText().includes('"mcp"');
  return kind !== undefined;
}

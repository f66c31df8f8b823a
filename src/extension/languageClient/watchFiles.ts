import * as vscode from 'vscode';
import { kindOfPath } from '../../core/config/formats.ts';
import type { App } from '../app.ts';

/** Starts the language server with the first file of ours that is open; no other file costs more than this look. */
export function watchConfigFiles(context: vscode.ExtensionContext, load: () => Promise<App>): vscode.Disposable {
  let started: Promise<vscode.Disposable> | undefined;
  const look = (document: vscode.TextDocument): void => {
    if (started || !isConfigFile(document)) return;
    listening.dispose();
    started = import('./client.ts').then(({ startLanguageClient }) => startLanguageClient(context, load));
  };
  const listening = vscode.workspace.onDidOpenTextDocument(look);
  for (const document of vscode.workspace.textDocuments) look(document);
  return { dispose: () => (listening.dispose(), void started?.then((client) => client.dispose())) };
}

const schemes: ReadonlySet<string> = new Set(['file', 'vscode-userdata']);

function isConfigFile(document: vscode.TextDocument): boolean {
  const kind = schemes.has(document.uri.scheme) ? kindOfPath(document.uri.path) : undefined;
  // These two hold much else, and most of them no server.
  if (kind === 'codeWorkspace' || kind === 'devcontainer') return document.getText().includes('"mcp"');
  return kind !== undefined;
}

import * as path from 'node:path';
import * as vscode from 'vscode';
import { readCheckFile } from '../../core/checks/read/readCheckFile.ts';
import { type CallToCheck, addChecks, assertNoSecret } from '../../core/checks/write/addChecks.ts';
import type { App } from '../shell/app.ts';
import { showMessage } from '../shell/messages.ts';

const mostFiles = 200;

type SaveParts = Pick<App, 'core' | 'ports'>;

/** Adds calls to a check file that the user chooses, and opens it. */
export async function saveChecks(
  { core, ports: { files } }: SaveParts,
  server: string,
  calls: readonly CallToCheck[],
): Promise<void> {
  assertNoSecret(calls, 'mcptest.json', core.redactor);
  const file = await chooseFile(server);
  if (file === undefined) return;
  await files.edit(file, (text) => addChecks(text, file, server, calls));
  const editor = await vscode.window.showTextDocument(vscode.Uri.file(file));
  const end = editor.document.lineAt(editor.document.lineCount - 1).range;
  editor.revealRange(end);
  void showMessage('information', vscode.l10n.t('Checks added to {0}: {1}', path.basename(file), calls.length));
}

async function chooseFile(server: string): Promise<string | undefined> {
  const known = await filesOf(server);
  if (known.length === 0) return newFile(server);
  const other = { label: `$(new-file) ${vscode.l10n.t('New File…')}`, file: undefined };
  const items = known.map((uri) => ({ label: vscode.workspace.asRelativePath(uri), file: uri.fsPath }));
  const title = vscode.l10n.t('Save as Check');
  const chosen = await vscode.window.showQuickPick([...items, other], { title });
  return chosen && (chosen.file ?? newFile(server));
}

/** The check files of the workspace that are about this server. */
async function filesOf(server: string): Promise<readonly vscode.Uri[]> {
  const found = await vscode.workspace.findFiles('**/*.mcptest.{json,jsonc}', '**/node_modules/**', mostFiles);
  const owners = await Promise.all(
    found.map(async (uri) => {
      const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
      return readCheckFile(uri.fsPath, text).checkFile?.server;
    }),
  );
  return found.filter((_, at) => owners[at] === server);
}

async function newFile(server: string): Promise<string | undefined> {
  const name = `${server.replaceAll(/[^\w.-]+/g, '-').replace(/^\.+/, '') || 'server'}.mcptest.json`;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const chosen = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Save as Check'),
    defaultUri: folder ? vscode.Uri.joinPath(folder, name) : vscode.Uri.file(name),
    filters: { [vscode.l10n.t('MCP checks')]: ['mcptest.json', 'mcptest.jsonc'] },
  });
  if (!chosen) return undefined;
  const [ending = '.mcptest.json'] = /\.mcptest\.jsonc?$/i.exec(chosen.path) ?? [];
  // No other name is found again; the dialog of a browser adds the ending of the filter to one that has it.
  return `${chosen.fsPath.replace(/(?:\.mcptest\.jsonc?)+$|\.jsonc?$/i, '')}${ending}`;
}

import * as vscode from 'vscode';

/** The address of a folder that the user chose. */
export async function pickFolder(): Promise<string | undefined> {
  const [chosen] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t('Select Root Folder'),
      openLabel: vscode.l10n.t('Add Folder'),
      canSelectFiles: false,
      canSelectFolders: true,
    })) ?? [];
  return chosen?.toString();
}

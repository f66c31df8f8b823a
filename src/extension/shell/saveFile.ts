import * as vscode from 'vscode';
import { replaceFile } from '../../core/files/replaceFile.ts';

/** Through the user's own save dialog. The name is a suggestion: nothing of it is taken for a path. */
export async function saveFile(name: string, bytes: Uint8Array): Promise<boolean> {
  const plain =
    name
      .replaceAll(/[/\\:*?"<>|\p{Cc}]/gu, '_')
      .replace(/^\.+/, '')
      .slice(0, 120) || 'resource';
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const target = await vscode.window.showSaveDialog(
    folder ? { defaultUri: vscode.Uri.joinPath(folder, plain) } : { defaultUri: vscode.Uri.file(plain) },
  );
  if (!target) return false;
  // Other file systems write atomically by their own means.
  if (target.scheme === 'file') await replaceFile(target.fsPath, bytes);
  else await vscode.workspace.fs.writeFile(target, bytes);
  return true;
}

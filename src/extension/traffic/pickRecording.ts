import * as vscode from 'vscode';

export const recordingFilter = (): Record<string, string[]> => ({
  [vscode.l10n.t('MCP recordings')]: ['mcptrace'],
});

/** The path of a recording that the user chose. */
export async function pickRecording(): Promise<string | undefined> {
  const [chosen] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t('Select Recording'),
      filters: recordingFilter(),
      canSelectMany: false,
    })) ?? [];
  return chosen?.fsPath;
}

import * as vscode from 'vscode';
import { Fault } from '../../base/fault.ts';
import type { App } from '../shell/app.ts';
import { writePage, writeMessage } from './page.ts';

interface EditorParts {
  readonly root: vscode.Uri;
  readonly app: App;
}

/** A recording in the traffic view. The file is read on demand, so its size does not matter. */
export async function showRecording(
  uri: vscode.Uri,
  panel: vscode.WebviewPanel,
  { root, app }: EditorParts,
): Promise<void> {
  let gone = false;
  panel.onDidDispose(() => (gone = true));
  try {
    const recording = await app.openRecording(uri.fsPath);
    if (gone) return recording.dispose();
    writePage(panel.webview, root, 'recording', 'editor');
    const visibility = { isInspector: false, isShown: () => panel.visible };
    const session = app.openSession(panel.webview, [], visibility, recording);
    panel.onDidDispose(() => {
      session.dispose();
      recording.dispose();
    });
  } catch (error) {
    const fault = Fault.from(error, 'recording/unreadable');
    app.logFault(fault);
    if (!gone) writeMessage(panel.webview, fault.text);
  }
}

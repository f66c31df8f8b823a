import type * as vscode from 'vscode';
import { Fault } from '../../base/fault.ts';
import type { App } from '../shell/app.ts';
import { listenEarly } from './earlyMessages.ts';
import { writePage, writeMessage } from './page.ts';

type Recording = Awaited<ReturnType<App['openRecording']>>;

/**
 * A recording in the traffic view. The file is read on demand, so its size does not matter. VS Code shows an editor when
 * this has returned: the page loads while the app does, and a message takes its place where the file cannot be read.
 */
export function showRecording(
  uri: vscode.Uri,
  panel: vscode.WebviewPanel,
  root: vscode.Uri,
  load: () => Promise<App>,
): void {
  const early = listenEarly(panel.webview);
  let gone = false;
  panel.onDidDispose(() => (gone = true));
  writePage(panel.webview, root, 'recording', 'editor');
  const serve = async (app: App, recording: Recording): Promise<void> => {
    if (gone) return recording.dispose();
    let session: vscode.Disposable | undefined;
    panel.onDidDispose(() => {
      session?.dispose();
      recording.dispose();
    });
    await early.first;
    early.dispose();
    const visibility = { isInspector: false, isShown: () => panel.visible };
    if (!gone) session = app.openSession(panel.webview, early.messages, visibility, recording);
  };
  const fail = (app: App, error: unknown): void => {
    const fault = Fault.from(error, 'recording/unreadable');
    app.logFault(fault);
    early.dispose();
    if (!gone) writeMessage(panel.webview, fault.text);
  };
  void load().then((app) =>
    app.openRecording(uri.fsPath).then(
      (recording) => serve(app, recording),
      (error: unknown) => fail(app, error),
    ),
  );
}

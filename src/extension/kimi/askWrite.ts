import * as vscode from 'vscode';
import { Semaphore } from '../../base/async.ts';
import type { WriteRequest } from '../../core/kimi/model/port.ts';
import { showMessage } from '../shell/messages.ts';

const scheme = 'mcp-switchboard-kimi';
/** One question would close the other. */
const oneAtATime = new Semaphore(1);
let asked = 0;

/**
 * Shows all that Kimi is told in a read-only editor, and asks above it. Not in a dialog: that one is too small for the
 * text, and while it is open nothing can be scrolled.
 */
export function askWrite(request: WriteRequest, signal: AbortSignal): Promise<boolean> {
  return oneAtATime.run(async () => {
    // As Markdown, because its lines are wrapped: text must not be out of sight to the right.
    const uri = vscode.Uri.from({ scheme, path: `/${++asked}/${request.title}.md` });
    const provideTextDocumentContent = (): string => request.text;
    const provider = vscode.workspace.registerTextDocumentContentProvider(scheme, { provideTextDocumentContent });
    try {
      return (await showText(uri, request.text)) && (await isAllowed(request, signal));
    } finally {
      provider.dispose();
      await closeText(uri);
    }
  }, signal);
}

/** False if the editor does not have the very text, apart from the form of its line ends. */
async function showText(uri: vscode.Uri, text: string): Promise<boolean> {
  const document = await vscode.workspace.openTextDocument(uri);
  const lines = (of: string): string => of.replaceAll('\r\n', '\n');
  if (lines(document.getText()) !== lines(text)) {
    void showMessage('error', vscode.l10n.t('The request to Kimi could not be shown completely. Nothing was run.'));
    return false;
  }
  await vscode.window.showTextDocument(document, { preview: false });
  return true;
}

/** Denial comes first: a key that was meant for an editor must not consent. Closing the question is denial. */
async function isAllowed({ title, folder, text }: WriteRequest, signal: AbortSignal): Promise<boolean> {
  const cancel = new vscode.CancellationTokenSource();
  signal.addEventListener('abort', () => cancel.cancel(), { once: true });
  const allow = vscode.l10n.t('Allow Changes');
  const rights = vscode.l10n.t(
    'Kimi runs with your permissions and without a sandbox. It can change files and run commands.',
  );
  const options = {
    title: vscode.l10n.t('{0}: Allow Kimi to change files in this folder?', title),
    placeHolder: vscode.l10n.t('{0}. The editor shows all that Kimi is told ({1} lines).', folder, lineCount(text)),
    ignoreFocusOut: true,
  };
  const items = [{ label: vscode.l10n.t('Deny') }, { label: allow, detail: rights }];
  const chosen = await vscode.window.showQuickPick(items, options, cancel.token);
  cancel.dispose();
  return chosen?.label === allow && !signal.aborted;
}

function lineCount(text: string): number {
  return text.split('\n').length;
}

async function closeText(uri: vscode.Uri): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const shown = tabs.filter(({ input }) => input instanceof vscode.TabInputText && input.uri.path === uri.path);
  if (shown.length > 0) await vscode.window.tabGroups.close(shown);
}

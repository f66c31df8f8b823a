import * as vscode from 'vscode';
import { showMessage } from '../shell/messages.ts';
import { revealSentence } from '../../base/hiddenCharacters.ts';
import type { App } from '../shell/app.ts';

const scheme = 'mcp-switchboard-tool';
const texts = new Map<string, string>();
let provider: vscode.Disposable | undefined;

/** Shows what changed about a tool since it was first seen, side by side, and lets the user accept it. */
export async function reviewChanges(app: App, id: string, tool?: string): Promise<void> {
  const { core } = app;
  const changed = [...core.changedTools(id)];
  const state = core.server(id).state.peek();
  if (changed.length === 0 && state.kind === 'pending') return core.approve(id); // its dialog shows what changed
  const chosen = tool ?? (await pickTool(changed));
  if (chosen === undefined) {
    if (changed.length === 0) void showMessage('information', vscode.l10n.t('No changes.'));
    return;
  }
  const comparison = core.compareTool(id, chosen);
  if (!comparison || !changed.includes(chosen)) return;
  const title = vscode.l10n.t('{0}: First Seen ↔ Current', revealSentence(`${id} / ${chosen}`));
  const [before, after] = [place(id, chosen, 'before', comparison.before), place(id, chosen, 'now', comparison.after)];
  await vscode.commands.executeCommand('vscode.diff', before, after, title, { preview: true });
  await offer(app, id, chosen, comparison.hash);
}

async function pickTool(changed: readonly string[]): Promise<string | undefined> {
  if (changed.length <= 1) return changed[0];
  return vscode.window.showQuickPick([...changed], { title: vscode.l10n.t('Select a changed tool to review') });
}

/** Only the shown definition, identified by `hash`, is accepted. Closing the dialog accepts nothing. */
async function offer({ core }: App, id: string, tool: string, hash: string): Promise<void> {
  const accept = vscode.l10n.t('Accept Tool');
  const question = vscode.l10n.t('The tool "{0}" has changed and is blocked. Accept its new definition?', tool);
  if ((await showMessage('warning', question, accept)) === accept) await core.acceptTool(id, tool, hash);
}

function place(server: string, tool: string, side: string, text: string): vscode.Uri {
  provider ??= vscode.workspace.registerTextDocumentContentProvider(scheme, {
    provideTextDocumentContent: (uri) => texts.get(uri.toString()) ?? '',
  });
  const query = String(Date.now());
  const uri = vscode.Uri.from({ scheme, path: `/${server}/${tool}.${side}.txt`.replaceAll('//', '/'), query });
  texts.set(uri.toString(), text);
  return uri;
}

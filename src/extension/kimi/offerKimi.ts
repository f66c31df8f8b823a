import * as vscode from 'vscode';
import type { App } from '../shell/app.ts';
import { showMessage } from '../shell/messages.ts';

const installCommand = 'npm install -g @moonshot-ai/kimi-code';

/** Before anything is asked: where there is no Kimi, how to get one. */
export async function isKimiThere({ core }: App, isWriting: boolean): Promise<boolean> {
  const { isKimiAvailable } = await import('../../core/kimi/tools/isAvailable.ts');
  if (await isKimiAvailable(core.embedded.host, isWriting, new AbortController().signal)) return true;
  void offerKimi(isWriting);
  return false;
}

/** The API can only read: a run that changes files needs the command line. */
async function offerKimi(isWriting: boolean): Promise<void> {
  const install = vscode.l10n.t('Install Kimi…');
  const key = vscode.l10n.t('Set API Key…');
  const message = isWriting
    ? vscode.l10n.t('No Kimi was found that can change files. Install its command line and sign in with "kimi".')
    : vscode.l10n.t('No Kimi was found. Install its command line and sign in with "kimi", or set a Moonshot API key.');
  const chosen = await showMessage('information', message, ...(isWriting ? [install] : [install, key]));
  if (chosen === key) await vscode.commands.executeCommand('mcpSwitchboard.setKimiKey');
  if (chosen !== install) return;
  const terminal = vscode.window.createTerminal({ name: 'Kimi' });
  terminal.show();
  terminal.sendText(installCommand, false); // typed, and run by the user
}

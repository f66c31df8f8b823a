import * as vscode from 'vscode';
import type { Fault, FaultCode } from '../base/fault.ts';

interface Remedy {
  readonly button: string;
  readonly command: string;
}

const showLog: Remedy = { button: vscode.l10n.t('Show Log'), command: 'mcpSwitchboard.showLog' };
const manageTrust: Remedy = { button: vscode.l10n.t('Manage Workspace Trust'), command: 'workbench.trust.manage' };
const openConfiguration: Remedy = {
  button: vscode.l10n.t('Open Configuration'),
  command: 'mcpSwitchboard.openConfiguration',
};

/** Where a failure has a better next step than reading the log. */
const remedies: Partial<Record<FaultCode, Remedy>> = {
  'trust/workspace-untrusted': manageTrust,
  'config/invalid': openConfiguration,
  'config/unresolved-variable': openConfiguration,
};

/** The one edge where a fault becomes words and buttons. One notification, never a modal. */
export async function notifyFault(fault: Fault, shell: { logFault(fault: Fault): void }): Promise<void> {
  shell.logFault(fault);
  const remedy = remedies[fault.code] ?? showLog;
  const words = fault.hint === undefined ? fault.message : `${fault.message}. ${fault.hint}`;
  const chosen = await vscode.window.showErrorMessage(words, remedy.button);
  if (chosen === remedy.button) await vscode.commands.executeCommand(remedy.command);
}

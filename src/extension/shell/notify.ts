import * as vscode from 'vscode';
import { showMessage } from './messages.ts';
import type { Fault, FaultAction } from '../../base/fault.ts';

interface Button {
  readonly label: string;
  readonly command: string;
  readonly argument?: unknown;
}

/** The button of each action. Where it is known which server failed, it leads to that server. */
const buttons: Readonly<Record<FaultAction, (server: string | undefined) => Button | undefined>> = {
  manageTrust: () => ({ label: vscode.l10n.t('Manage Workspace Trust'), command: 'workbench.trust.manage' }),
  openConfiguration: (server) => ({
    label: vscode.l10n.t('Open Configuration'),
    ...(server === undefined
      ? { command: 'mcpSwitchboard.openConfiguration' }
      : { command: 'mcpSwitchboard.editServer', argument: server }),
  }),
  approve: (server) =>
    server === undefined
      ? undefined
      : { label: vscode.l10n.t('Approve…'), command: 'mcpSwitchboard.approveServer', argument: server },
  reviewChanges: (server) =>
    server === undefined
      ? undefined
      : { label: vscode.l10n.t('Review Changes'), command: 'mcpSwitchboard.reviewChanges', argument: server },
};

/** The one edge where a fault becomes a notification with a button. Never a modal. */
export async function notifyFault(
  fault: Fault,
  shell: { logFault(fault: Fault): void },
  server?: string,
): Promise<void> {
  shell.logFault(fault);
  const button = (fault.action && buttons[fault.action](server)) ?? showLog(server);
  const chosen = await showMessage('error', fault.text, button.label);
  if (chosen === button.label) await vscode.commands.executeCommand(button.command, button.argument);
}

function showLog(server: string | undefined): Button {
  const label = vscode.l10n.t('Show Log');
  if (server === undefined) return { label, command: 'mcpSwitchboard.showLog' };
  return { label, command: 'mcpSwitchboard.showServerLog', argument: server };
}

import * as vscode from 'vscode';
import { showMessage } from './messages.ts';
import type { Fault, FaultAction } from '../../base/fault.ts';
import { diagnosesOf } from '../../core/diagnosis/diagnosedFault.ts';

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
  signIn: (server) =>
    server === undefined
      ? undefined
      : { label: vscode.l10n.t('Sign In'), command: 'mcpSwitchboard.startServer', argument: server },
};

/** Which server a fault is about. */
interface Subject {
  readonly id: string;
  readonly label: string;
}

/** The one edge where a fault becomes a notification with buttons. Never a modal. */
export async function notifyFault(
  fault: Fault,
  shell: { logFault(fault: Fault): void },
  server?: Subject,
  kind: 'error' | 'warning' = 'error',
): Promise<void> {
  shell.logFault(fault);
  const offered = [...(actionOf(fault, server) ?? []), ...moreFor(fault, server), showLog(server?.id)];
  const text = server ? vscode.l10n.t('"{0}": {1}', server.label, fault.text) : fault.text;
  const chosen = await showMessage(kind, text, ...offered.map(({ label }) => label));
  const button = offered.find(({ label }) => label === chosen);
  if (button) await vscode.commands.executeCommand(button.command, button.argument);
}

function actionOf({ action }: Fault, server: Subject | undefined): readonly Button[] | undefined {
  const button = action && buttons[action](server?.id);
  return button && [button];
}

/** Of a server that does not start: its cures, another attempt, its entry, and a text for an issue. */
function moreFor(fault: Fault, server: Subject | undefined): readonly Button[] {
  if (!server || diagnosesOf(fault).length === 0) return [];
  const argument = server.id;
  return [
    { label: vscode.l10n.t('Diagnose…'), command: 'mcpSwitchboard.diagnoseServer', argument },
    { label: vscode.l10n.t('Retry'), command: 'mcpSwitchboard.startServer', argument },
    { label: vscode.l10n.t('Edit'), command: 'mcpSwitchboard.editServer', argument },
    { label: vscode.l10n.t('Copy Report'), command: 'mcpSwitchboard.copyReport', argument },
  ];
}

function showLog(server: string | undefined): Button {
  const label = vscode.l10n.t('Show Log');
  if (server === undefined) return { label, command: 'mcpSwitchboard.showLog' };
  return { label, command: 'mcpSwitchboard.showServerLog', argument: server };
}

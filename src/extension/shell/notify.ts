import * as vscode from 'vscode';
import type { Fault, FaultCode } from '../../base/fault.ts';

interface Remedy {
  readonly button: string;
  readonly command: string;
  readonly argument?: unknown;
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

/** The same where it is known which server it is about. */
const serverRemedies: Partial<Record<FaultCode, Remedy>> = {
  'config/invalid': { ...openConfiguration, command: 'mcpSwitchboard.editServer' },
  'config/unresolved-variable': { ...openConfiguration, command: 'mcpSwitchboard.editServer' },
  'trust/not-approved': { button: vscode.l10n.t('Approve…'), command: 'mcpSwitchboard.approveServer' },
  'trust/changed-since-approval': { button: vscode.l10n.t('Review Changes'), command: 'mcpSwitchboard.reviewChanges' },
  'trust/tool-quarantined': { button: vscode.l10n.t('Review Changes'), command: 'mcpSwitchboard.reviewChanges' },
};

/** The one edge where a fault becomes words and buttons. One notification, never a modal. */
export async function notifyFault(
  fault: Fault,
  shell: { logFault(fault: Fault): void },
  server?: string,
): Promise<void> {
  shell.logFault(fault);
  const remedy = remedyFor(fault.code, server);
  const words = fault.hint === undefined ? fault.message : `${fault.message}. ${fault.hint}`;
  const chosen = await vscode.window.showErrorMessage(words, remedy.button);
  if (chosen === remedy.button) await vscode.commands.executeCommand(remedy.command, remedy.argument);
}

function remedyFor(code: FaultCode, server: string | undefined): Remedy {
  if (server === undefined) return remedies[code] ?? showLog;
  const known = serverRemedies[code];
  if (known) return { ...known, argument: server };
  return remedies[code] ?? { ...showLog, command: 'mcpSwitchboard.showServerLog', argument: server };
}

import * as vscode from 'vscode';
import type { ServerView } from '../../contract/inspector.ts';
import type { HintNode } from './treeNodes.ts';

/** Instead of nothing: why there are no servers, and the one next step. */
export function noServers(): HintNode {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.length > 0
    ? hint('noServers', vscode.l10n.t('No servers yet. Add one…'), 'add', 'mcpSwitchboard.addServer')
    : hint(
        'noFolder',
        vscode.l10n.t('No folder open. Open one…'),
        'folder-opened',
        'workbench.action.files.openFolder',
      );
}

/** Below a server without tools. */
export function noTools({ id, state }: ServerView): HintNode {
  const row = (text: string, icon: string, command?: string): HintNode =>
    hint(`noTools ${id}`, text, icon, command, id);
  switch (state) {
    case 'pending':
      return vscode.workspace.isTrusted
        ? row(vscode.l10n.t("This server won't run until you approve it"), 'shield', 'mcpSwitchboard.approveServer')
        : row(vscode.l10n.t('Manage Workspace Trust'), 'workspace-untrusted', 'mcpSwitchboard.manageTrust');
    case 'disconnected':
    case 'error':
      return row(vscode.l10n.t('Start the server to see its tools'), 'play', 'mcpSwitchboard.startServer');
    case 'waiting':
      return row(vscode.l10n.t('Retry Now'), 'debug-restart', 'mcpSwitchboard.retryServer');
    case 'connecting':
      return row(vscode.l10n.t('Connecting'), 'loading~spin');
    case 'connected':
      return row(vscode.l10n.t('This server has no tools'), 'info');
    default:
      return state satisfies never;
  }
}

function hint(id: string, text: string, icon: string, command?: string, argument?: string): HintNode {
  const args = argument === undefined ? [] : [argument];
  return {
    kind: 'hint',
    id,
    text,
    icon,
    ...(command !== undefined && { command: { command, title: text, arguments: args } }),
  };
}

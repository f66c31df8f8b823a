import * as vscode from 'vscode';
import type { CommandLine } from '../shell/commandLine.ts';
import { showMessage } from '../shell/messages.ts';
import { type ExportClient, exportClients, pasteInto } from '../../core/config/model/dialects.ts';
import { gatewayConfig } from '../../core/gateway/exposure/clientConfig.ts';

/** Copies the configuration of this folder's gateway for another client. */
export async function copyGatewayConfiguration(commandLine: CommandLine, wanted?: ExportClient): Promise<void> {
  const client = wanted ?? (await askForClient());
  if (!client) return;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  const { command, args, env } = commandLine.ownLauncher();
  const launch = { command, script: args.join(' '), env, ...(folder !== undefined && { folder }) };
  await vscode.env.clipboard.writeText(gatewayConfig(launch, client).text);
  const copied = vscode.l10n.t(
    'Copied. Paste it into {0} ({1}) and restart the client: it gets the servers that you selected for agents.',
    pasteInto[client],
    exportClients[client],
  );
  void showMessage('information', copied);
}

async function askForClient(): Promise<ExportClient | undefined> {
  const items = Object.entries(exportClients)
    .filter(([client]) => client !== 'vscode')
    .map(([client, label]) => ({ label, client: client as ExportClient }));
  return (await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Copy Gateway Configuration') }))?.client;
}

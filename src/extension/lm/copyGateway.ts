import { readFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import * as vscode from 'vscode';
import { showMessage } from '../shell/messages.ts';
import { type ExportClient, exportClients } from '../../core/config/model/dialects.ts';
import { replaceFile } from '../../core/files/replaceFile.ts';
import { gatewayConfig } from '../../core/gateway/exposure/clientConfig.ts';

/** Copies the configuration of this folder's gateway for another client. */
export async function copyGatewayConfiguration(context: vscode.ExtensionContext, wanted?: ExportClient): Promise<void> {
  const client = wanted ?? (await askForClient());
  if (!client) return;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  const script = await writeLauncher(context);
  const env = process.versions['electron'] === undefined ? {} : { ELECTRON_RUN_AS_NODE: '1' };
  const launch = { command: process.execPath, script, env, ...(folder !== undefined && { folder }) };
  await vscode.env.clipboard.writeText(gatewayConfig(launch, client).text);
  void showMessage('information', vscode.l10n.t('Copied the gateway configuration for {0}.', exportClients[client]));
}

async function askForClient(): Promise<ExportClient | undefined> {
  const items = Object.entries(exportClients)
    .filter(([client]) => client !== 'vscode')
    .map(([client, label]) => ({ label, client: client as ExportClient }));
  return (await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Copy Gateway Configuration') }))?.client;
}

/** The extension's folder has its version in its name; other clients' configurations must outlive an update. */
async function writeLauncher(context: vscode.ExtensionContext): Promise<string> {
  const file = path.join(context.globalStorageUri.fsPath, 'switchboard.mjs');
  await replaceFile(file, new TextEncoder().encode(launcherText(context)));
  return file;
}

function launcherText({ extensionUri }: vscode.ExtensionContext): string {
  const cli = path.join(extensionUri.fsPath, 'dist', 'cli.js');
  return `import(${JSON.stringify(pathToFileURL(cli).href)});\n`;
}

/** After an update an existing launcher leads to the new version. */
export async function refreshLauncher(context: vscode.ExtensionContext): Promise<void> {
  const file = path.join(context.globalStorageUri.fsPath, 'switchboard.mjs');
  const before = await readFile(file, 'utf8').catch(() => undefined); // there is none
  if (before !== undefined && before !== launcherText(context)) await writeLauncher(context);
}

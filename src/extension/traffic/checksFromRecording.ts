import * as vscode from 'vscode';
import { callsInRecording } from '../../core/checks/write/callsInRecording.ts';
import type { App } from '../shell/app.ts';
import { showMessage } from '../shell/messages.ts';
import { saveChecks } from '../testing/saveChecks.ts';
import { pickRecording } from './pickRecording.ts';

/** Turns the tool calls of a recording into checks of one of its servers. */
export async function checksFromRecording(app: App, chosen: unknown): Promise<void> {
  const file = chosen instanceof vscode.Uri ? chosen.fsPath : await pickRecording();
  if (file === undefined) return;
  const byServer = await readCalls(app, file);
  const server = await chooseServer([...byServer.keys()]);
  const found = server === undefined ? undefined : byServer.get(server);
  if (byServer.size === 0 || found?.calls.length === 0)
    return void showMessage('information', vscode.l10n.t('The recording has no tool call that can be made again.'));
  if (server === undefined || !found) return;
  await saveChecks(app, server, found.calls);
  if (found.redacted > 0)
    void showMessage(
      'information',
      vscode.l10n.t('{0} calls were left out because values in them are redacted.', found.redacted),
    );
}

async function readCalls(app: App, file: string): ReturnType<typeof callsInRecording> {
  const reader = await app.openRecording(file);
  try {
    await reader.indexed;
    return await callsInRecording(reader);
  } finally {
    reader.dispose();
  }
}

async function chooseServer(servers: readonly string[]): Promise<string | undefined> {
  if (servers.length <= 1) return servers[0];
  return vscode.window.showQuickPick([...servers], { title: vscode.l10n.t('Select a server from the recording') });
}

import * as vscode from 'vscode';
import type { CallToCheck } from '../../core/checks/write/addChecks.ts';
import { callsInRecording } from '../../core/checks/write/callsInRecording.ts';
import type { TrafficSource } from '../../core/traffic/trafficSource.ts';
import type { App } from '../shell/app.ts';
import { showMessage } from '../shell/messages.ts';
import { saveChecks } from '../testing/saveChecks.ts';
import { pickRecording } from './pickRecording.ts';

type Calls = Awaited<ReturnType<typeof callsInRecording>>;

export type SaveChecks = (server: string, calls: readonly CallToCheck[]) => Promise<void>;

/** Turns the tool calls of a recording, or of this window's traffic, into checks of one server. */
export async function checksFromRecording(app: App, chosen: unknown): Promise<void> {
  const byServer = chosen instanceof vscode.Uri ? await readFile(app, chosen.fsPath) : await chooseSource(app);
  if (byServer) await saveCalls(byServer, (server, calls) => saveChecks(app, server, calls));
}

/** The same for the calls that these rows belong to. */
export async function checksFromRows(source: TrafficSource, seqs: readonly number[], save: SaveChecks): Promise<void> {
  await saveCalls(await callsInRecording(source, new Set(seqs)), save);
}

async function saveCalls(byServer: Calls, save: SaveChecks): Promise<void> {
  const server = await chooseServer([...byServer].flatMap(([name, { calls }]) => (calls.length > 0 ? [name] : [])));
  const found = server === undefined ? undefined : byServer.get(server);
  if (server === undefined || !found) return;
  await save(server, found.calls);
  if (found.redacted > 0)
    void showMessage(
      'information',
      vscode.l10n.t('Calls left out because values in them are redacted: {0}', found.redacted),
    );
}

async function chooseSource(app: App): Promise<Calls | undefined> {
  const window = { label: vscode.l10n.t('Traffic of This Window') };
  const file = { label: vscode.l10n.t('Recording…') };
  const title = vscode.l10n.t('Create Checks from Recording');
  const source = await vscode.window.showQuickPick([window, file], { title });
  if (source === window) return callsInRecording(app.core.traffic);
  const path = source && (await pickRecording());
  return path === undefined ? undefined : readFile(app, path);
}

async function readFile(app: App, file: string): Promise<Calls> {
  const reader = await app.openRecording(file);
  try {
    await reader.indexed;
    return await callsInRecording(reader);
  } finally {
    reader.dispose();
  }
}

async function chooseServer(servers: readonly string[]): Promise<string | undefined> {
  if (servers.length === 0)
    void showMessage('information', vscode.l10n.t('There is no answered tool call that can be made again.'));
  if (servers.length <= 1) return servers[0];
  return vscode.window.showQuickPick([...servers], { title: vscode.l10n.t('Select a server from the recording') });
}

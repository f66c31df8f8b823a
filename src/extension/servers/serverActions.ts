import { unknownServer } from '../../base/faults/serverFaults.ts';
import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { showMessage } from '../shell/messages.ts';
import { removeFromFile } from '../../core/app/configured/configEditing.ts';
import type { ResetPart } from '../../core/app/resetServer.ts';
import { type ExportClient, exportClients, pasteInto } from '../../core/config/model/dialects.ts';
import { exportServers, inputsOf } from '../../core/config/sources/exportConfig.ts';
import type { ServerEntry } from '../../core/config/model/model.ts';
import type { App } from '../shell/app.ts';
import type { CommandLineApp } from '../shell/commandLine.ts';
import type { AgentApp } from '../lm/agentGateway.ts';
import { copyGatewayConfiguration } from '../lm/copyGateway.ts';
import { isExposed, exposeServer } from '../lm/exposeServers.ts';

export async function editServer(app: App, id: string): Promise<void> {
  const { source, spans } = entryOf(app, id);
  await app.openConfiguration([source.file, spans.entry.line + 1]);
}

/** No question before: what was removed comes back by a click, to its place. */
export async function removeServer(app: App, id: string): Promise<void> {
  const entry = entryOf(app, id);
  const restore = await removeFromFile(app.ports.files, entry);
  await app.reloadConfiguration();
  const undo = vscode.l10n.t('Undo');
  const message = vscode.l10n.t('Removed "{0}" from {1}.', entry.name, entry.source.file);
  if ((await showMessage('information', message, undo)) !== undo) return;
  await restore();
  await app.reloadConfiguration();
}

/** The entry in another client's own form, on the clipboard. Variables stay variables: no secret is ever copied. */
export async function copyConfiguration(app: AgentApp & CommandLineApp, id: string): Promise<void> {
  const entry = entryOf(app, id);
  const items = Object.entries(exportClients).map(([client, label]) => ({ label, client: client as ExportClient }));
  const chosen = await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Copy Configuration') });
  if (!chosen) return;
  const { text, notes } = exportServers([entry], chosen.client, homedir());
  const asks = chosen.client !== 'vscode' && inputsOf([entry]).length > 0;
  const way = asks ? await askForWay(chosen.label, notes) : 'text';
  if (way === 'gateway') return copyThroughGateway(app, id, chosen.client);
  if (way === undefined) return;
  await vscode.env.clipboard.writeText(text);
  const copied = vscode.l10n.t(
    'Copied "{0}". Paste it into {1} ({2}).',
    entry.name,
    pasteInto[chosen.client],
    chosen.label,
  );
  void showMessage('information', [copied, ...notes].join(' '));
}

/** Only VS Code asks for values: elsewhere they come from the environment, or stay here. */
async function askForWay(client: string, notes: readonly string[]): Promise<'text' | 'gateway' | undefined> {
  const rows = [
    {
      label: vscode.l10n.t('$(hubot) Through MCP Switchboard'),
      detail: vscode.l10n.t('Works while this folder is open: this window prompts for the values and stores them'),
      way: 'gateway' as const,
    },
    {
      label: vscode.l10n.t('$(edit) As text, without values'),
      detail: notes.join(' '),
      way: 'text' as const,
    },
  ];
  const title = vscode.l10n.t('{0} cannot prompt for the values that this server needs', client);
  return (await vscode.window.showQuickPick(rows, { title }))?.way;
}

async function copyThroughGateway(app: AgentApp & CommandLineApp, id: string, client: ExportClient): Promise<void> {
  if (!isExposed(app, id)) await exposeServer(app, id);
  if (isExposed(app, id)) await copyGatewayConfiguration(app.commandLine, client);
}

/** The user chooses which stored data to delete. */
export async function resetServer(app: App, id: string): Promise<void> {
  const { launch, inputs, name } = entryOf(app, id);
  const parts: readonly { readonly label: string; readonly part: ResetPart; readonly there: boolean }[] = [
    { label: vscode.l10n.t('Stored input values'), part: 'inputs', there: inputs.length > 0 },
    { label: vscode.l10n.t('Sign-in'), part: 'signIn', there: launch.kind !== 'stdio' },
    { label: vscode.l10n.t('Approval'), part: 'approval', there: true },
    { label: vscode.l10n.t('Pinned tool definitions'), part: 'pins', there: true },
  ];
  const chosen = await vscode.window.showQuickPick(
    parts.filter(({ there }) => there),
    { title: vscode.l10n.t('Reset data of {0}', name), canPickMany: true },
  );
  if (chosen && chosen.length > 0)
    await app.core.reset(
      id,
      chosen.map(({ part }) => part),
    );
}

function entryOf(app: App, id: string): ServerEntry {
  const entry = app.core.entry(id);
  if (!entry) throw unknownServer('notInFile');
  return entry;
}

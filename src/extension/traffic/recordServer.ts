import { configInvalid } from '../../base/faults/configFaults.ts';
import * as vscode from 'vscode';
import { isRecord } from '../../base/json.ts';
import { changeInFile } from '../../core/app/configEditing.ts';
import type { ServerEntry } from '../../core/config/model/model.ts';
import { unwrapEntry, wrapEntry } from '../../core/proxy/wrapEntry.ts';
import type { RecordingApp } from './launcher.ts';

/** Puts the tap in front of an entry's command, so that the traffic of every client that uses the entry is seen here. */
export async function recordServer(app: RecordingApp, target: unknown): Promise<void> {
  const entry = await entryFor(app, target);
  if (!entry) return;
  if (unwrapEntry(entry.raw)) return stopRecording(app, target);
  const body = wrapEntry(entry.raw, entry.name, app.commandLine.launcher());
  if (!body) return explainAddress(entry);
  await changeInFile(app.ports.files, entry, body);
  await app.reloadConfiguration();
  const undo = vscode.l10n.t('Undo');
  const told = vscode.l10n.t(
    '"{0}" is recorded: what any client says to it is shown in MCP Traffic after its next start.',
    entry.name,
  );
  if ((await vscode.window.showInformationMessage(told, undo)) === undo) await stopRecording(app, target);
}

export async function stopRecording(app: RecordingApp, target: unknown): Promise<void> {
  const entry = await entryFor(app, target);
  const body = entry && unwrapEntry(entry.raw);
  if (!entry) return;
  if (!body) throw configInvalid('notRecorded', entry.name);
  await changeInFile(app.ports.files, entry, body);
  await app.reloadConfiguration();
}

/** A server at an address has no command to stand in front of; a proxy has to run, and the person decides where. */
async function explainAddress(entry: ServerEntry): Promise<void> {
  const { launch, name } = entry;
  if (launch.kind === 'stdio') throw configInvalid('noCommand', name);
  const url = 'url' in launch ? String(launch.url) : '';
  const copy = vscode.l10n.t('Copy Command');
  const told = vscode.l10n.t(
    '"{0}" is reached by its address. Run "switchboard tap --http" and give the client the address that it prints.',
    name,
  );
  if ((await vscode.window.showInformationMessage(told, copy)) !== copy) return;
  await vscode.env.clipboard.writeText(`switchboard tap --name ${JSON.stringify(name)} --http ${JSON.stringify(url)}`);
}

/** An id, a row of the tree, or where an entry stands: `{ file, name }`. */
async function entryFor(app: RecordingApp, target: unknown): Promise<ServerEntry | undefined> {
  await app.reloadConfiguration();
  const entries = app.core.configuration.value.servers;
  if (isRecord(target) && typeof target['file'] === 'string')
    return entries.find(({ name, source }) => name === target['name'] && source.file === target['file']);
  const id = isRecord(target) ? target['server'] : target;
  if (typeof id === 'string') return app.core.entry(id);
  const picked = await vscode.window.showQuickPick(
    entries.map((entry) => ({ label: entry.name, description: entry.source.file, entry })),
    { title: vscode.l10n.t('Record a Server') },
  );
  return picked?.entry;
}

import { configInvalid } from '../../base/faults/configFaults.ts';
import * as vscode from 'vscode';
import { showMessage } from '../shell/messages.ts';
import { isRecord } from '../../base/json.ts';
import { changeInFile } from '../../core/app/configured/configEditing.ts';
import type { ServerEntry } from '../../core/config/model/model.ts';
import { commandText } from '../../core/proxy/commandShim.ts';
import { type Launcher, unwrapEntry, wrapEntry } from '../../core/proxy/wrapEntry.ts';
import type { CommandLineApp } from '../shell/commandLine.ts';

/** Puts the tap in front of an entry's command, so that the traffic of every client that uses the entry is seen here. */
export async function recordServer(app: CommandLineApp, target: unknown): Promise<void> {
  const entry = await entryFor(app, target, { title: vscode.l10n.t('Record Server'), isRecorded: false });
  if (!entry) return;
  if (unwrapEntry(entry.raw)) return stopRecording(app, target);
  const launcher = app.commandLine.launcher();
  const body = wrapEntry(entry.raw, entry.name, launcher);
  if (!body) return explainAddress(entry, launcher);
  await changeInFile(app.ports.files, entry, body);
  await app.reloadConfiguration();
  const undo = vscode.l10n.t('Undo');
  const message = vscode.l10n.t(
    'Recording "{0}". After its next start, the traffic of every client appears in MCP Traffic.',
    entry.name,
  );
  const place = { file: entry.source.file, name: entry.name }; // `target` may be empty: the server was picked
  if ((await showMessage('information', message, undo)) === undo) await stopRecording(app, place);
}

export async function stopRecording(app: CommandLineApp, target: unknown): Promise<void> {
  const entry = await entryFor(app, target, { title: vscode.l10n.t('Stop Recording Server'), isRecorded: true });
  const body = entry && unwrapEntry(entry.raw);
  if (!entry) return;
  if (!body) throw configInvalid('notRecorded', entry.name);
  await changeInFile(app.ports.files, entry, body);
  await app.reloadConfiguration();
}

/** A remote server has no command to wrap; a proxy has to run, and the user decides where. */
async function explainAddress(entry: ServerEntry, launcher: Launcher): Promise<void> {
  const { launch, name } = entry;
  if (launch.kind === 'stdio') throw configInvalid('noCommand', name);
  const url = 'url' in launch ? String(launch.url) : '';
  const copy = vscode.l10n.t('Copy Command');
  const message = vscode.l10n.t(
    '"{0}" is an HTTP server. Run "switchboard tap --http" and use the URL it prints in the client.',
    name,
  );
  if ((await showMessage('information', message, copy)) !== copy) return;
  await vscode.env.clipboard.writeText(commandText(launcher, ['tap', '--name', name, '--http', url]));
}

interface EntryPick {
  readonly title: string;
  readonly isRecorded: boolean;
}

/** An id, a row of the tree, or where an entry is: `{ file, name }`. Without one the user picks an entry. */
async function entryFor(app: CommandLineApp, target: unknown, pick: EntryPick): Promise<ServerEntry | undefined> {
  await app.reloadConfiguration();
  const entries = app.core.configuration.value.servers;
  if (isRecord(target) && typeof target['file'] === 'string')
    return entries.find(({ name, source }) => name === target['name'] && source.file === target['file']);
  const id = isRecord(target) ? target['server'] : target;
  if (typeof id === 'string') return app.core.entry(id);
  const offered = entries.filter(({ raw }) => (unwrapEntry(raw) !== undefined) === pick.isRecorded);
  const picked = await vscode.window.showQuickPick(
    offered.map((entry) => ({ label: entry.name, description: entry.source.file, entry })),
    { title: pick.title },
  );
  return picked?.entry;
}

import path from 'node:path';
import * as vscode from 'vscode';
import type { DefinitionKind } from '../../core/source/registration.ts';
import type { SourcePlace } from '../../core/source/sourceIndex.ts';
import { showMessage } from '../shell/messages.ts';
import type { LinkedPosition, SourceLinks } from './sourceLinks.ts';

/** Shows the line that registers it; with several candidates the user chooses, with none the text is searched for. */
export async function goToSource(
  sources: SourceLinks,
  server: string,
  kind: DefinitionKind,
  name: string,
): Promise<void> {
  const places = await sources.placesOf(server, kind, name);
  const place = places.length > 1 ? await choosePlace(places, name) : places[0];
  if (place) return showLine(place.file, place.line);
  if (places.length === 0) await offerSearch(name);
}

export async function openPosition({ path: file, line, column }: LinkedPosition): Promise<void> {
  await showLine(file, line - 1, (column ?? 1) - 1);
}

async function showLine(file: string, line: number, column = 0): Promise<void> {
  const at = new vscode.Position(Math.max(0, line), Math.max(0, column));
  await vscode.window.showTextDocument(vscode.Uri.file(file), { selection: new vscode.Range(at, at) });
}

async function choosePlace(places: readonly SourcePlace[], name: string): Promise<SourcePlace | undefined> {
  const items = places.map((place) => ({
    label: path.basename(place.file),
    description: `${vscode.workspace.asRelativePath(place.file)}:${place.line + 1}`,
    place,
  }));
  const title = vscode.l10n.t('Where "{0}" may be registered', name);
  return (await vscode.window.showQuickPick(items, { title }))?.place;
}

async function offerSearch(name: string): Promise<void> {
  const search = vscode.l10n.t('Search in Files');
  const message = vscode.l10n.t('No line that registers "{0}" was found in this workspace.', name);
  if ((await showMessage('information', message, search)) !== search) return;
  await vscode.commands.executeCommand('workbench.action.findInFiles', { query: name, triggerSearch: true });
}

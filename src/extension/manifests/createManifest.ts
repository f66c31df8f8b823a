import { homedir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { manifestExample } from '../../core/manifest/read/template.ts';
import type { App } from '../shell/app.ts';

/** Writes a manifest and the small service behind it; both work as they are. */
export async function createManifest({ ports }: App): Promise<void> {
  const folder = manifestFolder();
  const id = await vscode.window.showInputBox({
    title: vscode.l10n.t('Create Tool Manifest'),
    prompt: vscode.l10n.t('Manifest name. The file is created in {0}', folder),
    value: 'hello',
    validateInput: (text) =>
      /^[\w-]{1,40}$/.test(text) ? undefined : vscode.l10n.t('Letters, digits, "-" and "_" only.'),
  });
  if (id === undefined) return;
  const { manifestName, manifest, serviceName, service } = manifestExample(id);
  const manifestFile = path.join(folder, manifestName);
  if ((await ports.files.read(manifestFile)) === undefined) {
    await ports.files.replace(manifestFile, manifest);
    await ports.files.replace(path.join(path.dirname(folder), serviceName), service);
  }
  await vscode.window.showTextDocument(vscode.Uri.file(manifestFile));
}

/** The first folder of the settings, else the usual one. */
function manifestFolder(): string {
  const [chosen] =
    vscode.workspace.getConfiguration('mcpSwitchboard').get<readonly string[]>('manifests.folders') ?? [];
  return chosen ?? path.join(homedir(), '.tairseach', 'manifests');
}

/** Opens the manifest that declares a tool, at its place. */
export async function openToolSource({ core, openConfiguration }: App, tool: string): Promise<void> {
  const place = await core.manifests.tools.peek()?.sourceOf(tool);
  if (place) await openConfiguration([place.file, place.span.line + 1]);
}

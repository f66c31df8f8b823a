import { existsSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { configFormats } from '../../../core/config/model/formats.ts';
import type { NewServer } from '../../../core/config/edit/edit.ts';
import type { ConfigSource } from '../../../core/config/model/model.ts';
import type { App } from '../../shell/app.ts';

interface TargetItem extends vscode.QuickPickItem {
  readonly source: ConfigSource;
}

/** The files that a new server can be written to; if inputs are needed, only those that support them. */
export function targetsFor(app: App, servers: readonly Pick<NewServer, 'inputs'>[]): readonly TargetItem[] {
  const needsInputs = servers.some(({ inputs }) => inputs && inputs.length > 0);
  const items = [...folderTargets(app), ...workspaceTarget(app), userTarget(app)];
  return items.filter(({ source }) => !needsInputs || configFormats[source.kind].inputs !== undefined);
}

function folderTargets({ ports }: App): readonly TargetItem[] {
  const { folders } = ports.workspace;
  return folders.flatMap((folder) => {
    const where = folders.length > 1 ? `${folder.name}/` : '';
    const target = (file: string, kind: ConfigSource['kind'], description: string): TargetItem =>
      item(`${where}${file}`, description, { kind, file: path.join(folder.path, file), folder });
    return [
      target('.vscode/mcp.json', 'vscode', vscode.l10n.t('VS Code, this workspace')),
      target('.mcp.json', 'mcpJson', vscode.l10n.t('Shared with other clients, without inputs')),
    ];
  });
}

function workspaceTarget({ ports }: App): readonly TargetItem[] {
  const { file } = ports.workspace;
  if (file === undefined) return [];
  return [item(path.basename(file), vscode.l10n.t('Workspace file'), { kind: 'codeWorkspace', file })];
}

function userTarget({ userFile }: App): TargetItem {
  return item(vscode.l10n.t('User mcp.json'), vscode.l10n.t('VS Code, all workspaces'), {
    kind: 'user',
    file: userFile,
  });
}

function item(label: string, description: string, source: ConfigSource): TargetItem {
  const detail = existsSync(source.file) ? source.file : vscode.l10n.t('{0} (will be created)', source.file);
  return { label, description, detail, source };
}

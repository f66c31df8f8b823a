import path from 'node:path';
import * as vscode from 'vscode';
import type { Core } from '../../core/app/core.ts';
import { isInside } from '../../core/files/isInside.ts';

/** The folder of this workspace that a server's sources are in: that of its configuration, or of what it starts. */
export function sourceFolder(core: Pick<Core, 'entry'>, server: string): string | undefined {
  const entry = core.entry(server);
  if (!entry || !vscode.workspace.isTrusted) return undefined;
  if (entry.source.folder) return entry.source.folder.path;
  if (entry.launch.kind !== 'stdio') return undefined;
  const named = [entry.launch.cwd, ...entry.launch.args].filter((text) => text !== undefined && path.isAbsolute(text));
  return folders().find((folder) => named.some((file) => isInside(file as string, folder)));
}

function folders(): readonly string[] {
  return (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
}

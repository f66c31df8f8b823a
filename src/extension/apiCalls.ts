import { writeFailed } from '../base/faults/configFaults.ts';
import { unknownServer } from '../base/faults/serverFaults.ts';
import { workspaceUntrusted } from '../base/faults/trustFaults.ts';
import { effect } from '@preact/signals-core';
import path from 'node:path';
import * as vscode from 'vscode';
import type { JsonObject } from '../base/json.ts';
import { addToFile, removeFromFile } from '../core/app/configured/configEditing.ts';
import type { ConfigSource } from '../core/config/model/model.ts';
import type { ToolDefinition } from '../core/wire/definitions.ts';
import type { SwitchboardApi, SwitchboardResult, SwitchboardTool } from './apiTypes.ts';
import type { App } from './shell/app.ts';
import { showDialog } from './shell/messages.ts';
import { withSignal } from './shell/withSignal.ts';

/** The embedded server is started for this; external servers are never started by listing tools. */
export async function listTools({ core }: App): Promise<readonly SwitchboardTool[]> {
  await core.server(core.embeddedId).start();
  return core.servers.value.flatMap(({ id }) => core.acceptedTools(id).map((tool) => toApiTool(id, tool)));
}

function toApiTool(
  server: string,
  { name, title, description, inputSchema, annotations }: ToolDefinition,
): SwitchboardTool {
  return {
    server,
    name,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    inputSchema,
    ...(annotations && { annotations }),
  };
}

export async function callTool(
  { core }: App,
  ...[server, tool, args = {}, { token } = {}]: Parameters<SwitchboardApi['callTool']>
): Promise<SwitchboardResult> {
  const call = (signal?: AbortSignal) => core.server(server).callTool(tool, args, signal ? { signal } : {});
  const { content, structuredContent, isError } = await (token ? withSignal(token, call) : call());
  return { content, isError, ...(structuredContent !== undefined && { structuredContent }) };
}

export async function addServer(app: App, name: string, entry: Readonly<Record<string, unknown>>): Promise<string> {
  if (!vscode.workspace.isTrusted) throw workspaceUntrusted();
  const body = JSON.parse(JSON.stringify(entry)) as JsonObject; // plain data, whatever the other extension gave
  const [id] = await addToFile(app.ports.files, workspaceTarget(), [{ name, body }]);
  await app.reloadConfiguration();
  return id ?? name;
}

/** What a user removes can be undone and is not asked about; what another extension removes is. */
export async function removeServerByApi(app: App, server: string): Promise<boolean> {
  const entry = app.core.entry(server);
  if (!entry) throw unknownServer('unknown', server);
  const remove = vscode.l10n.t('Remove');
  const title = vscode.l10n.t('Remove the server "{0}"?', entry.name);
  const detail = vscode.l10n.t('Its entry is removed from {0}.', entry.source.file);
  if ((await showDialog('warning', { title, detail }, remove)) !== remove) return false;
  await removeFromFile(app.ports.files, entry);
  await app.reloadConfiguration();
  return app.core.entry(server) === undefined;
}

export function watchChanges({ core }: App, changed: () => void): vscode.Disposable {
  const catalog = core.watchCatalogs(changed);
  const stop = effect(() => void (core.servers.value, changed()));
  return new vscode.Disposable(() => {
    catalog.dispose();
    stop();
  });
}

function workspaceTarget(): ConfigSource {
  const folder = vscode.workspace.workspaceFolders?.[0];
  if (!folder) throw writeFailed('noFolder');
  const root = folder.uri.fsPath;
  return { kind: 'vscode', file: path.join(root, '.vscode', 'mcp.json'), folder: { name: folder.name, path: root } };
}

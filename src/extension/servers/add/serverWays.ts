import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { configInvalid } from '../../../base/faults/configFaults.ts';
import type { NewServer } from '../../../core/config/edit/edit.ts';
import { fromPackage } from '../../../core/config/edit/newServer.ts';
import type { ServerEntry } from '../../../core/config/model/model.ts';
import { fromClipboard } from '../../../core/config/sources/fromClipboard.ts';
import { type KnownServer, knownAsNew, knownServers, ownValues } from '../../../core/config/sources/knownServers.ts';
import type { ImportedServer } from '../../../core/config/sources/otherClients.ts';
import type { App } from '../../shell/app.ts';

/** One of the servers that come with tested versions. */
export async function chooseKnown(): Promise<readonly NewServer[] | undefined> {
  const rows = knownServers.map((known) => ({ label: known.name, detail: known.about(), known }));
  const title = vscode.l10n.t('Known Servers');
  const chosen = await vscode.window.showQuickPick(rows, { title, matchOnDetail: true });
  const values = chosen && (await askOwnValues(chosen.known));
  return values && [knownAsNew(chosen.known, values)];
}

/** What differs from user to user, such as the path of a database. */
async function askOwnValues(known: KnownServer): Promise<readonly string[] | undefined> {
  const values: string[] = [];
  for (const value of ownValues(known)) {
    const prompt = vscode.l10n.t('Value for {0}', known.name);
    const answer = await vscode.window.showInputBox({ title: known.about(), prompt, value, ignoreFocusOut: true });
    if (answer === undefined) return undefined;
    values.push(answer);
  }
  return values;
}

export async function askPackage(): Promise<readonly NewServer[] | undefined> {
  const text = await vscode.window.showInputBox({
    title: vscode.l10n.t('Add MCP Server'),
    prompt: vscode.l10n.t('Package, URL or command'),
    placeHolder: '@modelcontextprotocol/server-everything@2026.8.31, localhost:3000/mcp',
    ignoreFocusOut: true,
    validateInput: (value) => (fromPackage(value) ? undefined : vscode.l10n.t('Not a valid package, URL or command.')),
  });
  const server = text === undefined ? undefined : fromPackage(text);
  return server && [server];
}

/** What is on the clipboard, for the row that offers it. */
export async function clipboardNames(): Promise<string | undefined> {
  const { servers } = fromClipboard(await vscode.env.clipboard.readText());
  return servers.length === 0 ? undefined : servers.map(({ name }) => name).join(', ');
}

export async function readClipboard(): Promise<readonly NewServer[]> {
  const { servers, problems } = fromClipboard(await vscode.env.clipboard.readText());
  if (servers.length === 0) throw configInvalid('problems', problems.join(' '));
  return servers;
}

type ImportRow = vscode.QuickPickItem & { readonly found?: ImportedServer };

/** What was found is shown under the client and the file where it was found. */
export async function importFromClient({ ports }: App): Promise<readonly NewServer[] | undefined> {
  const machine = { platform: process.platform, home: homedir(), env: process.env };
  const { clientFiles, readOtherClients } = await import('../../../core/config/sources/otherClients.ts');
  const { jetBrainsFiles } = await import('../../../core/config/sources/jetBrains.ts');
  const { folders } = ports.workspace;
  const places = clientFiles(machine, folders, await jetBrainsFiles(machine, folders));
  const found = await readOtherClients(ports.files, places);
  if (found.length === 0) throw configInvalid('nothingToImport');
  const chosen = await vscode.window.showQuickPick(importRows(found), {
    title: vscode.l10n.t('Import MCP Servers'),
    placeHolder: vscode.l10n.t('Found: {0}', countByClient(found)),
    canPickMany: true,
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return chosen?.flatMap(({ found: one }) => one?.server ?? []);
}

function importRows(found: readonly ImportedServer[]): readonly ImportRow[] {
  return [...Map.groupBy(found, ({ client }) => client)].flatMap(([client, servers]): ImportRow[] => {
    const separator: ImportRow = { label: client, kind: vscode.QuickPickItemKind.Separator };
    return [separator].concat(servers.map(importRow));
  });
}

function importRow(found: ImportedServer): ImportRow {
  const { entry, file, project } = found;
  const detail = project === undefined ? file : vscode.l10n.t('{0}, project {1}', file, project);
  return { label: entry.name, description: launchLine(entry), detail, found };
}

function countByClient(found: readonly ImportedServer[]): string {
  const clients = Map.groupBy(found, ({ client }) => client);
  return [...clients].map(([client, { length }]) => `${client} (${length})`).join(', ');
}

function launchLine({ launch }: ServerEntry): string {
  return launch.kind === 'stdio' ? [launch.command, ...launch.args].join(' ') : launch.url;
}
